package dev.tierbench.observer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.observer.host.HostFacts;
import dev.tierbench.observer.host.Proc;
import dev.tierbench.observer.host.SystemFiles;
import dev.tierbench.observer.host.TargetProcess;
import dev.tierbench.observer.host.child.Command;
import dev.tierbench.observer.role.Roles;
import dev.tierbench.run.CaptureLevel;
import dev.tierbench.run.record.Observation;
import dev.tierbench.run.threads.Counter;
import dev.tierbench.run.threads.SyscallRow;
import dev.tierbench.run.threads.ThreadRow;
import dev.tierbench.run.threads.ThreadState;
import dev.tierbench.run.threads.ThreadTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Programs whose work is known, counted for real at each level that this host allows. */
@Tag("process")
@Tag("timed")
class KnownWorkloadTest {

  private static final String READER = "twenty-three reads of /dev/zero";

  @TempDir private Path raw;

  private CaptureResult observe(CaptureLevel level, VictimProcess victim) throws Exception {
    return observe(level, victim, victim.pid());
  }

  private CaptureResult observe(CaptureLevel level, VictimProcess victim, long pid)
      throws Exception {
    Observer observer = Needs.level(level, true);
    try (Capture capture = observer.attach(pid, raw)) {
      assertThat(capture.level()).as(capture.missing().toString()).isEqualTo(level);
      capture.begin();
      victim.work();
      capture.end();
      CaptureResult seen = capture.finish();
      assertThat(seen.observed().failures()).isEmpty();
      return seen;
    }
  }

  private static String callsOf(CaptureResult seen, ThreadRow thread) {
    return seen.syscalls().rows().stream()
        .filter(row -> row.tid() == thread.tid())
        .toList()
        .toString();
  }

  private static ThreadRow only(CaptureResult seen, String name) {
    List<ThreadRow> rows =
        seen.threads().rows().stream().filter(row -> row.name().equals(name)).toList();
    assertThat(rows).as(name).hasSize(1);
    return rows.getFirst();
  }

  @ParameterizedTest
  @EnumSource(
      value = CaptureLevel.class,
      names = {"L0", "L1"})
  void exactly23ReadsOfANamedThreadCount23(CaptureLevel level) throws Exception {
    try (VictimProcess victim = VictimProcess.start("Victim", "reads")) {
      CaptureResult seen = observe(level, victim);
      ThreadRow reader = only(seen, READER);
      assertThat(reader.get(Counter.READ)).as(callsOf(seen, reader)).contains(23L);
      assertThat(reader.get(Counter.WRITE)).contains(0L);
      assertThat(reader.get(Counter.EPOLL)).contains(0L);
      assertThat(seen.syscalls().rows())
          .contains(new SyscallRow(reader.tid(), READER, reader.role(), "read", 23));
    }
  }

  @Test
  void withoutATracerPerThreadTheSystemCallsAreEmptyAndNotZero() throws Exception {
    try (VictimProcess victim = VictimProcess.start("Victim", "reads")) {
      CaptureResult seen = observe(CaptureLevel.L2, victim);
      assertThat(only(seen, READER).get(Counter.READ)).isEmpty();
      assertThat(only(seen, READER).get(Counter.SYSCALLS)).isEmpty();
      assertThat(seen.entireJvm().get(Counter.SYSCALLS).orElseThrow()).isGreaterThan(23);
    }
  }

  @Test
  void procAloneGivesCpuSwitchesAndFaultsAndLeavesTheRestEmpty() throws Exception {
    try (VictimProcess victim = VictimProcess.start("Victim", "parks")) {
      CaptureResult seen = observe(CaptureLevel.L3, victim);
      ThreadRow parked = only(seen, "parked");
      assertThat(parked.get(Counter.CPU_NS).orElseThrow()).isPositive();
      assertThat(parked.get(Counter.CS_VOLUNTARY).orElseThrow()).isBetween(950L, 1300L);
      assertThat(parked.get(Counter.MINOR_FAULTS)).isPresent();
      assertThat(parked.get(Counter.FUTEX)).isEmpty();
      assertThat(seen.entireJvm().get(Counter.SYSCALLS)).isEmpty();
    }
  }

  /**
   * A thread that may run on one core alone is moved by each change of that core, and else never.
   */
  @Test
  void aThreadThatIsMovedTwentyTimesHasTwentyMigrations() throws Exception {
    List<Integer> cores = List.copyOf(HostFacts.REAL.cores().cpus());
    Assumptions.assumeTrue(cores.size() > 1, "needs two cores");
    Observer observer = Needs.level(CaptureLevel.L3, false);
    try (VictimProcess victim = VictimProcess.start("Victim", "load")) {
      long busy = tid(victim.pid(), "load-0");
      move(busy, cores.get(0));
      try (Capture capture = observer.attach(victim.pid(), raw)) {
        capture.begin();
        for (int i = 1; i <= 20; i++) {
          move(busy, cores.get(i % 2));
        }
        capture.end();
        ThreadRow row =
            capture.finish().threads().rows().stream()
                .filter(thread -> thread.tid() == busy)
                .findFirst()
                .orElseThrow();
        assertThat(row.get(Counter.MIGRATIONS)).contains(20L);
      }
    }
  }

  private static long tid(long pid, String comm) {
    return Proc.REAL.threadIds(pid).stream()
        .filter(tid ->
            SystemFiles.REAL
                .read("proc/" + pid + "/task/" + tid + "/comm")
                .filter(comm::equals)
                .isPresent())
        .findFirst()
        .orElseThrow();
  }

  /** Returns when the thread runs on the core. */
  private static void move(long tid, int core) throws Exception {
    String cores = String.valueOf(core);
    List<String> taskset = List.of("taskset", "--cpu-list", "--pid", cores, String.valueOf(tid));
    assertThat(Command.run(taskset, Duration.ofSeconds(10))).contains("new");
    for (int i = 0; i < 1000 && !lastCore(tid).equals(cores); i++) {
      Thread.sleep(1);
    }
    assertThat(lastCore(tid)).isEqualTo(cores);
  }

  /** Field 39 of proc(5), counted from the one behind the name. */
  private static String lastCore(long tid) {
    String stat = SystemFiles.REAL.read("proc/" + tid + "/stat").orElseThrow();
    return stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[36];
  }

  @Test
  void aThousandParksAndUnparksAreFutexWaitsAndWakes() throws Exception {
    try (VictimProcess victim = VictimProcess.start("Victim", "parks")) {
      CaptureResult seen = observe(CaptureLevel.L0, victim);
      assertThat(only(seen, "parked").get(Counter.FUTEX_WAIT).orElseThrow()).isBetween(950L, 1300L);
      assertThat(only(seen, "unparker").get(Counter.FUTEX_WAKE).orElseThrow())
          .isBetween(950L, 1300L);
      assertThat(only(seen, "parked").get(Counter.CS_VOLUNTARY).orElseThrow())
          .isBetween(950L, 1300L);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = CaptureLevel.class,
      names = {"L0", "L3"})
  void aSpinnerHasNoVoluntarySwitches(CaptureLevel level) throws Exception {
    try (VictimProcess victim = VictimProcess.start("Victim", "spin")) {
      CaptureResult seen = observe(level, victim);
      ThreadRow spinner = only(seen, "spinner");
      // Woken once, asleep once, and now and then a stop for the JVM's own operations.
      assertThat(spinner.get(Counter.CS_VOLUNTARY).orElseThrow()).isLessThan(20);
      assertThat(seen.threads().rows().getFirst()).isEqualTo(spinner);
    }
  }

  @Test
  void fiveHundredThreadsThatLive100MillisecondsAreAllSeen() throws Exception {
    try (VictimProcess victim = VictimProcess.start("Victim", "starts")) {
      CaptureResult seen = observe(CaptureLevel.L0, victim);
      List<ThreadRow> brief =
          seen.threads().rows().stream().filter(row -> row.name().startsWith("short-")).toList();
      assertThat(brief).extracting(ThreadRow::name).doesNotHaveDuplicates().hasSize(500);
      assertThat(brief).extracting(ThreadRow::state).containsOnly(ThreadState.EXITED);
      assertThat(brief).allMatch(row -> row.get(Counter.CPU_NS).orElse(0L) > 0);
      assertThat(brief).allMatch(row -> row.get(Counter.CS_VOLUNTARY).orElse(0L) > 0);
      assertThat(brief).allMatch(row -> row.get(Counter.FUTEX_WAIT).orElse(0L) > 0);
    }
  }

  @Test
  void aThreadRenamedHalfWayIsOneRowWithAllItsReads() throws Exception {
    try (VictimProcess victim = VictimProcess.start("Victim", "rename")) {
      CaptureResult seen = observe(CaptureLevel.L0, victim);
      assertThat(only(seen, "renamed half-way with a long name").get(Counter.READ)).contains(23L);
      assertThat(seen.threads().rows()).extracting(ThreadRow::name).doesNotContain("before");
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = CaptureLevel.class,
      names = {"L0", "L3"})
  void theWorkOfVirtualThreadsShowsOnTheirCarriers(CaptureLevel level) throws Exception {
    try (VictimProcess victim = VictimProcess.start("VirtualVictim")) {
      CaptureResult seen = observe(level, victim);
      long carriers =
          ThreadTable.sum(seen.threads().byRole().getOrDefault(Roles.CARRIER, List.of()))
              .get(Counter.CPU_NS)
              .orElse(0L);
      long jit =
          ThreadTable.sum(seen.threads().byRole().getOrDefault("jit", List.of()))
              .get(Counter.CPU_NS)
              .orElse(0L);
      long all = seen.entireJvm().get(Counter.CPU_NS).orElseThrow() - jit;
      assertThat((double) carriers / all).isGreaterThan(0.7);
    }
  }

  @Test
  void underLoadTheThreadsAddUpToTheProcess() throws Exception {
    try (VictimProcess victim = VictimProcess.start("Victim", "load")) {
      CaptureResult seen = observe(CaptureLevel.L0, victim);
      assertThat(seen.observed().syscallsOfProcessShare().orElseThrow()).isBetween(0.99, 1.01);
      assertThat(seen.observed().namedCpuShare().orElseThrow()).isGreaterThan(0.99);
      // The process's own CPU comes in ticks of 10 ms.
      double ticks = 4 * 10e6 / seen.observed().processCpuNs().orElseThrow();
      assertThat(seen.observed().cpuOfProcessShare().orElseThrow())
          .isBetween(0.99 - ticks, 1.01 + ticks);
    }
  }

  @Test
  void theKernelsOwnCountsOfReadsAndWritesAgreeAndLeaveSocketsOut() throws Exception {
    try (VictimProcess victim = VictimProcess.start("Victim", "files")) {
      CaptureResult seen = observe(CaptureLevel.L0, victim);
      Map<String, Long> calls = callsByName(seen, only(seen, "files and sockets"));
      assertThat(calls).containsEntry("read", 1000L).containsEntry("readv", 1000L);
      assertThat(calls).containsEntry("writev", 1000L);
      // The JVM reads its archive of classes in the same way.
      assertThat(calls.get("pread64")).isGreaterThanOrEqualTo(1000);
      assertThat(calls.get("recvfrom")).isGreaterThanOrEqualTo(1000);
      assertThat(calls.get("sendto")).isGreaterThanOrEqualTo(1000);
      Observation.IoCounts io = seen.observed().ioCounts().orElseThrow();
      assertThat(io.tracedReads()).isGreaterThan(3000);
      assertThat(io.tracedWrites()).isGreaterThan(2000);
      // The main thread is inside a read at both boundaries.
      assertThat(io.procReads()).isCloseTo(io.tracedReads(), Offset.offset(5L));
      assertThat(io.procWrites()).isCloseTo(io.tracedWrites(), Offset.offset(5L));
    }
  }

  private static Map<String, Long> callsByName(CaptureResult seen, ThreadRow thread) {
    return seen.syscalls().rows().stream()
        .filter(row -> row.tid() == thread.tid())
        .collect(Collectors.toMap(SyscallRow::syscall, SyscallRow::calls));
  }

  @Test
  void withoutATracerThereIsNothingToHoldTheKernelsCountsAgainst() throws Exception {
    try (VictimProcess victim = VictimProcess.start("Victim", "reads")) {
      assertThat(observe(CaptureLevel.L3, victim).observed().ioCounts()).isEmpty();
    }
  }

  @Test
  void theThreadsOfAContainerAreJoinedThroughTheirPidNamespace() throws Exception {
    Needs.root("unshare");
    List<String> container = VictimProcess.container(List.of());
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    try (VictimProcess victim = VictimProcess.start(container, java, "Victim", "reads")) {
      long pid = victim.pidOfChild();
      assertThat(TargetProcess.find(pid).nested()).isTrue();
      assertThat(TargetProcess.find(pid).innerPid()).isEqualTo(1);
      CaptureResult seen = observe(CaptureLevel.L0, victim, pid);
      assertThat(only(seen, READER).get(Counter.READ)).contains(23L);
      assertThat(seen.observed().namedCpuShare().orElseThrow()).isGreaterThan(0.99);
    }
  }

  @Test
  void aJvmOfJdk17IsReadByALaterJdk() throws Exception {
    Path java = jdk17();
    try (VictimProcess victim = VictimProcess.start(List.of(), java, "Victim", "reads")) {
      CaptureResult seen = observe(CaptureLevel.L3, victim);
      assertThat(only(seen, READER).get(Counter.CPU_NS)).isPresent();
      assertThat(Files.readString(raw.resolve("thread-dump.txt"))).contains("nid=0x");
    }
  }

  private static Path jdk17() throws Exception {
    try (Stream<Path> jdks = Files.list(Path.of("/usr/lib/jvm"))) {
      List<Path> found =
          jdks.filter(folder -> folder.toString().contains("17"))
              .map(folder -> folder.resolve("bin/java"))
              .filter(Files::isExecutable)
              .toList();
      Assumptions.assumeFalse(found.isEmpty(), () -> Needs.skipped("no JDK 17 under /usr/lib/jvm"));
      return found.getFirst();
    }
  }
}
