package dev.tierbench.suite.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.suite.worker.Child;
import dev.tierbench.suite.worker.Link;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

@Tag("process")
class PhaseProfilerTest {

  @Test
  void aForkReportsItsPhasesAndKeepsTheTracedIterationApart() throws Exception {
    Child child = fork("rxjava3", true);

    assertThat(child.exitCode()).isZero();
    assertThat(child.sequence())
        .containsExactly(
            "settings",
            "run warm",
            "ready measure",
            "phase-start measure",
            "run measure",
            "run measure",
            "phase-end measure",
            "ready trace",
            "phase-start trace",
            "phase-end trace",
            "run trace",
            "done");
    JsonNode run = child.runs("measure").getFirst();
    assertThat(run.path("operations").asLong()).isPositive();
    assertThat(run.path("gc_ms").isIntegralNumber()).isTrue();
    assertThat(run.path("score_ops_per_s").asDouble()).isPositive();
    assertThat(run.path("wrong").asLong()).isZero();
    assertThat(run.path("checksum").asLong()).isEqualTo(5050);
    assertThat(run.path("checksum_expected").asLong()).isEqualTo(5050);
  }

  @Test
  void withoutATraceEveryIterationIsMeasured() throws Exception {
    Child child = fork("loop", false);

    assertThat(child.runs("measure")).hasSize(3);
    assertThat(child.sequence()).endsWith("run measure", "phase-end measure", "done");
  }

  @Test
  void aPassThatDropsAnItemIsWrong() throws Exception {
    JsonNode run = fork("faulty-drops-one", false).runs("measure").getFirst();

    assertThat(run.path("wrong").asLong()).isEqualTo(run.path("operations").asLong());
    assertThat(run.path("checksum").asLong()).isEqualTo(4950);
  }

  @Test
  void bytesPrintedByPassesAreCounted() throws Exception {
    JsonNode run = fork("faulty-prints", false).runs("measure").getFirst();

    assertThat(run.path("printed_bytes").asLong()).isEqualTo(7 * run.path("operations").asLong());
  }

  private static Child fork(String implementation, boolean traced) throws Exception {
    String line =
        """
        %s -f 1 -wi 1 -w 100ms -i 3 -r 100ms -foe true -prof gc -prof %s
        -p suite=streams -p workload=range -p size=100 -p implementation=%s -jvmArgs\
        """
            .formatted(
                WorkBenchmark.class.getName(), PhaseProfiler.class.getName(), implementation);
    List<String> args = new ArrayList<>(List.of(line.split("\\s")));
    args.add("-D" + Link.PROPERTY + "=$SOCKET -D" + PhaseProfiler.TRACE + "=" + traced);
    return Child.run("org.openjdk.jmh.Main", args.toArray(String[]::new));
  }
}
