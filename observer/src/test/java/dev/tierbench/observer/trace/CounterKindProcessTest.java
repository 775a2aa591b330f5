package dev.tierbench.observer.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.observer.Needs;
import dev.tierbench.observer.VictimProcess;
import dev.tierbench.observer.host.TargetProcess;
import dev.tierbench.run.CaptureLevel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** All that can count system calls over the same work of the same process. */
@Tag("process")
class CounterKindProcessTest {

  /** Far more than what the threads of an idle JVM do between two marks. */
  private static final long WORTH_COMPARING = 500;

  /** How often a thread whose work is over waits anew between the marks of two tracers. */
  private static final long SLEEPS_BETWEEN_MARKS = 2;

  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource(
      value = CounterKind.class,
      names = {"OWN_PROGRAM", "RAW_TRACEPOINT"})
  void countsTheSameCallsOfTheSameThreadsAsTheTracepoint(CounterKind cheaper) throws Exception {
    Needs.level(CaptureLevel.L0, false);
    Optional<BpftraceVersion> version = BpftraceVersion.installed();
    Assumptions.assumeTrue(
        CounterKind.candidates(version).contains(cheaper),
        () -> Needs.skipped("raw tracepoints need bpftrace 0.20 or later, here is " + version));
    for (String work : List.of("files", "parks")) {
      try (VictimProcess victim = VictimProcess.start("Victim", work)) {
        assertSame(TargetProcess.find(victim.pid()), cheaper, version, victim);
      }
    }
  }

  private void assertSame(
      TargetProcess target,
      CounterKind cheaper,
      Optional<BpftraceVersion> version,
      VictimProcess victim)
      throws Exception {
    try (BpftraceTracer own = attach(target, cheaper, version);
        BpftraceTracer tracepoint = attach(target, CounterKind.TRACEPOINT, version)) {
      own.begin();
      tracepoint.begin();
      victim.work();
      tracepoint.end();
      own.end();
      Map<Long, ThreadCalls> first = callsOf(own);
      Map<Long, ThreadCalls> second = callsOf(tracepoint);
      List<Long> busy =
          second.keySet().stream().filter(tid -> total(second.get(tid)) > WORTH_COMPARING).toList();
      assertThat(busy).isNotEmpty();
      for (long tid : busy) {
        assertSame(tid, first.get(tid), second.get(tid));
      }
    }
  }

  /** The window of the first begins earlier and ends later, where the thread may go to sleep. */
  private static void assertSame(long tid, ThreadCalls outer, ThreadCalls inner) {
    assertThat(withoutFutex(outer)).as("thread " + tid).isEqualTo(withoutFutex(inner));
    assertThat(outer.futexWaits().orElseThrow() - inner.futexWaits().orElseThrow())
        .as("waits of thread " + tid)
        .isBetween(0L, SLEEPS_BETWEEN_MARKS);
    assertThat(outer.futexWakes().orElseThrow() - inner.futexWakes().orElseThrow())
        .as("wakes of thread " + tid)
        .isBetween(0L, SLEEPS_BETWEEN_MARKS);
  }

  private static Map<String, Long> withoutFutex(ThreadCalls calls) {
    Map<String, Long> others = new HashMap<>(calls.calls());
    others.remove("futex");
    return others;
  }

  private BpftraceTracer attach(
      TargetProcess target, CounterKind kind, Optional<BpftraceVersion> version) throws Exception {
    return BpftraceTracer.attach(target, Files.createTempDirectory(folder, "raw"), kind, version);
  }

  private static Map<Long, ThreadCalls> callsOf(BpftraceTracer tracer) {
    TraceResult result = tracer.finish();
    assertThat(result.failures()).isEmpty();
    assertThat(result.mapUsage().orElseThrow().capacity()).isIn(32_768, 65_536, 393_216);
    return result.calls().orElseThrow();
  }

  private static long total(ThreadCalls calls) {
    return calls.calls().values().stream().mapToLong(Long::longValue).sum();
  }
}
