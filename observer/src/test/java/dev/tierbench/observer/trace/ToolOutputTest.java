package dev.tierbench.observer.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tierbench.observer.Fixture;
import dev.tierbench.observer.host.Architecture;
import dev.tierbench.observer.host.SystemFiles;
import dev.tierbench.observer.jvm.ThreadDump;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.record.Observation;
import dev.tierbench.run.threads.Counter;
import dev.tierbench.run.threads.Counts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The parsers on what perf 6.1 and bpftrace 0.17 really print. */
class ToolOutputTest {

  private static final SyscallNames NAMES = SyscallNames.of(Architecture.X86_64);

  @Test
  void perfTraceGivesCallsByThreadAndName() {
    PerfTraceSummary summary =
        PerfTraceSummary.parse(Fixture.read("perf-trace-6.1-pid-tomcat.txt"));
    ThreadCalls calls = summary.calls().get(3584L);
    assertThat(calls.calls())
        .isEqualTo(
            Map.of(
                "futex",
                15L,
                "poll",
                12L,
                "write",
                25L,
                "read",
                48L,
                "shutdown",
                2L,
                "getsockopt",
                2L));
    assertThat(calls.toCounts())
        .isEqualTo(
            new Counts(
                Map.of(
                    Counter.SYSCALLS, 104L,
                    Counter.FUTEX, 15L,
                    Counter.READ, 48L,
                    Counter.WRITE, 25L,
                    Counter.EPOLL, 0L,
                    Counter.OTHER, 16L)));
    assertThat(summary.lostEvents()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"tomcat", "netty", "virtual"})
  void noThreadOfPerfTraceIsMissed(String model) {
    String text = Fixture.read("perf-trace-6.1-pid-" + model + ".txt");
    long threads = text.lines().filter(line -> line.contains(" events, ")).count();
    long calls = text.lines().filter(line -> line.matches("   [a-z].*%")).count();
    PerfTraceSummary summary = PerfTraceSummary.parse(text);
    assertThat(summary.calls()).hasSize((int) threads);
    assertThat(summary.calls().values().stream().mapToInt(c -> c.calls().size()).sum())
        .isEqualTo((int) calls);
  }

  @Test
  void perfTraceSaysWhatItLost() {
    String text = "LOST 17 events!\n" + Fixture.read("perf-trace-6.1-pid-netty.txt");
    assertThat(PerfTraceSummary.parse(text + "\nLOST 3 events!\n").lostEvents()).isEqualTo(20);
  }

  @Test
  void aTracerThatDoesNotSeeFutexOperationsLeavesThemEmpty() {
    Counts counts =
        PerfTraceSummary.parse(Fixture.read("perf-trace-6.1-pid-tomcat.txt"))
            .calls()
            .get(3584L)
            .toCounts();
    assertThat(counts.get(Counter.FUTEX_WAIT)).isEmpty();
    assertThat(counts.get(Counter.FUTEX_WAKE)).isEmpty();
  }

  @Test
  void perfStatGivesTheProcessAndNoHardwareCounterWhereThereIsNone() {
    Map<String, Optional<Long>> counts =
        PerfStatOutput.parseProcess(Fixture.read("perf-stat-6.1-process-tomcat.csv"));
    assertThat(counts)
        .containsEntry("task-clock", Optional.of(4_343_700_000L))
        .containsEntry("context-switches", Optional.of(28_448L))
        .containsEntry("syscalls:sys_enter_futex", Optional.of(25_773L))
        .containsEntry("instructions", Optional.empty())
        .containsEntry("cycles", Optional.empty());
  }

  @Test
  void perfStatPerThreadGivesEveryThread() {
    String text = Fixture.read("perf-stat-6.1-per-thread-tomcat.csv");
    Map<Long, Map<String, PerfStatOutput.Reading>> byTid = PerfStatOutput.parsePerThread(text);
    assertThat(byTid.get(3404L))
        .containsEntry("task-clock", new PerfStatOutput.Reading(865_200_000L, 100));
    assertThat(byTid.values())
        .allSatisfy(events -> assertThat(events.values()).noneMatch(reading -> reading.isScaled()));
    long rows = text.lines().filter(line -> line.contains(",") && !line.contains("<not")).count();
    assertThat(byTid.values().stream().mapToLong(Map::size).sum()).isEqualTo(rows);
  }

  @Test
  void perfStatPerThreadReadsNamesWithCommasAndLeavesOutWhatIsNotCounted() {
    String text =
        """
        a,b-7-99,1234,,instructions,500,100.00,1.2,insn per cycle
        x-8,<not supported>,,cycles,0,100.00,,
        x-9,<not counted>,,cycles,0,100.00,,
        a,b-7-99,617,,cycles,500,100.00,,
        """;
    HardwareCounters.Counted counted =
        HardwareCounters.counted(PerfStatOutput.parsePerThread(text));
    assertThat(counted.byTid())
        .isEqualTo(
            Map.of(99L, new Counts(Map.of(Counter.INSTRUCTIONS, 1234L, Counter.CYCLES, 617L))));
    assertThat(counted.caveats()).isEmpty();
  }

  @Test
  void countsOfOtherEventsAreNotTakenForThoseThatWereAsked() {
    String user = "a-7,1000,,instructions:u,500,100.00,1.2,insn per cycle\n";
    assertThatThrownBy(() -> HardwareCounters.requireEvents(PerfStatOutput.parsePerThread(user)))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "perf counted instructions:u in the place of instructions and cycles: run it as root");
    String one = "a-7,1000,,instructions,500,100.00,1.2,insn per cycle\n";
    assertThatCode(() -> HardwareCounters.requireEvents(PerfStatOutput.parsePerThread(one)))
        .doesNotThrowAnyException();
  }

  @Test
  void aCountOfAnEventThatSharedItsCounterIsMarkedOrNotMeasured() {
    String text =
        """
        a-7,1000,,instructions,500,100.00,1.2,insn per cycle
        a-7,2000,,cycles,310,62.70,,
        b-8,3000,,instructions,249,49.99,,
        b-8,4000,,cycles,250,50.00,,
        """;
    HardwareCounters.Counted counted =
        HardwareCounters.counted(PerfStatOutput.parsePerThread(text));
    assertThat(counted.byTid())
        .isEqualTo(
            Map.of(
                7L, new Counts(Map.of(Counter.INSTRUCTIONS, 1000L, Counter.CYCLES, 2000L)),
                8L, new Counts(Map.of(Counter.CYCLES, 4000L))));
    assertThat(counted.caveats())
        .satisfiesExactly(
            scaled -> assertThat(scaled).startsWith("2 counts").contains("scaled", "50 %"),
            left -> assertThat(left).startsWith("1 counts").contains("not measured"));
  }

  /** The real lines with another share in the place of perf's. */
  @Test
  void aTotalOfAProcessThatWasCountedInPartsIsNotMeasured() {
    String text = Fixture.read("perf-stat-6.1-process-tomcat.csv");
    assertThat(PerfStatOutput.parseProcess(text)).containsEntry("page-faults", Optional.of(7561L));
    assertThat(PerfStatOutput.parseProcess(text.replace("4323075144,100.00", "4323075144,80.00")))
        .containsEntry("page-faults", Optional.empty())
        .containsEntry("context-switches", Optional.of(28_448L));
  }

  @ParameterizedTest
  @ValueSource(strings = {"tomcat", "netty", "virtual"})
  void theMapsOfBpftraceJoinWithTheThreadDump(String model) {
    Map<Long, String> names =
        ThreadDump.parse(Fixture.read("jcmd-thread-print-25-" + model + ".txt")).names();
    String printed = Fixture.read("bpftrace-0.17.0-" + model + ".json");
    assertThat(printed).contains("\"@syscalls\"", "\"@futex\"", "\"@switches\"");
    BpftraceOutput output = new BpftraceOutput(NAMES);
    printed.replace("\"@syscalls\"", "\"@calls\"").lines().forEach(output::add);
    Map<Long, ThreadCalls> calls = result(output, Optional.empty()).calls().orElseThrow();
    long all = calls.values().stream().mapToLong(ToolOutputTest::total).sum();
    long named =
        calls.entrySet().stream()
            .filter(thread -> names.containsKey(thread.getKey()))
            .mapToLong(thread -> total(thread.getValue()))
            .sum();
    assertThat((double) named / all).isGreaterThan(0.99);
  }

  private static long total(ThreadCalls calls) {
    return calls.toCounts().get(Counter.SYSCALLS).orElseThrow();
  }

  @Test
  void linesOfTheProgramBecomeStartsExitsAWindowAndCalls() {
    BpftraceOutput output = new BpftraceOutput(NAMES);
    for (String line :
        List.of(
            "{\"type\": \"attached_probes\", \"data\": {\"probes\": 3}}",
            "{\"type\": \"printf\", \"data\": \"ready starts 900\\n\"}",
            "{\"type\": \"printf\", \"data\": \"open 1000\\n\"}",
            "{\"type\": \"printf\", \"data\": \"started 71 1500 pool 1 thread\\n\"}",
            "{\"type\": \"printf\", \"data\": \"exit 71 1900 11 12 13 14 17 15 16 my \\\"name\\n\"}",
            "{\"type\": \"printf\", \"data\": \"close 3000\\n\"}",
            "{\"type\": \"map\", \"data\": {\"@calls\": {\"71,0\": 23, \"71,1000009\": 5,"
                + " \"71,1000000\": 2, \"71,1000001\": 4, \"71,1000003\": 1, \"72,9999\": 6}}}",
            "{\"type\": \"map\", \"data\": {\"@on\": 0}}",
            "{\"type\": \"lost_events\", \"data\": {\"events\": 3}}",
            "{\"type\": \"pri")) {
      assertThat(output.add(line)).isEqualTo(line.contains("ready"));
    }
    assertThat(output.ready()).containsExactly("starts");
    TraceResult result = result(output, Optional.of(7));
    assertThat(result.window()).contains(new TraceResult.Window(1000, 3000));
    assertThat(result.starts()).containsExactly(new ThreadStart(71, 1500, "pool 1 thread"));
    ThreadExit exit = result.exits().getFirst();
    assertThat(exit.comm()).isEqualTo("my \"name");
    assertThat(exit.counts().get(Counter.CPU_NS)).contains(11L);
    assertThat(exit.counts().get(Counter.MIGRATIONS)).contains(17L);
    assertThat(exit.counts().get(Counter.MAJOR_FAULTS)).contains(16L);
    assertThat(result.lostEvents()).contains(3L);
    assertThat(result.mapUsage()).contains(new Observation.MapUsage(6, 7));
    assertThat(result.calls())
        .contains(
            Map.of(
                71L,
                new ThreadCalls(
                    Map.of("read", 23L, "futex", 12L), Optional.of(7L), Optional.of(4L)),
                72L,
                new ThreadCalls(Map.of("syscall_9999", 6L), Optional.of(0L), Optional.of(0L))));
  }

  private static TraceResult result(BpftraceOutput output, Optional<Integer> capacity) {
    return output.result(
        new SyscallCounter.Counted(
            output.callsByTid(),
            output.window(),
            capacity.map(entries -> new Observation.MapUsage(output.mapEntries(), entries)),
            0),
        List.of());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"type\": \"printf\", \"data\": \"started\\n\"}",
        "{\"type\": \"printf\", \"data\": \"started 71 x pool\\n\"}",
        "{\"type\": \"printf\", \"data\": \"exit 71 1900 11 12 13\\n\"}",
        "{\"type\": \"printf\", \"data\": \"open 99999999999999999999\\n\"}",
        "{\"type\": \"map\", \"data\": {\"@calls\": {\"71\": 5}}}",
        "{\"type\": \"map\", \"data\": {\"@calls\": {\"71,0\": \"many\"}}}",
        "{\"type\": \"map\", \"data\": {\"@calls\": {\"71,0\": -1}}}",
        "{\"type\": \"lost_events\", \"data\": {\"events\": {}}}"
      })
  void aLineOfBpftraceInAnotherFormIsALostEvent(String line) {
    BpftraceOutput output = new BpftraceOutput(NAMES);
    assertThat(output.add(line)).isFalse();
    assertThat(result(output, Optional.empty()).lostEvents()).contains(1L);
  }

  @Test
  void aThreadWithoutANameStartsAndEnds() {
    BpftraceOutput output = new BpftraceOutput(NAMES);
    output.add("{\"type\": \"printf\", \"data\": \"started 71 1500 \\n\"}");
    output.add("{\"type\": \"printf\", \"data\": \"exit 71 1900 1 2 3 4 5 6 7 \\n\"}");
    TraceResult result = result(output, Optional.empty());
    assertThat(result.starts()).containsExactly(new ThreadStart(71, 1500, ""));
    assertThat(result.exits()).singleElement().satisfies(exit -> assertThat(exit.comm()).isEmpty());
  }

  @Test
  void aValueOfPerfThatIsNoNumberIsNotMeasured() {
    assertThat(PerfStatOutput.parseProcess("1.5,,page-faults,500,100.00,,\n7,,cycles,1,1.2.3,,\n"))
        .containsEntry("page-faults", Optional.empty())
        .containsEntry("cycles", Optional.empty());
    assertThat(PerfStatOutput.parsePerThread("a-7,1.2.3,msec,task-clock,5,100.00,,\n")).isEmpty();
    assertThat(PerfStatOutput.parsePerThread("a-99999999999999999999,1,,cycles,5,100.00,,\n"))
        .isEmpty();
  }

  @Test
  void aCountThatNoThreadReachesIsNoLineOfPerfTrace() {
    String text = Fixture.read("perf-trace-6.1-pid-tomcat.txt");
    PerfTraceSummary summary =
        PerfTraceSummary.parse(text + "\nLOST 99999999999999999999 events!\n");
    assertThat(summary).isEqualTo(PerfTraceSummary.parse(text));
  }

  @Test
  void callsThatFoundNoRoomAreLost() {
    TraceResult result =
        new BpftraceOutput(NAMES)
            .result(
                new SyscallCounter.Counted(Map.of(), Optional.empty(), Optional.empty(), 5),
                List.of());
    assertThat(result.lostEvents()).contains(5L);
    assertThat(result.failures()).hasSize(1);
  }

  /** The rule judges it, with limits that may change later. */
  @Test
  void aFullMapIsNoFailureOfTheTracer() {
    BpftraceOutput output = new BpftraceOutput(NAMES);
    output.add("{\"type\": \"map\", \"data\": {\"@calls\": {\"71,0\": 23, \"71,1\": 5}}}");
    assertThat(result(output, Optional.of(2)).failures()).isEmpty();
    assertThat(result(output, Optional.of(2)).caveats()).isEmpty();
  }

  @Test
  void aMapOfUnknownCapacityIsACaveatAndHasNoUsage() {
    TraceResult result = result(new BpftraceOutput(NAMES), Optional.empty());
    assertThat(result.mapUsage()).isEmpty();
    assertThat(result.caveats()).hasSize(1);
  }

  @Test
  void theCapacityIsThatOfTheMapWithTheLongestKey(@TempDir Path root) {
    fdinfo(root, "3", 4, 4, 2);
    fdinfo(root, "4", 1, 8, 20);
    fdinfo(root, "5", 5, 16, 4_096);
    RunJson.write(root.resolve("proc/7/fdinfo/6"), "pos:\t0\nflags:\t02\n");
    assertThat(MapCapacity.of(new SystemFiles(root), 7)).contains(4_096);
    assertThat(MapCapacity.of(new SystemFiles(root), 8)).isEmpty();
  }

  private static void fdinfo(Path root, String descriptor, int type, int keySize, int entries) {
    RunJson.write(
        root.resolve("proc/7/fdinfo").resolve(descriptor),
        "pos:\t0\nmap_type:\t%d\nkey_size:\t%d\nvalue_size:\t8\nmax_entries:\t%d\n"
            .formatted(type, keySize, entries));
  }

  @Test
  void withoutTheEndThereIsNoWindow() {
    BpftraceOutput output = new BpftraceOutput(NAMES);
    output.add("{\"type\": \"printf\", \"data\": \"open 1000\\n\"}");
    assertThat(output.window()).isEmpty();
  }

  @Test
  void theCallsOfDifferentStacksFallIntoTheSameFamilies() {
    assertThat(SyscallFamily.of("recvfrom")).isEqualTo(Counter.READ);
    assertThat(SyscallFamily.of("sendto")).isEqualTo(Counter.WRITE);
    assertThat(SyscallFamily.of("writev")).isEqualTo(Counter.WRITE);
    assertThat(SyscallFamily.of("epoll_pwait2")).isEqualTo(Counter.EPOLL);
    assertThat(SyscallFamily.of("poll")).isEqualTo(Counter.OTHER);
  }

  @Test
  void bothArchitecturesNumberTheCallsThatTheTracerNeeds() {
    assertThat(NAMES.number("futex")).isEqualTo(202);
    assertThat(NAMES.number("lseek")).isEqualTo(8);
    assertThat(SyscallNames.of(Architecture.AARCH64).number("futex")).isEqualTo(98);
    assertThat(SyscallNames.of(Architecture.AARCH64).number("lseek")).isEqualTo(62);
  }

  @Test
  void perfStatTakesAsManyEventsAsThereAreDescriptors() throws IOException {
    assertThat(PerfStat.eventsThatFit(PerfStat.SOFTWARE, 68, 20_000))
        .contains("task-clock", "page-faults");
    assertThat(PerfStat.eventsThatFit(PerfStat.SOFTWARE, 2_600, 20_000)).hasSize(5);
    assertThat(PerfStat.eventsThatFit(PerfStat.SOFTWARE, 9_000, 20_000))
        .isEqualTo(List.of("raw_syscalls:sys_enter", "task-clock"));
    assertThatThrownBy(() -> PerfStat.eventsThatFit(PerfStat.SOFTWARE, 2_600, 1_024))
        .hasMessageContaining("raise ulimit -n");
  }
}
