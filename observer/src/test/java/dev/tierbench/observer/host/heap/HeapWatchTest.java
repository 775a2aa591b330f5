package dev.tierbench.observer.host.heap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tierbench.observer.Needs;
import dev.tierbench.observer.host.FolderTree;
import dev.tierbench.observer.host.OwnProcess;
import dev.tierbench.observer.host.SystemFiles;
import dev.tierbench.observer.host.child.Command;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against counters that the test changes as a JVM does. */
class HeapWatchTest {

  private static final String EDEN = "sun.gc.generation.0.space.0.used";
  private static final String YOUNG = "sun.gc.collector.0.";
  private static final String CYCLE = "sun.gc.collector.2.";
  private static final String BUFFERS = "sun.gc.tlab.alloc";
  private static final String GC_WASTE = "sun.gc.tlab.gcWaste";
  private static final long MIB = 1 << 20;

  private static PerfDataFile jvm(String collector) {
    PerfDataFile file = new PerfDataFile().text("sun.gc.policy.name", collector);
    for (String each : List.of(YOUNG, "sun.gc.collector.1.", CYCLE)) {
      file.text(each + "name", "pauses")
          .number(each + "invocations", 0)
          .number(each + "lastEntryTime", 0)
          .number(each + "lastExitTime", 0)
          .number(each + "time", 0);
    }
    return file.number("sun.os.hrt.frequency", 1_000_000)
        .number(EDEN, 100 * MIB)
        .number("sun.gc.generation.0.space.1.used", 0)
        .number("sun.gc.generation.0.space.2.used", 2 * MIB)
        .number("sun.gc.generation.1.space.0.used", 7 * MIB)
        .number(BUFFERS, 0)
        .number(GC_WASTE, 0)
        .number("sun.gc.tlab.refillWaste", 0);
  }

  private final PerfDataFile g1 = jvm("GarbageFirst");
  private final HeapWatch watch;

  HeapWatchTest() throws IOException {
    watch = watch(g1);
  }

  private static HeapWatch watch(PerfDataFile file) throws IOException {
    return new HeapWatch(parse(file).flatMap(HeapCounters::of).orElseThrow());
  }

  private static Optional<PerfData> parse(PerfDataFile file) throws IOException {
    return PerfData.parse(file.memory(), at -> file.memory().getLong(at));
  }

  private long allocatedMib() {
    return watch.read().orElseThrow().allocatedBytes().orElseThrow() / MIB - 100;
  }

  /** The n-th collection ends after so many microseconds. */
  private void collection(int n, long eden) {
    g1.set(EDEN, eden)
        .set(YOUNG + "invocations", n)
        .set(YOUNG + "lastExitTime", 1_000L * n)
        .set(YOUNG + "time", 400L * n);
  }

  @Test
  void edenIsAddedUpOverCollections() {
    g1.set(EDEN, 160 * MIB);
    watch.look();
    collection(1, 0);
    assertThat(allocatedMib()).isEqualTo(60);
    g1.set(EDEN, 30 * MIB);
    assertThat(allocatedMib()).isEqualTo(90);
  }

  @Test
  void edenThatFilledUnseenIsKnownByTheBuffersOfTheThreads() {
    g1.set(BUFFERS, 180 * MIB / Long.BYTES);
    collection(1, MIB);
    assertThat(allocatedMib()).isEqualTo(81);
  }

  @Test
  void whatThreadsLeaveEmptyInTheirBuffersIsNotAllocated() {
    g1.set(EDEN, 200 * MIB);
    watch.look();
    g1.set(GC_WASTE, 20 * MIB / Long.BYTES);
    collection(1, 0);
    assertThat(allocatedMib()).isEqualTo(80);
    g1.set(EDEN, 100 * MIB);
    assertThat(allocatedMib()).as("as much of what is not collected yet").isEqualTo(170);
  }

  @Test
  void nothingIsLostOrCountedTwiceWhileACollectionIsUnderWay() {
    g1.set(EDEN, 160 * MIB).set(YOUNG + "invocations", 1);
    assertThat(allocatedMib()).isEqualTo(60);
    g1.set(EDEN, 0);
    assertThat(allocatedMib()).isEqualTo(60);
    collection(1, 0);
    assertThat(allocatedMib()).isEqualTo(60);
    assertThat(watch.read().orElseThrow().missed()).isZero();
  }

  @Test
  void twoCollectionsBetweenTwoLooksAreOneMissed() {
    collection(2, 0);
    assertThat(watch.read().orElseThrow().missed()).isEqualTo(1);
    collection(3, 0);
    assertThat(watch.read().orElseThrow().missed()).isEqualTo(1);
  }

  @Test
  void pausesAreThoseOfAllCollectorsAndWhatIsKeptIsWithoutEden() {
    collection(3, 5);
    g1.set(CYCLE + "invocations", 2).set(CYCLE + "time", 100);
    HeapWatch.Reading reading = watch.read().orElseThrow();
    assertThat(reading.collector()).isEqualTo("GarbageFirst");
    assertThat(reading.collections()).isEqualTo(3);
    assertThat(reading.pauses()).isEqualTo(5);
    assertThat(reading.pauseNs()).isEqualTo(1_300_000);
    assertThat(reading.keptBytes()).isEqualTo(9 * MIB);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Copy:MSC", "ParScav:MSC"})
  void aCollectorThatCountsEdenAtCollectionsOnlyTellsNoAllocation(String collector)
      throws Exception {
    assertThat(watch(jvm(collector)).read().orElseThrow().allocatedBytes()).isEmpty();
  }

  @Test
  void anUnknownCollectorIsNotWatched() throws Exception {
    assertThat(parse(jvm("Other")).flatMap(HeapCounters::of)).isEmpty();
    assertThat(parse(new PerfDataFile()).flatMap(HeapCounters::of)).isEmpty();
  }

  @Test
  void aFileOfAnotherKindOrVersionIsNotRead() throws Exception {
    assertThat(PerfData.parse(ByteBuffer.allocate(100), at -> 0)).isEmpty();
    assertThat(PerfData.parse(ByteBuffer.allocate(0), at -> 0)).isEmpty();
    PerfDataFile later = jvm("GarbageFirst");
    later.memory().put(5, (byte) 3);
    assertThat(parse(later)).isEmpty();
  }

  @Test
  void theFileIsFoundInTheContainerOfTheProcessAndTheNewestIsItsOwn(@TempDir Path root)
      throws Exception {
    status(root, own(), "42\t7");
    file(root, "hsperfdata_old/7", jvm("Copy:MSC"), 1_000);
    file(root, "hsperfdata_app/7", jvm("GarbageFirst"), 2_000);
    file(root, "hsperfdata_app/42", jvm("ParScav:MSC"), 3_000);
    try (HeapWatch found = HeapWatch.of(new SystemFiles(root), 42).orElseThrow()) {
      assertThat(found.read().orElseThrow().collector()).isEqualTo("GarbageFirst");
    }
  }

  @Test
  void aProcessWithoutAFileIsNotWatched(@TempDir Path root) throws Exception {
    assertThat(HeapWatch.of(new SystemFiles(root), 42)).isEmpty();
    status(root, own(), "42");
    Files.createDirectories(root.resolve("proc/42/root/tmp"));
    assertThat(HeapWatch.of(new SystemFiles(root), 42)).isEmpty();
  }

  /** Only root can give a file away, so the process is somebody else's and not the file. */
  @Test
  void aFileOfAnotherUserThanTheProcessIsNotRead(@TempDir Path root) throws Exception {
    status(root, own() + 1, "42");
    file(root, "hsperfdata_app/42", jvm("GarbageFirst"), 1_000);
    assertThatThrownBy(() -> HeapWatch.of(new SystemFiles(root), 42))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(
            "belongs to user " + own() + " and the process to user " + (own() + 1));
  }

  @Test
  void theNewerFileOfAnotherUserDoesNotHideThatOfTheProcess(@TempDir Path root) throws Exception {
    assumeTrue(own() == 0, () -> Needs.skipped("only root can give a file to another user"));
    status(root, own(), "42");
    file(root, "hsperfdata_app/42", jvm("GarbageFirst"), 1_000);
    file(root, "hsperfdata_x/42", jvm("Copy:MSC"), 2_000);
    Files.setAttribute(root.resolve("proc/42/root/tmp/hsperfdata_x"), "unix:uid", 65_534);
    try (HeapWatch found = HeapWatch.of(new SystemFiles(root), 42).orElseThrow()) {
      assertThat(found.read().orElseThrow().collector()).isEqualTo("GarbageFirst");
    }
  }

  @Test
  void aLinkInPlaceOfTheFileOrOfAFolderIsNotFollowed(@TempDir Path root, @TempDir Path elsewhere)
      throws Exception {
    status(root, own(), "42");
    file(elsewhere, "hsperfdata_app/42", jvm("GarbageFirst"), 1_000);
    Path real = elsewhere.resolve("proc/42/root/tmp");
    Path temporary = root.resolve("proc/42/root/tmp");
    Files.createDirectories(temporary.resolve("hsperfdata_app"));
    Files.createSymbolicLink(
        temporary.resolve("hsperfdata_app/42"), real.resolve("hsperfdata_app/42"));
    assertThatThrownBy(() -> HeapWatch.of(new SystemFiles(root), 42))
        .hasMessageContaining("is not a regular file");

    FolderTree.delete(temporary.resolve("hsperfdata_app"));
    Files.createSymbolicLink(temporary.resolve("hsperfdata_app"), real.resolve("hsperfdata_app"));
    assertThat(HeapWatch.of(new SystemFiles(root), 42)).isEmpty();

    FolderTree.delete(temporary);
    Files.createSymbolicLink(temporary, real);
    assertThatThrownBy(() -> HeapWatch.of(new SystemFiles(root), 42))
        .hasMessageContaining("/tmp is not a folder but a link or a file");
  }

  @Test
  @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void aPipeOfThatNameIsNotWaitedFor(@TempDir Path root) throws Exception {
    status(root, own(), "42");
    Path folder = root.resolve("proc/42/root/tmp/hsperfdata_app");
    Files.createDirectories(folder);
    String unused =
        Command.run(List.of("mkfifo", folder.resolve("42").toString()), Duration.ofSeconds(5));
    assertThatThrownBy(() -> HeapWatch.of(new SystemFiles(root), 42))
        .hasMessageContaining("is not a regular file");
  }

  @Test
  void aFileThatIsTooLargeIsNotRead(@TempDir Path root) throws Exception {
    status(root, own(), "42");
    file(root, "hsperfdata_app/42", jvm("GarbageFirst"), 1_000);
    try (RandomAccessFile file =
        new RandomAccessFile(root.resolve("proc/42/root/tmp/hsperfdata_app/42").toFile(), "rw")) {
      file.setLength(33L << 20);
    }
    assertThatThrownBy(() -> HeapWatch.of(new SystemFiles(root), 42))
        .hasMessageContaining("more than HotSpot writes");
  }

  @Test
  void aFileThatIsCutLaterEndsTheWatchAndNothingElse(@TempDir Path root) throws Exception {
    status(root, own(), "42");
    file(root, "hsperfdata_app/42", jvm("GarbageFirst"), 1_000);
    try (HeapWatch found = HeapWatch.of(new SystemFiles(root), 42).orElseThrow()) {
      assertThat(found.read()).isPresent();
      Files.write(root.resolve("proc/42/root/tmp/hsperfdata_app/42"), new byte[0]);
      assertThat(found.read()).isEmpty();
    }
  }

  @Test
  @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void anEntryWithoutLengthOrBehindTheEndIsDamage() {
    PerfDataFile none = jvm("GarbageFirst");
    none.memory().putInt(28, Integer.MAX_VALUE).putInt(32, 0);
    assertThatThrownBy(() -> parse(none)).hasMessageContaining("damaged: an entry of 0 bytes");
    PerfDataFile far = jvm("GarbageFirst");
    far.memory().putInt(32, Integer.MAX_VALUE);
    assertThatThrownBy(() -> parse(far)).hasMessageContaining("damaged");
    PerfDataFile outside = jvm("GarbageFirst");
    outside.memory().putInt(24, -4);
    assertThatThrownBy(() -> parse(outside)).hasMessageContaining("damaged");
  }

  @Test
  void anEntryOfWhichThePartWithItsTypeIsCutOffIsDamage() {
    ByteBuffer cut = ByteBuffer.allocate(44).order(ByteOrder.BIG_ENDIAN).putInt(0, 0xcafec0c0);
    cut.order(ByteOrder.LITTLE_ENDIAN).put(4, (byte) 1).put(5, (byte) 2);
    cut.putInt(24, 32).putInt(28, 1).putInt(32, 20).putInt(36, 8);
    assertThatThrownBy(() -> PerfData.parse(cut, cut::getLong)).hasMessageContaining("damaged");
  }

  @Test
  @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void oneLongNameOfManyEntriesIsCut() throws IOException {
    int entries = 50_000;
    ByteBuffer file = ByteBuffer.allocate(32 + 20 * entries + (8 << 20)).putInt(0, 0xcafec0c0);
    Arrays.fill(file.array(), 32 + 20 * entries, file.limit(), (byte) 'x');
    file.order(ByteOrder.LITTLE_ENDIAN).put(4, (byte) 1).put(5, (byte) 2);
    file.putInt(24, 32).putInt(28, entries);
    for (int i = 0; i < entries; i++) {
      file.putInt(32 + 20 * i, 20).putInt(36 + 20 * i, 20 * (entries - i));
    }
    PerfData data = PerfData.parse(file, file::getLong).orElseThrow();
    assertThat(data.names("x")).singleElement().satisfies(name -> assertThat(name).hasSize(1_024));
  }

  private static long own() {
    return OwnProcess.REAL.uid();
  }

  private static void status(Path root, long uid, String inner) throws Exception {
    Files.createDirectories(root.resolve("proc/42"));
    Files.writeString(
        root.resolve("proc/42/status"),
        "Name:\tjava\nUid:\t" + uid + "\t" + uid + "\nNSpid:\t" + inner + "\n");
  }

  private static void file(Path root, String name, PerfDataFile content, long modified)
      throws Exception {
    Path file = root.resolve("proc/42/root/tmp").resolve(name);
    Files.createDirectories(file.getParent());
    Files.write(file, Arrays.copyOf(content.memory().array(), 1 << 15));
    Files.setLastModifiedTime(file, FileTime.fromMillis(modified));
  }
}
