package dev.tierbench.report.folder;

import dev.tierbench.metrics.Metrics;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.plan.HttpPlan;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A sweep: servers under an HTTP load. */
enum SweepView implements KindView {
  INSTANCE;

  private static final Traits TRAITS =
      new Traits(
          "server",
          "./scripts/sweep.sh",
          Parameters.CONCURRENCY,
          Set.of(Parameters.CONCURRENCY, Parameters.RATE, Parameters.OVERLOAD),
          0.05,
          List.of(
              "plan.levels",
              "plan.rates.connections",
              "plan.rates.arrivals",
              "plan.rates.overload.seconds",
              "plan.rates.overload.recovery_seconds",
              "plan.rates.overload.deadline_seconds",
              "plan.windows.settle_seconds",
              "plan.windows.measure_seconds",
              "plan.windows.trace",
              "plan.windows.profile",
              "plan.windows.rounds.windows",
              "plan.windows.rounds.lead_in_seconds",
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
              new Column("failed", Metrics.get("requests_failed"))));

  @Override
  public Traits traits() {
    return TRAITS;
  }

  @Override
  public String operation(Run run) {
    return HttpPlan.OPERATION;
  }

  @Override
  public String axis(Run run, Parameters at) {
    return Stream.of(Parameters.RATE, Parameters.OVERLOAD)
        .filter(name -> at.number(name).isPresent())
        .findFirst()
        .orElse(Parameters.CONCURRENCY);
  }

  @Override
  public Texts texts(Run run) {
    return new Texts(
        "request",
        run.axes().size() > 1 ? "load" : run.axis(),
        "a sweep",
        run.axes().stream()
            .map(axis -> load(axis, connections(run)))
            .collect(Collectors.joining(" ")),
        "What the server's threads did in the traced window, divided by the requests answered in"
            + " it.");
  }

  private static String connections(Run run) {
    return run.manifest().sweep().flatMap(HttpPlan::renewal).orElse("keep-alive");
  }

  private static String load(String axis, String connections) {
    String text =
        switch (axis) {
          case Parameters.RATE ->
              "At a rate: open model, %s, response times from the intended start.";
          case Parameters.OVERLOAD ->
              "At an overload: open model, %s; what is not called overload or recovery is of the"
                  + " window before, at half of the lowest saturation throughput.";
          default -> "At a concurrency: closed model, %s, service times.";
        };
    return text.formatted(connections);
  }

  /** Settings of the tiers, and for a server without a contract its request and its answer. */
  @Override
  public Optional<JsonNode> comparedSettings(JsonNode settings) {
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
    return KindView.inOrder(
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
}
