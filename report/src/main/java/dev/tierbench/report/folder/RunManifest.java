package dev.tierbench.report.folder;

import dev.tierbench.run.Caveat;
import dev.tierbench.run.CpuList;
import dev.tierbench.run.GeneratorName;
import dev.tierbench.run.Kind;
import dev.tierbench.run.LatencyGoal;
import dev.tierbench.run.Named;
import dev.tierbench.run.Tier;
import dev.tierbench.run.descriptor.Contract;
import dev.tierbench.run.plan.Plan;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * What the manifest of a run states. Each value is read by itself, so that a manifest of which a
 * part is missing still says the rest.
 *
 * @param json an empty object when the folder has no manifest
 */
public record RunManifest(JsonNode json) {

  /** The workload of two runs side by side that have not the same. */
  public static final String DIFFERS = "differs between A and B";

  private static final int SHORT_COMMIT = 12;

  /** Empty when it states none that is known. */
  Optional<Kind> kind() {
    return json.path("kind").asStringOpt().flatMap(kind -> Named.find(Kind.class, kind));
  }

  /** The parameter that a plot has on its horizontal axis; empty when it is not stated. */
  Optional<String> axis() {
    return json.at("/plan/common/axis").asStringOpt();
  }

  /** The subjects in the order of the plan. */
  List<String> subjects() {
    return json.at("/plan/common/subjects").valueStream().map(node -> node.asString("")).toList();
  }

  /** Cores of the machine of the run; 0 when that is not stated. */
  public int cores() {
    return json.at("/host/cores").asInt(0);
  }

  /** The arguments that the run was started with; empty when they are not stated. */
  public List<String> commandLine() {
    return json.path("command_line").valueStream().map(word -> word.asString("")).toList();
  }

  /** What came of the contract test of each server. */
  public List<JsonNode> verifications() {
    return json.path("verifications").valueStream().toList();
  }

  /** The machine of the run, the JDK and the source, on one line. */
  public String host() {
    String commit = stated("/source/commit");
    return "%s, %s cores, kernel %s, JDK %s, commit %s%s"
        .formatted(
            stated("/host/cpu_model"),
            stated("/host/cores"),
            stated("/host/kernel"),
            stated("/java/version"),
            commit.substring(0, Math.min(SHORT_COMMIT, commit.length())),
            json.at("/source/dirty").asBoolean(false) ? " with local changes" : "");
  }

  /** The hosts of tiers that were not on {@link #host}. */
  public List<OtherHost> otherHosts() {
    return OtherHost.all(json);
  }

  /** Whether both ran on one host; the generator does on the sweep's own, also beside others. */
  public boolean shareHost(Tier a, Tier b) {
    List<String> elsewhere = otherHosts().stream().map(OtherHost::tier).toList();
    return Stream.of(a, b).allMatch(tier -> tier == Tier.LOADGEN || !elsewhere.contains(tier.id()));
  }

  /** Which tiers had a host of their own: values of runs that differ in it are not the same. */
  public String layout() {
    String tiers =
        otherHosts().stream().map(OtherHost::tier).sorted().collect(Collectors.joining(", "));
    return tiers.isEmpty() ? "one host" : "other hosts for " + tiers;
  }

  /** The networks that the containers of the tiers are on; empty when the tiers were processes. */
  public String containerNetworks() {
    return json.at("/containers/list")
        .valueStream()
        .map(container -> text(container.path("network")))
        .distinct()
        .sorted()
        .collect(Collectors.joining(", "));
  }

  /** The text in the manifest at a JSON pointer, or "unknown". */
  public String stated(String pointer) {
    return text(json.at(pointer));
  }

  /** A value as text, or "unknown". */
  public static String text(JsonNode node) {
    return node.isMissingNode() || node.isNull() ? "unknown" : node.asString(node.toString());
  }

  /** What drove the windows of a sweep; ours where the manifest names none. */
  public String generator() {
    return json.at("/plan/generator").asString(GeneratorName.LOADGEN.id());
  }

  /** Of the whole run. */
  public List<Caveat> caveats() {
    return json.path("caveats")
        .valueStream()
        .map(of -> new Caveat(of.path("what").asString(""), of.path("hint").asString("")))
        .toList();
  }

  /** The latency by which a sweep searches the highest rate of each server. */
  public Optional<LatencyGoal> goal() {
    JsonNode goal = json.at("/plan/rates/goal");
    return goal.path("percentile").isString() && goal.path("limit_ms").asDouble(0) > 0
        ? Optional.of(
            new LatencyGoal(goal.path("percentile").asString(), goal.path("limit_ms").asDouble()))
        : Optional.empty();
  }

  /** Whether rates were percentages of what the servers of the run answered. */
  public boolean hasRelativeRates() {
    return !json.at("/plan/rates/percents").isEmpty();
  }

  /** How a server was described when the run began; empty when the manifest does not say. */
  JsonNode server(String subject) {
    return json.at("/plan/servers").path(subject);
  }

  /** The name of the suite; empty of any other run. */
  public String suite() {
    return json.at("/plan/suite").asString("");
  }

  /** The query of every request; empty for a single call of echo. */
  public String workload() {
    return json.at("/plan/workload").asString("");
  }

  /** Whether the servers call an echo tier. */
  public boolean hasEcho() {
    return json.at("/plan/servers")
        .valueStream()
        .noneMatch(server -> server.path("contract").asString("").equals(Contract.NONE.id()));
  }

  /** Tiers with cores that cannot be read, and what stands for them. */
  Map<String, String> unreadableCores() {
    return cores(list -> CpuList.find(list).isEmpty());
  }

  private Map<String, String> cores(Predicate<String> wanted) {
    Map<String, String> cpus = new TreeMap<>();
    json.at("/plan/common/pinning/cpus")
        .properties()
        .forEach(tier -> cpus.put(tier.getKey(), tier.getValue().asString("")));
    cpus.values().removeIf(wanted.negate());
    return cpus;
  }

  /** Which cores the plan held each tier to; a manifest that cannot be read held none to any. */
  public Plan.Pinning pinning() {
    JsonNode pinning = json.at("/plan/common/pinning");
    Map<String, String> cpus = cores(list -> CpuList.find(list).isPresent());
    return new Plan.Pinning(
        pinning.path("asked").asString(""),
        cpus,
        pinning.path("note").asString(""),
        Optional.of(pinning.path("split_to_try").asString("")).filter(text -> !text.isEmpty()));
  }
}
