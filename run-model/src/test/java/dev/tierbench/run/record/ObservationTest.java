package dev.tierbench.run.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.run.CaptureLevel;
import dev.tierbench.run.Caveat;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.threads.Counter;
import dev.tierbench.run.threads.Counts;
import dev.tierbench.run.threads.ThreadRow;
import dev.tierbench.run.threads.ThreadState;
import dev.tierbench.run.threads.ThreadTable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class ObservationTest {

  private static final Counts COUNTS =
      new Counts(Map.of(Counter.CPU_NS, 60_000_000L, Counter.SYSCALLS, 90L));

  private static final ThreadTable THREADS =
      new ThreadTable(
          List.of(
              new ThreadRow(7, "exec-1", "worker", ThreadState.LIVE, COUNTS),
              new ThreadRow(8, "exec-2", "worker", ThreadState.EXITED, COUNTS)));

  private static Observation ofProcess(long cpuNs) {
    return Observation.none()
        .with(next ->
            next.pid(Optional.of(4_711L))
                .command(Optional.of("java"))
                .level(CaptureLevel.L0)
                .missing(List.of(new Caveat("perf", "")))
                .windowNs(5)
                .snapshots(Optional.of(new Observation.Snapshots(1, 2)))
                .valid(true)
                .caveats(List.of("none"))
                .processSyscalls(Optional.of(200L))
                .processCpuNs(Optional.of(cpuNs))
                .perf(Map.of("futex", Optional.empty()))
                .entireJvm(COUNTS.columns())
                .roles(List.of(new Observation.Role("worker", 2, COUNTS.columns()))))
        .withSharesOf(THREADS, 30_000_000);
  }

  @Test
  void itIsReadAsItWasWritten() {
    Observation written = ofProcess(240_000_000);
    JsonNode json = RunJson.toTree(written);
    assertThat(RunJson.completeFromTree(json, Observation.class)).isEqualTo(written);
    assertThat(json.at("/roles/0/cpu_ns").asLong()).isEqualTo(60_000_000);
    assertThat(json.at("/roles/0/futex").isNull()).isTrue();
    assertThat(json.at("/entire_jvm/syscalls").asLong()).isEqualTo(90);
    assertThat(json.at("/level_description").asString()).isEqualTo(CaptureLevel.L0.description());
  }

  @Test
  void sharesAreThoseOfTheThreadsInTheProcess() {
    Observation observed = ofProcess(240_000_000);
    assertThat(observed.namedCpuShare()).contains(0.25);
    assertThat(observed.cpuOfProcessShare()).contains(0.5);
    assertThat(observed.syscallsOfProcessShare()).contains(0.9);
    assertThat(observed.threadsExited()).contains(1);
  }

  /** Eight ticks of 10 ms: two of them are a quarter. */
  @Test
  void cpuIsNotComparedWhereRoundingIsMoreThanAQuarterOfIt() {
    assertThat(ofProcess(79_999_999).cpuOfProcessShare()).isEmpty();
    assertThat(ofProcess(80_000_000).cpuOfProcessShare()).contains(1.5);
  }

  private static Observation snapshots(long processMillis, double shareOfThreads) {
    return Observation.none()
        .with(next ->
            next.level(CaptureLevel.L3)
                .processCpuNs(Optional.of(processMillis * 1_000_000))
                .cpuOfProcessShare(Optional.of(shareOfThreads)));
  }

  /** Ticks explain 20 ms: of 20 s a thousandth, of 200 ms a tenth. */
  @Test
  void snapshotsHaveEveryThreadWhereNoCpuIsMissingBeyondRounding() {
    assertThat(snapshots(20_000, 0.957).hasEveryThread()).isFalse();
    assertThat(snapshots(20_000, 0.988).hasEveryThread()).isFalse();
    assertThat(snapshots(20_000, 0.99).hasEveryThread()).isTrue();
    assertThat(snapshots(20_000, 1.02).hasEveryThread()).isTrue();
    assertThat(snapshots(200, 0.9).hasEveryThread()).isTrue();
    assertThat(snapshots(200, 0.88).hasEveryThread()).isFalse();
    assertThat(snapshots(80, 0.8).hasEveryThread()).isFalse();
  }

  @Test
  void whereTheCpuCannotBeComparedOnlyTheLevelThatSeesThreadsEndHasEveryThread() {
    Observation unknown = snapshots(20_000, 1).withCpuOfProcessShare(Optional.empty());
    assertThat(unknown.hasEveryThread()).isFalse();
    assertThat(unknown.withLevel(CaptureLevel.L0).hasEveryThread()).isTrue();
    Observation churning = snapshots(1_000, 1).withThreadsExited(Optional.of(10_000));
    assertThat(churning.hasEveryThread()).isFalse();
  }

  @Test
  void aFileOfAnEarlierVersionThatSaysOnlyWhyNothingWasCountedIsRead() {
    String json =
        """
        {"schema": "tierbench/observation/1", "level": "L3", "missing": [], "window_ns": 0,
         "failures": ["no JVM"]}
        """;
    assertThat(RunJson.completeFromTree(RunJson.parse(json), Observation.class))
        .isEqualTo(Observation.failed("no JVM"));
  }
}
