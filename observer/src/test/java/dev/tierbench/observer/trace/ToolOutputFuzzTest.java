package dev.tierbench.observer.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.observer.Fixture;
import dev.tierbench.observer.host.Architecture;
import dev.tierbench.observer.jvm.ThreadDump;
import dev.tierbench.run.Fuzz;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What the tools print, damaged: it gives counts, and none that it does not hold. */
@Tag("fuzz")
class ToolOutputFuzzTest {

  private static final SyscallNames NAMES = SyscallNames.of(Architecture.X86_64);

  /** The beginning of a file holds every kind of line, and costs less than the whole. */
  private static final int MOST_CHARACTERS = 6_000;

  /** The lines of the observer's own program in bpftrace. */
  private static final String PROGRAM =
      """
      {"type": "attached_probes", "data": {"probes": 3}}
      {"type": "printf", "data": "ready starts 900\\n"}
      {"type": "printf", "data": "open 1000\\n"}
      {"type": "printf", "data": "started 71 1500 pool 1 thread\\n"}
      {"type": "printf", "data": "exit 71 1900 11 12 13 14 17 15 16 my \\"name\\n"}
      {"type": "printf", "data": "close 3000\\n"}
      {"type": "map", "data": {"@calls": {"71,0": 23, "71,1000009": 5, "72,9999": 6}}}
      {"type": "map", "data": {"@on": 0}}
      {"type": "lost_events", "data": {"events": 3}}
      """;

  /** A parser of a text. */
  interface TextParser {
    void parse(String text) throws Exception;
  }

  private static Stream<Arguments> parsers() {
    return Stream.of(
        parser("perf trace", ToolOutputFuzzTest::perfTrace, models("perf-trace-6.1-pid-%s.txt")),
        parser(
            "perf stat of a process",
            ToolOutputFuzzTest::perfStat,
            models("perf-stat-6.1-process-%s.csv")),
        parser(
            "perf stat per thread",
            ToolOutputFuzzTest::perfStatPerThread,
            models("perf-stat-6.1-per-thread-%s.csv")),
        parser(
            "bpftrace",
            ToolOutputFuzzTest::bpftrace,
            Stream.concat(
                Stream.of(PROGRAM),
                models("bpftrace-0.17.0-%s.json")
                    .map(text -> text.replace("\"@syscalls\"", "\"@calls\"")))),
        parser(
            "version of bpftrace",
            text -> BpftraceVersion.parse(text).ifPresent(BpftraceVersion::countsInPlace),
            Stream.of("bpftrace v0.17.0\n", "bpftrace v1.2.3-rc1\n")),
        parser(
            "thread dump",
            ToolOutputFuzzTest::threadDump,
            Stream.concat(
                Stream.of(Fixture.read("jcmd-thread-print-17-hostile-names.txt")),
                models("jcmd-thread-print-25-%s.txt"))));
  }

  private static Arguments parser(String name, TextParser parser, Stream<String> real) {
    return Arguments.of(Named.of(name, parser), real.map(ToolOutputFuzzTest::beginning).toList());
  }

  private static Stream<String> models(String file) {
    return Stream.of("tomcat", "netty", "virtual").map(file::formatted).map(Fixture::read);
  }

  private static byte[] beginning(String text) {
    return text.substring(0, Math.min(MOST_CHARACTERS, text.length()))
        .getBytes(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @MethodSource("parsers")
  void damagedOutputGivesCountsOrNone(TextParser parser, List<byte[]> real) {
    Fuzz.feed(
        real, Fuzz.inputs(), input -> parser.parse(new String(input, StandardCharsets.UTF_8)));
  }

  private static void perfTrace(String text) {
    PerfTraceSummary summary = PerfTraceSummary.parse(text);
    assertThat(summary.lostEvents()).isNotNegative();
    summary.calls().values().forEach(ToolOutputFuzzTest::assertCounts);
  }

  private static void perfStat(String text) {
    Map<String, Optional<Long>> counts = PerfStatOutput.parseProcess(text);
    assertThat(counts.values()).allSatisfy(count -> assertThat(count.orElse(0L)).isNotNegative());
  }

  private static void perfStatPerThread(String text) {
    HardwareCounters.Counted counted =
        HardwareCounters.counted(PerfStatOutput.parsePerThread(text));
    counted
        .byTid()
        .values()
        .forEach(counts -> assertThat(counts.values().values()).allMatch(count -> count >= 0));
  }

  private static void bpftrace(String text) {
    BpftraceOutput output = new BpftraceOutput(NAMES);
    text.lines().forEach(output::add);
    TraceResult result =
        output.result(
            new SyscallCounter.Counted(output.callsByTid(), output.window(), Optional.empty(), 0),
            List.of());
    assertThat(result.lostEvents().orElseThrow()).isNotNegative();
    assertThat(result.failures()).noneMatch(line -> line.contains("\n"));
    result.calls().orElseThrow().values().forEach(ToolOutputFuzzTest::assertCounts);
    result
        .exits()
        .forEach(exit -> assertThat(exit.counts().values().values()).allMatch(count -> count >= 0));
  }

  private static void threadDump(String text) {
    ThreadDump dump = ThreadDump.parse(text);
    assertThat(dump.names().keySet()).containsAll(dump.carriers());
  }

  private static void assertCounts(ThreadCalls calls) {
    assertThat(calls.toCounts().values().values()).allMatch(count -> count >= 0);
  }
}
