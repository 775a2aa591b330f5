package dev.tierbench.suite.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

@Tag("process")
class WorkerTest {

  private static final Map<String, String> DEFAULTS =
      Map.of("--warm-seconds", "0", "--warm-size", "0", "--repeats", "1", "--trace", "false");

  private static final int CORES = Runtime.getRuntime().availableProcessors();

  @Test
  @Tag("smoke")
  void everyRunWaitsAtBothBoundariesAndIsReported() throws Exception {
    Child child = sleeps("jdk-virtual", 100, "--repeats", "2", "--trace", "true");

    assertThat(child.exitCode()).isZero();
    assertThat(child.sequence())
        .containsExactly(
            "settings",
            "ready measure",
            "phase-start measure",
            "phase-end measure",
            "run measure",
            "ready measure",
            "phase-start measure",
            "phase-end measure",
            "run measure",
            "ready trace",
            "phase-start trace",
            "phase-end trace",
            "run trace",
            "done");
    JsonNode run = child.runs("measure").getFirst();
    assertThat(run.path("submitted").asInt()).isEqualTo(100);
    assertThat(run.path("completed").asInt()).isEqualTo(100);
    assertThat(run.path("checksum").asLong()).isEqualTo(4950);
    assertThat(run.path("checksum_expected").asLong()).isEqualTo(4950);
    assertThat(run.path("wall_ns").asLong()).isGreaterThanOrEqualTo(20_000_000);
    assertThat(run.path("allocated_bytes").asLong()).isPositive();
    assertThat(run.path("printed_bytes").asLong()).isZero();
    assertThat(run.path("error").isNull()).isTrue();
    assertThat(child.settings().path("threads").isNull()).isTrue();
  }

  /** Its work is not in pauses, whose sum would say next to nothing of it. */
  @Test
  void theCollectionsOfAConcurrentCollectorAreNotMeasured() throws Exception {
    JsonNode run = sleeps(List.of("-XX:+UseZGC"), "jdk-virtual", 10).runs("measure").getFirst();
    assertThat(run.has("gc_ms")).isFalse();
    run = sleeps(List.of("-XX:+UseG1GC"), "jdk-virtual", 10).runs("measure").getFirst();
    assertThat(run.path("gc_ms").isIntegralNumber()).isTrue();
  }

  @Test
  void aJvmWithoutCompilersWorks() throws Exception {
    Child child = sleeps(List.of("-Xint"), "jdk-virtual", 10, "--warm-seconds", "0.1");
    assertThat(child.exitCode()).isZero();
    assertThat(child.runs("measure")).isNotEmpty();
  }

  @Test
  void aWarmUpStartsColdAndEnds() throws Exception {
    Child child = sleeps("jdk-virtual", 10, "--warm-seconds", "0.2", "--warm-size", "10");

    assertThat(child.runs("cold")).hasSize(1);
    assertThat(child.runs("warm")).isNotEmpty();
    assertThat(child.runs("warm").getLast().path("settled").isBoolean()).isTrue();
    assertThat(child.runs("measure")).hasSize(1);
    assertThat(child.runs("measure").getFirst().has("settled")).isFalse();
  }

  @Test
  void aLargeRunIsWarmedUpWithFewerItemsAndHasNoColdRun() throws Exception {
    Child child = sleeps("jdk-virtual", 10, "--warm-seconds", "0.1", "--warm-size", "3");

    assertThat(child.runs("cold")).isEmpty();
    JsonNode warm = child.runs("warm").getFirst();
    assertThat(warm.path("submitted").asInt()).isEqualTo(3);
    assertThat(warm.path("checksum")).isEqualTo(warm.path("checksum_expected"));
    assertThat(child.runs("measure").getFirst().path("submitted").asInt()).isEqualTo(10);
  }

  @Test
  void theElasticSchedulerOnVirtualThreadsKeepsItsCap() throws Exception {
    Child child = sleeps("reactor-elastic-on-virtual", 10 * CORES + 1);

    assertThat(child.settings().path("threads").asInt()).isEqualTo(10 * CORES);
    assertThat(child.settings().path("libraries").path("reactor-core").asString()).startsWith("3.");
    JsonNode run = child.runs("measure").getFirst();
    assertThat(run.path("checksum")).isEqualTo(run.path("checksum_expected"));
    assertThat(run.path("wall_ns").asLong()).isGreaterThanOrEqualTo(40_000_000);
  }

  @Test
  void aTaskThatWasDroppedChangesTheChecksum() throws Exception {
    JsonNode run = sleeps("faulty-drops-one", 10).runs("measure").getFirst();

    assertThat(run.path("checksum").asLong()).isEqualTo(36);
    assertThat(run.path("checksum_expected").asLong()).isEqualTo(45);
  }

  @Test
  void anErrorThatWasSwallowedLeavesTasksOpen() throws Exception {
    JsonNode run = sleeps("faulty-swallows", 10).runs("measure").getFirst();

    assertThat(run.path("completed").asInt()).isLessThan(10);
    assertThat(run.path("checksum")).isNotEqualTo(run.path("checksum_expected"));
  }

  @Test
  void aPoolThatIsLargerThanItSaysBeatsItsBound() throws Exception {
    Child child = sleeps("faulty-pool", 20);
    long reported = child.settings().path("threads").asInt();

    assertThat(child.runs("measure").getFirst().path("wall_ns").asLong())
        .isLessThan(20 / reported * 20_000_000);
  }

  @Test
  void bytesPrintedDuringTheTimingAreCounted() throws Exception {
    JsonNode run = sleeps("faulty-prints", 2).runs("measure").getFirst();

    assertThat(run.path("printed_bytes").asInt())
        .isEqualTo("seeded".length() + System.lineSeparator().length());
  }

  @Test
  void anErrorOfARunIsReportedAndEndsTheProcess() throws Exception {
    Child child = sleeps("faulty-throws", 2);

    assertThat(child.sequence()).endsWith("run measure", "failed");
    assertThat(child.events().getLast().path("error").asString())
        .isEqualTo("java.lang.OutOfMemoryError: seeded");
    assertThat(child.exitCode()).isEqualTo(3);
  }

  private static Child sleeps(String implementation, int size, String... more) throws Exception {
    return sleeps(List.of(), implementation, size, more);
  }

  private static Child sleeps(
      List<String> jvmOptions, String implementation, int size, String... more) throws Exception {
    Map<String, String> options = new TreeMap<>(DEFAULTS);
    for (int i = 0; i < more.length; i += 2) {
      options.put(more[i], more[i + 1]);
    }
    String line =
        "--suite sleeps --case sleep-1s --set sleep_millis=20 --implementation %s --size %d"
            .formatted(implementation, size);
    for (Map.Entry<String, String> option : options.entrySet()) {
      line += " " + option.getKey() + " " + option.getValue();
    }
    return Child.run(jvmOptions, Worker.class.getName(), line.split(" "));
  }
}
