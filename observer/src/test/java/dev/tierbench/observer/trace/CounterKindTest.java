package dev.tierbench.observer.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.observer.host.Architecture;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Which form of the program a version of bpftrace gets, and with what variables. */
class CounterKindTest {

  private static final Optional<BpftraceVersion> OLD = BpftraceVersion.parse("bpftrace v0.17.0");
  private static final Optional<BpftraceVersion> NEW = BpftraceVersion.parse("bpftrace v0.23.2");

  @Test
  void versionsAreReadFromWhatBpftracePrints() {
    assertThat(OLD).contains(new BpftraceVersion(0, 17));
    assertThat(NEW).contains(new BpftraceVersion(0, 23));
    assertThat(BpftraceVersion.parse("bpftrace v1.0")).contains(new BpftraceVersion(1, 0));
    assertThat(BpftraceVersion.parse("bpftrace UNKNOWN")).isEmpty();
  }

  @Test
  void rawTracepointsAreTriedWhereTheyWorkOrMay() {
    assertThat(CounterKind.candidates(OLD))
        .containsExactly(CounterKind.OWN_PROGRAM, CounterKind.TRACEPOINT);
    assertThat(CounterKind.candidates(NEW))
        .containsExactly(
            CounterKind.OWN_PROGRAM, CounterKind.RAW_TRACEPOINT, CounterKind.TRACEPOINT);
    assertThat(CounterKind.candidates(Optional.empty()))
        .containsExactly(
            CounterKind.OWN_PROGRAM, CounterKind.RAW_TRACEPOINT, CounterKind.TRACEPOINT);
    assertThat(CounterKind.candidates(Optional.of(new BpftraceVersion(1, 0)))).hasSize(3);
  }

  @Test
  void aVersionGetsTheSizeOfMapsUnderTheNameThatItKnows() {
    assertThat(BpftraceVersion.environment(OLD))
        .containsEntry("BPFTRACE_MAP_KEYS_MAX", "393216")
        .doesNotContainKey("BPFTRACE_MAX_MAP_KEYS");
    assertThat(BpftraceVersion.environment(NEW))
        .containsEntry("BPFTRACE_MAX_MAP_KEYS", "393216")
        .doesNotContainKey("BPFTRACE_MAP_KEYS_MAX");
    Map<String, String> unknown = BpftraceVersion.environment(Optional.empty());
    assertThat(unknown).containsKeys("BPFTRACE_MAX_MAP_KEYS", "BPFTRACE_MAP_KEYS_MAX");
  }

  @Test
  void bothProbesOfBpftraceRunTheSameProgram() {
    String raw = BpftraceCounter.program(CounterKind.RAW_TRACEPOINT, Architecture.X86_64);
    String tracepoint = BpftraceCounter.program(CounterKind.TRACEPOINT, Architecture.X86_64);
    assertThat(raw).contains("rawtracepoint:sys_enter", "@calls[tid, arg1] = count()");
    assertThat(raw).doesNotContain("args->id", "args->args");
    assertThat(raw.lines().filter(line -> !tracepoint.contains(line)))
        .isNotEmpty()
        .allMatch(line -> line.contains("arg0") || line.contains("arg1") || line.contains("raw"));
  }

  @Test
  void theProgramEndsWithTheThreadOfThatName() throws Exception {
    try (BpftraceCounter counter =
        new BpftraceCounter(CounterKind.TRACEPOINT, SyscallNames.of(Architecture.X86_64))) {
      assertThat(BpftraceTracer.program(counter, "tb-end-7"))
          .contains("comm == \"tb-end-7\"", "sys_enter", "task_newtask")
          .doesNotContain("FINISH");
    }
  }

  @Test
  void clocksDifferByNothingOrByMoreThanALineTakes() {
    ClockOffset same = new ClockOffset();
    same.read(1_000_000, 1_900_000);
    same.read(2_000_000, 2_100_000);
    assertThat(same.nanos()).isZero();
    ClockOffset suspended = new ClockOffset();
    suspended.read(5_000_001_000L, 2_000);
    suspended.read(5_000_003_000L, 3_500);
    assertThat(suspended.nanos()).isEqualTo(4_999_999_500L);
    ClockOffset namespace = new ClockOffset();
    namespace.read(1_000, 86_400_000_001_500L);
    assertThat(namespace.nanos()).isEqualTo(-86_400_000_000_500L);
  }
}
