package dev.tierbench.report.folder;

import dev.tierbench.metrics.Metric;
import dev.tierbench.metrics.Metrics;
import dev.tierbench.run.Kind;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.descriptor.SuiteDescriptor;
import dev.tierbench.run.plan.HttpPlan;
import dev.tierbench.run.plan.Plan;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** All that the reports of the kinds of runs differ in, other than in values. */
public enum KindView {

  /** A sweep: servers under an HTTP load. */
  SWEEP(
      new Names("server", "./scripts/sweep.sh", Parameters.CONCURRENCY),
      Set.of(Parameters.CONCURRENCY, Parameters.RATE),
      0.05,
      List.of(
          "plan.levels",
          "plan.rates.connections",
          "plan.rates.arrivals",
          "plan.windows",
          "plan.warmup",
          "plan.workload",
          "plan.network.places"),
      List.of(
          new Column("req/s", Metrics.THROUGHPUT),
          new Column("mean ms", Metrics.MEAN),
          new Column("p50 ms", Metrics.P50),
          new Column("p99 ms", Metrics.P99),
          new Column("cores used", Metrics.get("server_cores_used")),
          new Column("CPU µs/op", Metrics.CPU),
          new Column("switches/op", Metrics.SWITCHES),
          new Column("futex/op", Metrics.FUTEX),
          new Column("syscalls/op", Metrics.SYSCALLS),
          new Column("overhead %", Metrics.THROUGHPUT_OVERHEAD),
          new Column("failed", Metrics.get("requests_failed")))) {

    @Override
    public String operation(Run run) {
      return HttpPlan.OPERATION;
    }

    @Override
    public String axis(Run run, Parameters at) {
      return at.number(Parameters.RATE).isPresent() ? Parameters.RATE : Parameters.CONCURRENCY;
    }

    @Override
    public String prose(Run run) {
      return "request";
    }

    @Override
    public String cell(Run run) {
      return run.axes().size() > 1 ? "load" : run.axis();
    }

    @Override
    public String title(Run run) {
      return "a sweep";
    }

    @Override
    public String setUp(Run run) {
      return run.axes().stream()
          .map(axis ->
              axis.equals(Parameters.RATE)
                  ? "At a rate: open model, keep-alive, response times from the intended start."
                  : "At a concurrency: closed model, keep-alive, service times.")
          .collect(Collectors.joining(" "));
    }

    @Override
    public String tracedWindow(Run run) {
      return "What the server's threads did in the traced window, divided by the requests answered"
          + " in it.";
    }

    /** Settings of the tiers, and for a server without a contract its request and its answer. */
    @Override
    Optional<JsonNode> comparedSettings(JsonNode settings) {
      JsonNode tiers = settings.path("tiers");
      if (!(tiers instanceof ObjectNode object)) {
        return Optional.of(tiers);
      }
      ObjectNode all = object.deepCopy();
      if (settings.path("request").isObject()) {
        all.set("request", settings.path("request"));
        all.set("reference", settings.path("reference"));
      }
      if (settings.path(Run.SECRETS).isObject()) {
        all.set(Run.SECRETS, settings.path(Run.SECRETS));
      }
      return Optional.of(all);
    }

    @Override
    public JsonNode ofSubject(JsonNode comparedSettings) {
      return comparedSettings.path("server");
    }

    @Override
    public List<Section> sections(Run run) {
      List<String> axes = run.axes();
      return inOrder(
          axes.stream()
              .map(axis ->
                  new Section(
                      axis.equals(axes.getFirst()) ? "plots" : "plots-" + axis,
                      "Over " + axis,
                      "plots",
                      List.of(axis))),
          new Section("level", "One level", "level", List.of("latency")),
          List.of(),
          List.of("host_speed", "overhead"));
    }
  },

  /** A suite: implementations of cases in a fresh JVM each. */
  SUITE(
      new Names("implementation", "./scripts/suite.sh", SuiteDescriptor.SIZE),
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
          new Column("threads", Metrics.get("threads_peak")),
          new Column("switches/op", Metrics.SWITCHES),
          new Column("futex/op", Metrics.FUTEX),
          new Column("syscalls/op", Metrics.SYSCALLS))) {

    @Override
    public String operation(Run run) {
      return run.suitePlan().map(Plan::operation).orElse("op");
    }

    @Override
    public String axis(Run run, Parameters at) {
      return run.axis();
    }

    @Override
    public String prose(Run run) {
      return run.operation();
    }

    @Override
    public String cell(Run run) {
      return "case, size";
    }

    @Override
    public String title(Run run) {
      return "a run of the suite " + run.manifest().suite();
    }

    @Override
    public String setUp(Run run) {
      return run.suitePlan().map(plan -> plan.descriptor().study() + "; ").orElse("")
          + "every cell in a fresh JVM.";
    }

    @Override
    public String tracedWindow(Run run) {
      return "What the threads did in the traced window, divided by the %ss done in it."
          .formatted(prose(run));
    }

    @Override
    Optional<JsonNode> comparedSettings(JsonNode settings) {
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
      return inOrder(
          Stream.of(
              new Section("matrix", "Matrix", "matrix", List.of()),
              new Section("ranks", "Ranks", "ranks", List.of()),
              new Section("plots", "Over the size", "growth", List.of())),
          new Section("level", "One cell", "level", List.of("values")),
          List.of("folded"),
          List.of());
    }
  };

  /** Settings of a worker that no other process has alike. */
  private static final List<String> OF_ONE_PROCESS =
      List.of("pid", "clock_resolution_ns", "jvm_flags");

  private final Names names;
  private final Set<String> parameters;
  private final double threshold;
  private final List<String> setupPaths;
  private final List<Column> summary;

  KindView(
      Names names,
      Set<String> parameters,
      double threshold,
      List<String> setupPaths,
      List<Column> summary) {
    this.names = names;
    this.parameters = parameters;
    this.threshold = threshold;
    this.setupPaths = setupPaths;
    this.summary = summary;
  }

  /** What a kind calls a subject, starts a run with, and usually has on a horizontal axis. */
  public record Names(String subject, String script, String axis) {}

  /** A metric under a head that is short enough for a terminal; {@code op} is the operation. */
  public record Column(String head, Metric metric) {}

  /**
   * A section of the page.
   *
   * @param view what draws it
   * @param parts what it shows besides what it has for every kind
   */
  public record Section(String id, String title, String view, List<String> parts) {}

  /** The view of a kind. */
  public static KindView of(Kind kind) {
    return switch (kind) {
      case HTTP -> SWEEP;
      case SUITE -> SUITE;
    };
  }

  public Names names() {
    return names;
  }

  /** The parameters of its cells, by which they can be chosen. */
  public Set<String> parameters() {
    return parameters;
  }

  /** The least relative difference that matters, unless another is asked for. */
  public double threshold() {
    return threshold;
  }

  /** Paths in the manifest to what makes values of two runs hard to compare. */
  public List<String> setupPaths() {
    return setupPaths;
  }

  /** Metrics of the table of a terminal. */
  public List<Column> summary() {
    return summary;
  }

  /** Whether a subject stands beside a baseline, ends without a value, and grows by decades. */
  public boolean isOfCases() {
    return parameters.contains(SuiteDescriptor.CASE);
  }

  /** The short word for an operation, as it stands in a unit. */
  public abstract String operation(Run run);

  /** The word for an operation in prose. */
  public abstract String prose(Run run);

  /** The name over a column of the parameters of cells. */
  public abstract String cell(Run run);

  /** The parameter by which those parameters have their place on a horizontal axis. */
  public abstract String axis(Run run, Parameters at);

  /** What a run is, in a sentence about it. */
  public abstract String title(Run run);

  /** How its cells were measured. */
  public abstract String setUp(Run run);

  /** What the counts of threads are. */
  public abstract String tracedWindow(Run run);

  /** What has to be alike in the settings of a subject where it is compared. */
  abstract Optional<JsonNode> comparedSettings(JsonNode settings);

  /** The part of those settings that is of the subject itself. */
  public abstract JsonNode ofSubject(JsonNode comparedSettings);

  /** The sections of the page of a run, in their order. */
  public abstract List<Section> sections(Run run);

  private static List<Section> inOrder(
      Stream<Section> values, Section level, List<String> differences, List<String> validity) {
    return Stream.concat(
            values,
            Stream.of(
                level,
                new Section("profiles", "Where in the code", "profiles", List.of()),
                new Section(
                    "differences", "Differences with their evidence", "differences", differences),
                new Section("capacity", "On other cores", "capacity", List.of()),
                new Section(
                    "study", "The published study beside this run", "study", List.of()),
                new Section("validity", "Validity", "validity", validity),
                new Section("provenance", "Provenance", "provenance", List.of())))
        .toList();
  }
}
