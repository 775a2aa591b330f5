package dev.tierbench.report.folder;

import dev.tierbench.metrics.Metrics;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.descriptor.SuiteDescriptor;
import dev.tierbench.run.plan.Plan;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A suite: implementations of cases in a fresh JVM each. */
enum SuiteView implements KindView {
  INSTANCE;

  private static final Traits TRAITS =
      new Traits(
          "implementation",
          "./scripts/suite.sh",
          SuiteDescriptor.SIZE,
          Set.of(SuiteDescriptor.CASE, SuiteDescriptor.SIZE),
          0.03,
          List.of(
              "plan.cells",
              "plan.descriptor.heap",
              "plan.budget_seconds",
              "plan.engines",
              "plan.settings"),
          List.of(
              new Column("a run", Metrics.RUN_MS),
              new Column("× bound", Metrics.TIMES_BOUND),
              new Column("CPU µs/op", Metrics.CPU),
              new Column("B/op", Metrics.ALLOCATION),
              new Column("RSS MiB", Metrics.RSS_PEAK),
              new Column("RSS growth MiB", Metrics.get("rss_growth_mib")),
              new Column("threads", Metrics.get("threads_peak")),
              new Column("switches/op", Metrics.SWITCHES),
              new Column("futex/op", Metrics.FUTEX),
              new Column("syscalls/op", Metrics.SYSCALLS)));

  /** Settings of a worker that no other process has alike. */
  private static final List<String> OF_ONE_PROCESS =
      List.of("pid", "clock_resolution_ns", "jvm_flags");

  @Override
  public Traits traits() {
    return TRAITS;
  }

  @Override
  public String operation(Run run) {
    return run.suitePlan().map(Plan::operation).orElse("op");
  }

  @Override
  public String axis(Run run, Parameters at) {
    return run.axis();
  }

  @Override
  public Texts texts(Run run) {
    return new Texts(
        run.operation(),
        "case, size",
        "a run of the suite " + run.manifest().suite(),
        run.suitePlan().map(plan -> plan.descriptor().study() + "; ").orElse("")
            + "every cell in a fresh JVM.",
        "What the threads did in the traced window, divided by the %ss done in it."
            .formatted(run.operation()));
  }

  @Override
  public Optional<JsonNode> comparedSettings(JsonNode settings) {
    return settings
        .path("cells")
        .valueStream()
        .findFirst()
        .filter(ObjectNode.class::isInstance)
        .map(cell -> ((ObjectNode) cell).deepCopy().remove(OF_ONE_PROCESS));
  }

  @Override
  public JsonNode ofSubject(JsonNode comparedSettings) {
    return comparedSettings;
  }

  @Override
  public List<Section> sections(Run run) {
    return KindView.inOrder(
        Stream.of(
            new Section("matrix", "Matrix", "matrix", List.of()),
            new Section("ranks", "Ranks", "ranks", List.of()),
            new Section("plots", "Over the size", "growth", List.of())),
        new Section("level", "One cell", "level", List.of("values")),
        List.of("folded"),
        List.of());
  }
}
