package dev.tierbench.observer.host.heap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.observer.host.SystemFiles;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
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
  private final HeapWatch watch = watch(g1);

  private static HeapWatch watch(PerfDataFile file) {
    return new HeapWatch(PerfData.parse(file.memory()).flatMap(HeapCounters::of).orElseThrow());
  }

  private long allocatedMib() {
    return watch.read().allocatedBytes().orElseThrow() / MIB - 100;
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
    assertThat(watch.read().missed()).isZero();
  }

  @Test
  void twoCollectionsBetweenTwoLooksAreOneMissed() {
    collection(2, 0);
    assertThat(watch.read().missed()).isEqualTo(1);
    collection(3, 0);
    assertThat(watch.read().missed()).isEqualTo(1);
  }

  @Test
  void pausesAreThoseOfAllCollectorsAndWhatIsKeptIsWithoutEden() {
    collection(3, 5);
    g1.set(CYCLE + "invocations", 2).set(CYCLE + "time", 100);
    HeapWatch.Reading reading = watch.read();
    assertThat(reading.collector()).isEqualTo("GarbageFirst");
    assertThat(reading.collections()).isEqualTo(3);
    assertThat(reading.pauses()).isEqualTo(5);
    assertThat(reading.pauseNs()).isEqualTo(1_300_000);
    assertThat(reading.keptBytes()).isEqualTo(9 * MIB);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Copy:MSC", "ParScav:MSC"})
  void aCollectorThatCountsEdenAtCollectionsOnlyTellsNoAllocation(String collector) {
    assertThat(watch(jvm(collector)).read().allocatedBytes()).isEmpty();
  }

  @Test
  void anUnknownCollectorIsNotWatched() {
    assertThat(PerfData.parse(jvm("Other").memory()).flatMap(HeapCounters::of)).isEmpty();
    assertThat(PerfData.parse(new PerfDataFile().memory()).flatMap(HeapCounters::of)).isEmpty();
  }

  @Test
  void aFileOfAnotherKindOrVersionIsNotRead() {
    assertThat(PerfData.parse(ByteBuffer.allocate(100))).isEmpty();
    assertThat(PerfData.parse(ByteBuffer.allocate(0))).isEmpty();
    PerfDataFile later = jvm("GarbageFirst");
    later.memory().put(5, (byte) 3);
    assertThat(PerfData.parse(later.memory())).isEmpty();
  }

  @Test
  void theFileIsFoundInTheContainerOfTheProcessAndTheNewestIsItsOwn(@TempDir Path root)
      throws Exception {
    status(root, "Name:\tjava\nNSpid:\t42\t7\n");
    file(root, "hsperfdata_old/7", jvm("Copy:MSC"), 1_000);
    file(root, "hsperfdata_app/7", jvm("GarbageFirst"), 2_000);
    file(root, "hsperfdata_app/42", jvm("ParScav:MSC"), 3_000);
    try (HeapWatch found = HeapWatch.of(new SystemFiles(root), 42).orElseThrow()) {
      assertThat(found.read().collector()).isEqualTo("GarbageFirst");
    }
  }

  @Test
  void aProcessWithoutAFileIsNotWatched(@TempDir Path root) throws Exception {
    assertThat(HeapWatch.of(new SystemFiles(root), 42)).isEmpty();
    status(root, "NSpid:\t42\n");
    assertThat(HeapWatch.of(new SystemFiles(root), 42)).isEmpty();
  }

  private static void status(Path root, String text) throws Exception {
    Files.createDirectories(root.resolve("proc/42"));
    Files.writeString(root.resolve("proc/42/status"), text);
  }

  private static void file(Path root, String name, PerfDataFile content, long modified)
      throws Exception {
    Path file = root.resolve("proc/42/root/tmp").resolve(name);
    Files.createDirectories(file.getParent());
    Files.write(file, Arrays.copyOf(content.memory().array(), 1 << 15));
    Files.setLastModifiedTime(file, FileTime.fromMillis(modified));
  }
}
