package dev.tierbench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tierbench.metrics.Metric;
import dev.tierbench.metrics.Metrics;
import dev.tierbench.report.folder.RunReader;
import dev.tierbench.report.metric.WaiterMemory;
import dev.tierbench.report.stats.Slope;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.Tier;
import dev.tierbench.run.Verdict;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.record.Warmup;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WaiterMemoryTest {

  private static final Metric RESIDENT = Metrics.get("rss_mib");
  private static final Metric AFTER_COLLECTION = Metrics.get("heap_after_gc_mib");
  private static final Metric LIVE = Metrics.get("live_heap_mib");
  private static final double KIB = 1.0 / 1_024;
  private static final double FAR_OFF = 5_000;
  private static final List<Integer> LEVELS = List.of(200, 800, 1_800, 2_600);

  @TempDir Path temp;

  private Path run(int trials, List<Integer> levels) {
    RunGenerator generator = new RunGenerator();
    generator.servers = List.of(RunGenerator.TOMCAT);
    generator.trials = trials;
    generator.levels = levels;
    return generator.write(temp.resolve("run"));
  }

  /** A run of one trial whose steps hold so much of a metric, by level. */
  private Path run(Metric metric, IntToDoubleFunction mib) throws IOException {
    Path run = run(1, LEVELS);
    holds(run, metric, LEVELS, mib);
    return run;
  }

  /** A run of one trial in which resident memory grows by 50 KiB a request, but for one level. */
  private Path runWithOneFarOff(int level) throws IOException {
    return run(RESIDENT, at -> at == level ? FAR_OFF : 300 + 50 * KIB * at);
  }

  private static void holds(Path run, Metric metric, List<Integer> levels, IntToDoubleFunction mib)
      throws IOException {
    for (int level : levels) {
      RunGenerator.measured(RunGenerator.step(run, level), metric, mib.applyAsDouble(level));
    }
  }

  private static List<WaiterMemory> memory(Path run) throws IOException {
    return WaiterMemory.of(RunReader.read(run, RunReader.Depth.RECORDS));
  }

  private static void assertSlope(Optional<Slope> slope, double expected) {
    assertThat(slope.orElseThrow().value()).isCloseTo(expected, within(1e-6));
  }

  @Test
  void slopesAreInKibForOneMoreRequest() throws IOException {
    Path run = run(RESIDENT, level -> 300 + 285 * KIB * level);
    holds(run, AFTER_COLLECTION, LEVELS, level -> 40 + 210 * KIB * level);
    holds(run, Metrics.get("threads"), LEVELS, level -> 30 + level);
    WaiterMemory of = memory(run).getFirst();
    assertThat(of.server()).isEqualTo(RunGenerator.TOMCAT);
    assertSlope(of.residentKib(), 285);
    assertSlope(of.heapKib(), 210);
    assertSlope(of.threads(), 1);
  }

  @Test
  void theReachableHeapIsPreferredToThatAfterCollections() throws IOException {
    Path run = run(AFTER_COLLECTION, level -> 40 + 400 * KIB * level);
    holds(run, LIVE, LEVELS, level -> 30 + 210 * KIB * level);
    assertSlope(memory(run).getFirst().heapKib(), 210);
  }

  /** A step without the reachable heap is not filled up with its heap after collections. */
  @Test
  void oneSlopeHasOneKindOfHeap() throws IOException {
    Path run = run(AFTER_COLLECTION, level -> 40 + 400 * KIB * level);
    holds(run, LIVE, List.of(200, 800), level -> 30 + 210 * KIB * level);
    assertThat(memory(run).getFirst().heapKib()).isEmpty();
  }

  /** A step that is measured again, or late, runs on a JVM that has held more. */
  @Test
  void aLevelBelowOneThatTheJvmHeldBeforeDoesNotCount() throws IOException {
    Path run = runWithOneFarOff(1_800);
    onOneJvm(run, List.of(), List.of(200, 800, 2_600, 1_800));
    assertSlope(memory(run).getFirst().residentKib(), 50);
  }

  @Test
  void theLevelOfTheWarmUpCountsAsHeld() throws IOException {
    Path run = runWithOneFarOff(200);
    onOneJvm(run, List.of(800), LEVELS);
    assertSlope(memory(run).getFirst().residentKib(), 50);
  }

  /** Writes that the JVM of the first trial was warmed up and then measured at those levels. */
  private static void onOneJvm(Path run, List<Integer> warmed, List<Integer> measured)
      throws IOException {
    Path file = new RunFolder(run).trial("01-" + RunGenerator.TOMCAT).warmup();
    Warmup.Run jvm = RunJson.read(file, Warmup.class).runs().getFirst();
    Warmup.Run other =
        new Warmup.Run(
            jvm.reason(),
            jvm.startedAt(),
            jvm.settled(),
            jvm.outcome(),
            warmed.stream().map(WaiterMemoryTest::stage).toList(),
            measured.stream().map(Parameters::concurrency).toList());
    RunJson.write(file, new Warmup(Warmup.SCHEMA, List.of(other)));
  }

  private static Warmup.Stage stage(int level) {
    return new Warmup.Stage(
        Tier.SERVER, level, Optional.empty(), Optional.empty(), true, List.of());
  }

  @Test
  void stepsThatAreNotValidDoNotCount() throws IOException {
    Path run = runWithOneFarOff(800);
    RunGenerator.judge(RunGenerator.step(run, 800), Verdict.FAIL);
    assertSlope(memory(run).getFirst().residentKib(), 50);
  }

  @Test
  void twoLevelsSayNothing() throws IOException {
    assertThat(memory(run(1, List.of(200, 800)))).isEmpty();
  }

  @Test
  void trialsScatterAroundOneLine() throws IOException {
    Path run = run(2, LEVELS);
    for (int level : LEVELS) {
      for (int trial = 1; trial <= 2; trial++) {
        RunGenerator.measured(
            RunGenerator.step(run, "0" + trial + "-" + RunGenerator.TOMCAT, level),
            RESIDENT,
            300 + 50 * KIB * level + (trial == 1 ? 1 : -1));
      }
    }
    Slope slope = memory(run).getFirst().residentKib().orElseThrow();
    assertThat(slope.value()).isCloseTo(50, within(1e-6));
    assertThat(slope.halfWidth().orElseThrow()).isPositive();
  }
}
