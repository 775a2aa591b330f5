package dev.tierbench.report;

import dev.tierbench.metrics.Bounds;
import dev.tierbench.metrics.Measurements;
import dev.tierbench.metrics.RoleCounts;
import dev.tierbench.metrics.SuiteMetrics;
import dev.tierbench.rules.Limits;
import dev.tierbench.rules.MeasuredCell;
import dev.tierbench.rules.Rules;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.descriptor.SuiteDescriptor;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.plan.Plan;
import dev.tierbench.run.plan.SuitePlan;
import dev.tierbench.run.record.Observation;
import dev.tierbench.run.record.Work;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/**
 * Makes run folders as a suite would: sleeps, which their pools bound, and a case of JMH. Of the
 * sleeps one cell is predicted, one refused and one ran out of threads.
 */
public final class SuiteGenerator {

  static final String VIRTUAL = "jdk-virtual";
  static final String FIXED = "fixed-20";
  static final String PARALLEL = "parallel";
  static final String PLATFORM = "platform";

  /** Where the cells that have no value are. */
  static final int TOP = 1_000;

  static final String SLEEPS = "sleep-1s";
  static final String RANGE = "range";
  static final String PARK = "park-1ms";

  private static final int CORES = 2;

  List<String> implementations = List.of(VIRTUAL, FIXED, PARALLEL, PLATFORM);
  Map<String, Plan.Variant> variants = Map.of();
  List<Integer> sizes = List.of(10, 100, TOP);
  int trials = 5;
  long seed = 1;

  /** Standard deviation of a trial, relative. */
  double noise = 0.002;

  /** What the items of an implementation take besides their waits, relative. */
  Map<String, Double> slowdowns = Map.of();

  /** Whether the cell that runs out of threads was predicted to. */
  boolean endIsPredicted;

  /** Whether the study printed differences. */
  boolean deltas;

  /** A metric of the run beside the one of the study. */
  Optional<String> beside = Optional.empty();

  String suite = "sleeps";
  String library = "1.0.0";
  double budgetSeconds = 60;

  List<String> cases = List.of(SLEEPS, RANGE);

  /** Text that an attacker may choose. */
  String freeText = "plain";

  /** Writes the folder. */
  public Path write(Path root) {
    Random random = new Random(seed);
    SuitePlan plan = plan();
    RunFolder folder = new RunFolder(root);
    for (Plan.Trial trial : plan.order()) {
      RunFolder.Trial at = folder.trial(trial.name());
      Map<String, Object> settings = new LinkedHashMap<>();
      for (Parameters cell : plan.cells(trial.subject())) {
        double luck = 1 + noise * random.nextGaussian();
        step(at.step(cell), plan, new GeneratedCell(plan, trial.subject(), cell), luck);
        settings.put(cell.text(), settings(trial.subject()));
      }
      RunJson.write(at.settings(), Map.of("schema", "tierbench/settings/1", "cells", settings));
    }
    RunGenerator manifest = new RunGenerator();
    manifest.freeText = freeText;
    RunJson.write(folder.manifest(), manifest.manifest(root.getFileName().toString(), plan));
    return root;
  }

  static RunFolder.Step step(Path root, String trial, String caseName, int size) {
    return new RunFolder(root).trial(trial).step(SuiteDescriptor.cell(caseName, size));
  }

  private void step(RunFolder.Step folder, SuitePlan plan, GeneratedCell cell, double luck) {
    double slowdown = slowdowns.getOrDefault(cell.subject(), 1.0) * luck;
    GeneratedThreads threads = GeneratedThreads.of(8, i -> "worker-" + i, true, 2 * cell.size());
    Work work = predicted(cell.work(outcome(cell), slowdown));
    boolean completed = work.outcome() == Work.Outcome.COMPLETED;
    Optional<Observation> observed =
        completed ? Optional.of(RunGenerator.observed(0)) : Optional.empty();
    RunJson.write(folder.work(), work);
    observed.ifPresent(found -> {
      threads.write(folder);
      RunJson.write(folder.observation(), found);
    });
    Measurements values =
        SuiteMetrics.measure(work, observed, completed ? threads.roles() : RoleCounts.NONE);
    RunJson.write(folder.measurements(), values);
    RunJson.write(
        folder.checks(),
        Rules.check(new MeasuredCell(work, values, observed, plan), Limits.DEFAULT));
  }

  private Work predicted(Work work) {
    Work.Prediction before = work.prediction();
    Work.Prediction after =
        new Work.Prediction(
            before.seconds(),
            before.formula(),
            before.threads(),
            before.descriptors(),
            Optional.of(work.outcome()));
    return endIsPredicted && work.outcome() == Work.Outcome.OUT_OF_MEMORY
        ? work.with(next -> next.prediction(after))
        : work;
  }

  private Work.Outcome outcome(GeneratedCell cell) {
    boolean top = cell.size() == TOP && cell.parameters().values().containsValue(SLEEPS);
    if (top && cell.model().equals(PLATFORM)) {
      return Work.Outcome.OUT_OF_MEMORY;
    }
    return cell.bound().map(Bounds.Bound::seconds).orElse(0.0) > budgetSeconds
        ? Work.Outcome.PREDICTED
        : Work.Outcome.COMPLETED;
  }

  private Map<String, Object> settings(String subject) {
    return Map.of(
        "libraries",
        Map.of("of " + Plan.original(subject), library),
        "pid",
        new Random().nextInt(),
        "note",
        freeText);
  }

  private SuitePlan plan() {
    return new SuitePlan(
        new Plan.Common(
            "generated",
            SuiteDescriptor.SIZE,
            implementations,
            trials,
            new Plan.Pinning("auto", Map.of(), freeText),
            Map.of(),
            variants),
        suite,
        descriptor(),
        cases.stream()
            .flatMap(name -> sizes.stream().map(size -> SuiteDescriptor.cell(name, size)))
            .toList(),
        budgetSeconds,
        new SuitePlan.Engines(
            new SuitePlan.Once(2, 3), new SuitePlan.Jmh(3, 1, 5, 1), Optional.of(1)),
        Map.of());
  }

  private SuiteDescriptor descriptor() {
    Map<String, SuiteDescriptor.Case> described = new LinkedHashMap<>();
    if (cases.contains(PARK)) {
      described.put(
          PARK,
          new SuiteDescriptor.Case(
              SuiteDescriptor.Engine.ONCE,
              Optional.of(SuiteDescriptor.Waits.MILLISECOND),
              "a control",
              Optional.of(VIRTUAL),
              Optional.empty()));
    }
    described.put(
        SLEEPS,
        new SuiteDescriptor.Case(
            SuiteDescriptor.Engine.ONCE,
            Optional.of(SuiteDescriptor.Waits.SECOND),
            "sleeps of " + freeText,
            Optional.empty(),
            Optional.empty()));
    described.put(
        RANGE,
        new SuiteDescriptor.Case(
            SuiteDescriptor.Engine.JMH,
            Optional.empty(),
            "the numbers",
            Optional.empty(),
            Optional.empty()));
    Map<String, SuiteDescriptor.Implementation> models = new LinkedHashMap<>();
    Map<String, String> pools =
        Map.of(VIRTUAL, "unbounded", FIXED, "10 x cores", PARALLEL, "cores", PLATFORM, "unbounded");
    for (String subject : implementations) {
      String name = Plan.original(subject);
      models.put(
          variants.containsKey(name) ? variants.get(name).server() : name,
          implementation(pools.getOrDefault(name, "cores"), models.size()));
    }
    Map<String, List<Optional<Double>>> published = new LinkedHashMap<>();
    published.put(
        VIRTUAL, List.of(Optional.of(1_000.0), Optional.of(1_010.0), Optional.of(1_050.0)));
    published.put(FIXED, List.of(Optional.of(1_020.0), Optional.of(2_020.0), Optional.empty()));
    return new SuiteDescriptor(
        "Generated sleeps",
        "a study of " + freeText,
        "sleep",
        "1g",
        VIRTUAL,
        described,
        models,
        Map.of(),
        List.of("one run only, " + freeText),
        List.of(
            new SuiteDescriptor.Published(
                "a machine", SLEEPS, "run_ms", beside, deltas, List.of(10, 100, TOP), published)));
  }

  private SuiteDescriptor.Implementation implementation(String threads, int colour) {
    return new SuiteDescriptor.Implementation(
        true,
        threads,
        new SuiteDescriptor.PerTask(0, 0, 10, Map.of()),
        Optional.of(colour),
        Optional.empty(),
        Optional.of(freeText),
        Optional.empty());
  }

  static int cores() {
    return CORES;
  }
}
