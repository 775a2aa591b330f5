package dev.tierbench.observer.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Which form of the program a version of bpftrace gets, and with what variables. */
class SyscallProbeTest {

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
    assertThat(SyscallProbe.candidates(OLD))
        .containsExactly(SyscallProbe.OWN_PROGRAM, SyscallProbe.TRACEPOINT);
    assertThat(SyscallProbe.candidates(NEW))
        .containsExactly(
            SyscallProbe.OWN_PROGRAM, SyscallProbe.RAW_TRACEPOINT, SyscallProbe.TRACEPOINT);
    assertThat(SyscallProbe.candidates(Optional.empty()))
        .containsExactly(
            SyscallProbe.OWN_PROGRAM, SyscallProbe.RAW_TRACEPOINT, SyscallProbe.TRACEPOINT);
    assertThat(SyscallProbe.candidates(Optional.of(new BpftraceVersion(1, 0)))).hasSize(3);
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
    String raw = SyscallProbe.RAW_TRACEPOINT.program("end");
    String tracepoint = SyscallProbe.TRACEPOINT.program("end");
    assertThat(raw).contains("rawtracepoint:sys_enter", "@calls[tid, arg1] = count()");
    assertThat(raw).doesNotContain("args->id", "args->args");
    assertThat(raw.lines().filter(line -> !tracepoint.contains(line)))
        .isNotEmpty()
        .allMatch(line -> line.contains("arg0") || line.contains("arg1") || line.contains("raw"));
  }

  @Test
  void bpftraceCountsNoCallsBesideOurOwnProgram() {
    assertThat(SyscallProbe.OWN_PROGRAM.program("end"))
        .contains("task_newtask", "sched_process_exit", "comm == \"end\"")
        .doesNotContain("sys_enter", "@calls");
  }
}
