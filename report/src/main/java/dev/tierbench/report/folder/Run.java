package dev.tierbench.report.folder;

import dev.tierbench.run.Cell;
import dev.tierbench.run.Kind;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.Plan;
import dev.tierbench.run.RunJson;
import dev.tierbench.run.SuitePlan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A run folder as far as it could be read.
 *
 * @param manifest an empty object when there is none
 * @param latencies of each cell the measured requests of all valid trials
 * @param readProblems what could not be read, one line each
 */
public record Run(
    String name,
    JsonNode manifest,
    List<Trial> trials,
    Map<Cell, Histogram> latencies,
    List<String> readProblems) {

  private static final int SHORT_COMMIT = 12;

  /** Settings of a worker that no other process has alike. */
  private static final List<String> OF_ONE_PROCESS =
      List.of("pid", "clock_resolution_ns", "jvm_flags");

  /** The workload of two runs side by side that have not the same. */
  public static final String DIFFERS = "differs between A and B";

  public Run {
    trials = List.copyOf(trials);
    latencies = Map.copyOf(latencies);
    readProblems = List.copyOf(readProblems);
  }

  public List<Step> steps() {
    return trials.stream().flatMap(trial -> trial.steps().stream()).toList();
  }

  /** The steps of one cell, one per trial. */
  public List<Step> steps(Cell cell) {
    return trials.stream()
        .filter(trial -> trial.subject().equals(cell.subject()))
        .flatMap(trial -> trial.steps().stream())
        .filter(step -> step.parameters().equals(cell.parameters()))
        .toList();
  }

  /** The machine, the JDK and the source, on one line. */
  public String host() {
    String commit = stated("source", "commit");
    return stated("host", "cpu_model")
        + ", "
        + stated("host", "cores")
        + " cores, kernel "
        + stated("host", "kernel")
        + ", JDK "
        + stated("java", "version")
        + ", commit "
        + commit.substring(0, Math.min(SHORT_COMMIT, commit.length()))
        + (manifest.path("source").path("dirty").asBoolean(false) ? " with local changes" : "");
  }

  /** What the manifest says there, or that it is unknown. */
  public String stated(String... path) {
    JsonNode node = manifest;
    for (String name : path) {
      node = node.path(name);
    }
    return text(node);
  }

  /** A value as text, or that it is unknown. */
  public static String text(JsonNode node) {
    return node.isMissingNode() || node.isNull() ? "unknown" : node.asString(node.toString());
  }

  public Kind kind() {
    return manifest.path("kind").asString("http").equals("suite") ? Kind.SUITE : Kind.HTTP;
  }

  /** The parameter that a plot has on its horizontal axis. */
  public String axis() {
    return manifest.path("plan").path("common").path("axis").asString(Parameters.CONCURRENCY);
  }

  /** Where a cell stands on the page: a level by its number, a cell of a suite by its place. */
  public int position(Parameters at) {
    return kind() == Kind.SUITE ? parameters().indexOf(at) : at.number(axis()).orElse(0);
  }

  /** The subjects in the order of the plan, or else of the trials. */
  public List<String> subjects() {
    Stream<String> planned =
        manifest
            .path("plan")
            .path("common")
            .path("subjects")
            .valueStream()
            .map(node -> node.asString(""));
    List<String> there = trials.stream().map(Trial::subject).distinct().toList();
    return Stream.concat(planned.filter(there::contains), there.stream()).distinct().toList();
  }

  /** All parameters that a step is there for, rising. */
  public List<Parameters> parameters() {
    return steps().stream().map(Step::parameters).distinct().sorted().toList();
  }

  /** How a subject was described when the run began; empty when the manifest does not say. */
  private JsonNode described(String subject) {
    JsonNode plan = manifest.path("plan");
    return kind() == Kind.SUITE
        ? plan.path("descriptor").path("implementations").path(model(subject))
        : plan.path("servers").path(subject);
  }

  /** The server or the implementation that a subject is a variant of. */
  public String model(String subject) {
    String original = Plan.original(subject);
    JsonNode variant = manifest.path("plan").path("common").path("variants").path(original);
    return variant.path("server").asString(original);
  }

  /** The plan of a suite as it was when the run began; empty of any other run. */
  public Optional<SuitePlan> suitePlan() {
    if (kind() != Kind.SUITE) {
      return Optional.empty();
    }
    try {
      return Optional.of(RunJson.parse(manifest.path("plan").toString(), SuitePlan.class));
    } catch (JacksonException e) {
      return Optional.empty();
    }
  }

  /** The name of the suite; empty of any other run. */
  public String suite() {
    return manifest.path("plan").path("suite").asString("");
  }

  /** What one operation is called. */
  public String operation() {
    return manifest.path("plan").path("descriptor").path("operation").asString(kind().operation());
  }

  /** The only subject with that alias, an A/A control apart; empty when there are several. */
  public Optional<String> named(String alias) {
    List<String> named =
        subjects().stream()
            .filter(subject -> described(subject).path("alias").asString("").equals(alias))
            .filter(subject -> !subject.endsWith(Plan.AA_CONTROL))
            .toList();
    return named.size() == 1 ? Optional.of(named.getFirst()) : Optional.empty();
  }

  /** Whether it is a bound on what is possible, and does not compete. */
  public boolean isBound(String subject) {
    return described(subject).path("bound").asBoolean(false);
  }

  /** Its place among the colours and marks; by its order when not every server has one. */
  public int place(String subject) {
    List<String> all = subjects();
    List<Integer> places =
        all.stream().map(each -> colour(described(each).path("colour"))).toList();
    boolean known = places.stream().allMatch(place -> place >= 0);
    boolean distinct = places.stream().distinct().count() == places.size();
    return known && distinct ? places.get(all.indexOf(subject)) : all.indexOf(subject);
  }

  private static int colour(JsonNode colour) {
    return colour.isInt() ? colour.intValue() : -1;
  }

  /** The settings that the tiers of a subject had in its first trial that noted any. */
  public Optional<JsonNode> settings(String subject) {
    return trials.stream()
        .filter(trial -> trial.subject().equals(subject))
        .flatMap(trial -> trial.settings().stream())
        .findFirst();
  }

  /** What of those settings has to be alike where subjects are compared. */
  public Optional<JsonNode> comparedSettings(String subject) {
    return switch (kind()) {
      case HTTP -> settings(subject).map(settings -> settings.path("tiers"));
      case SUITE ->
          settings(subject)
              .flatMap(settings -> settings.path("cells").valueStream().findFirst())
              .filter(ObjectNode.class::isInstance)
              .map(cell -> ((ObjectNode) cell).deepCopy().remove(OF_ONE_PROCESS));
    };
  }

  /** Only the trials of the subjects that are wanted. */
  public Run only(Predicate<String> subjects) {
    Map<Cell, Histogram> wanted = new HashMap<>(latencies);
    wanted.keySet().removeIf(cell -> !subjects.test(cell.subject()));
    return new Run(
        name,
        manifest,
        trials.stream().filter(trial -> subjects.test(trial.subject())).toList(),
        wanted,
        readProblems);
  }

  /**
   * Both runs as one, the subjects of each with a prefix. Its manifest has what a value is compared
   * with: the workload, and whether tiers share cores in either.
   */
  public static Run sideBySide(Run a, String prefixOfA, Run b, String prefixOfB) {
    List<Trial> trials = new ArrayList<>();
    a.trials().forEach(trial -> trials.add(trial.prefixed(prefixOfA)));
    b.trials().forEach(trial -> trials.add(trial.prefixed(prefixOfB)));
    Map<Cell, Histogram> latencies = new HashMap<>();
    a.latencies().forEach((cell, all) -> latencies.put(cell.prefixed(prefixOfA), all));
    b.latencies().forEach((cell, all) -> latencies.put(cell.prefixed(prefixOfB), all));
    return new Run(
        a.name() + " against " + b.name(),
        common(a, prefixOfA, b, prefixOfB),
        trials,
        latencies,
        Stream.concat(a.readProblems().stream(), b.readProblems().stream()).distinct().toList());
  }

  private static JsonNode common(Run a, String prefixOfA, Run b, String prefixOfB) {
    String ofA = a.workload();
    ObjectNode manifest = JsonNodeFactory.instance.objectNode();
    manifest.set("kind", a.manifest().path("kind"));
    ObjectNode plan = manifest.putObject("plan");
    plan.put("workload", ofA.equals(b.workload()) ? ofA : DIFFERS);
    ObjectNode common = plan.putObject("common").put("axis", a.axis());
    if (a.pinning().sharingAsked() || b.pinning().sharingAsked()) {
      common.putObject("pinning").put("asked", Plan.Pinning.OFF);
    }
    ObjectNode described =
        a.kind() == Kind.SUITE
            ? plan.put("suite", a.suite())
                .putObject("descriptor")
                .put("operation", a.operation())
                .putObject("implementations")
            : plan.putObject("servers");
    a.subjects().forEach(subject -> described.set(prefixOfA + subject, a.described(subject)));
    b.subjects().forEach(subject -> described.set(prefixOfB + subject, b.described(subject)));
    return manifest;
  }

  /** The query of every request; empty for a single call of echo. */
  public String workload() {
    return manifest.path("plan").path("workload").asString("");
  }

  /** Which cores the plan held each tier to; a manifest that cannot be read held none to any. */
  public Plan.Pinning pinning() {
    JsonNode pinning = manifest.path("plan").path("common").path("pinning");
    Map<String, String> cpus = new TreeMap<>();
    pinning
        .path("cpus")
        .properties()
        .forEach(tier -> cpus.put(tier.getKey(), tier.getValue().asString("")));
    return new Plan.Pinning(
        pinning.path("asked").asString(""),
        cpus,
        pinning.path("note").asString(""),
        Optional.of(pinning.path("split_to_try").asString("")).filter(text -> !text.isEmpty()));
  }
}
