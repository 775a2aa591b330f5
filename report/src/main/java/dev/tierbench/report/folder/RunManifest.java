package dev.tierbench.report.folder;

import dev.tierbench.run.Caveat;
import dev.tierbench.run.GeneratorName;
import dev.tierbench.run.Kind;
import dev.tierbench.run.LatencyGoal;
import dev.tierbench.run.Tier;
import dev.tierbench.run.delay.DelayDistribution;
import dev.tierbench.run.descriptor.ServerDescriptor;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.plan.HttpPlan;
import dev.tierbench.run.plan.Manifest;
import dev.tierbench.run.plan.Plan;
import dev.tierbench.run.plan.RatePlan;
import dev.tierbench.run.plan.RoundPlan;
import dev.tierbench.run.plan.SuitePlan;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * What is known of how a run was planned and where it ran, and what stands for it when nothing is.
 *
 * @param file empty when it is missing or damaged, of two runs side by side, and of a side of them
 * @param plan that of the file; of two runs side by side that of the first
 * @param servers by subject, as they were described when the run began; none of a suite
 * @param workload query of every request; empty for a single call of echo
 * @param threshold the least relative difference that matters between two runs side by side; empty
 *     where that of the plan or of the kind holds
 */
public record RunManifest(
    Optional<Manifest> file,
    Optional<Plan> plan,
    Map<String, ServerDescriptor> servers,
    String workload,
    Optional<Double> threshold) {

  /** The workload of two runs side by side that have not the same. */
  public static final String DIFFERS = "differs between A and B";

  /** A run without a manifest. */
  static final RunManifest NONE =
      new RunManifest(Optional.empty(), Optional.empty(), Map.of(), "", Optional.empty());

  private static final Plan.Pinning NOT_HELD = new Plan.Pinning("", Map.of(), "");
  private static final String UNKNOWN = "unknown";
  private static final int SHORT_COMMIT = 12;

  public RunManifest {
    servers = Map.copyOf(servers);
  }

  static RunManifest of(Manifest file) {
    return switch (file.plan()) {
      case HttpPlan http ->
          new RunManifest(
              Optional.of(file),
              Optional.of(http),
              http.servers(),
              http.workload().orElse(""),
              Optional.empty());
      case SuitePlan suite ->
          new RunManifest(Optional.of(file), Optional.of(suite), Map.of(), "", Optional.empty());
    };
  }

  private <T> List<T> listed(Function<Manifest, List<T>> part) {
    return file.map(part).orElse(List.of());
  }

  /** The plan of a sweep; empty of any other run, and of one without a plan. */
  public Optional<HttpPlan> sweep() {
    return file.map(Manifest::plan).filter(HttpPlan.class::isInstance).map(HttpPlan.class::cast);
  }

  private Optional<RatePlan> rates() {
    return sweep().flatMap(HttpPlan::rates);
  }

  /** The plan of a suite; empty of any other run. */
  Optional<SuitePlan> suitePlan() {
    return plan.filter(SuitePlan.class::isInstance).map(SuitePlan.class::cast);
  }

  Optional<Kind> kind() {
    return plan.map(Plan::kind);
  }

  /** The parameter that a plot has on its horizontal axis. */
  Optional<String> axis() {
    return plan.map(of -> of.common().axis());
  }

  /** The subjects in the order of the plan. */
  List<String> subjects() {
    return plan.map(Plan::subjects).orElse(List.of());
  }

  /** The trials in the order of execution, by name. */
  List<String> trialOrder() {
    return listed(Manifest::trialOrder);
  }

  /** Cores of the machine of the run; 0 when they are not known. */
  public int cores() {
    return file.map(of -> of.host().cores()).orElse(0);
  }

  /** The arguments that the run was started with; none when they are not known. */
  public List<String> commandLine() {
    return listed(Manifest::commandLine);
  }

  /** Results of the contract test of each server, as JSON. */
  public List<JsonNode> verifications() {
    return listed(Manifest::verifications).stream().map(RunJson::toTree).toList();
  }

  /** The machine of the run, the JDK and the source, on one line. */
  public String host() {
    return file.map(of -> machine() + ", commit " + commit()).orElse("host " + UNKNOWN);
  }

  /** The machine of the run and the JDK, on one line. */
  public String machine() {
    return file.map(of -> machine(of.host(), of.java().version())).orElse(UNKNOWN);
  }

  /** The commit of the source, shortened, and whether it was changed. */
  public String commit() {
    return file.map(of -> commit(of.source())).orElse(UNKNOWN);
  }

  /** The commit of the source; empty outside a git work tree. */
  public Optional<String> hash() {
    return file.map(Manifest::source).flatMap(Manifest.Source::commit);
  }

  /** Whether the source differed from its commit; empty when that is not known. */
  public Optional<Boolean> isDirty() {
    return file.map(Manifest::source).flatMap(Manifest.Source::dirty);
  }

  /** When the run began, ISO-8601 UTC; empty when that is not known. */
  public Optional<String> startedAt() {
    return file.map(Manifest::startedAt);
  }

  /** A machine and its JDK in words. */
  static String machine(Manifest.Host host, String java) {
    return "%s, %d cores, kernel %s, JDK %s"
        .formatted(host.cpuModel(), host.cores(), host.kernel(), java);
  }

  private static String commit(Manifest.Source source) {
    String hash = source.commit().orElse(UNKNOWN);
    return hash.substring(0, Math.min(SHORT_COMMIT, hash.length()))
        + (source.dirty().orElse(false) ? " with local changes" : "");
  }

  /** The hosts of tiers that were not on {@link #host}. */
  public List<OtherHost> otherHosts() {
    return listed(Manifest::hosts).stream().map(OtherHost::of).toList();
  }

  /** The machines of those hosts by tier, on one line; empty without any. */
  public String otherMachines() {
    return otherHosts().stream()
        .map(host -> host.tier() + ": " + host.machine())
        .sorted()
        .collect(Collectors.joining("; "));
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
    return file.flatMap(Manifest::containers).stream()
        .flatMap(containers -> containers.list().stream())
        .map(Manifest.Container::network)
        .distinct()
        .sorted()
        .collect(Collectors.joining(", "));
  }

  /** The manifest as JSON, for tables that list or compare all of it; empty without one. */
  public JsonNode json() {
    return file.map(RunJson::toTree).orElseGet(() -> RunJson.parse("{}"));
  }

  /** The text in {@link #json} at a JSON pointer, or "unknown". */
  public String stated(String pointer) {
    return json().at(pointer).asString(UNKNOWN);
  }

  /** What drove the windows of a sweep. */
  public String generator() {
    return sweep().map(HttpPlan::generator).orElse(GeneratorName.LOADGEN).id();
  }

  /** What to know before any value of the run is trusted. */
  public List<Caveat> caveats() {
    return listed(Manifest::caveats);
  }

  /** The latency by which a sweep searches the highest rate of each server. */
  public Optional<LatencyGoal> goal() {
    return rates().flatMap(RatePlan::goal);
  }

  /**
   * What ended the rounds of a sweep; empty when it had a number of trials, and of two runs side by
   * side that share no rounds.
   */
  public Optional<RoundPlan.Until> until() {
    return plan.filter(HttpPlan.class::isInstance)
        .map(HttpPlan.class::cast)
        .flatMap(HttpPlan::until);
  }

  /** Whether rates were percentages of what the servers of the run answered. */
  public boolean hasRelativeRates() {
    return rates().filter(of -> !of.percents().isEmpty()).isPresent();
  }

  /**
   * The rate that every server was offered before and after an overload, in requests per second;
   * empty without an overload, and before the saturation throughput is known.
   */
  public Optional<Double> usualRate() {
    return rates()
        .filter(open -> open.overload().isPresent() && !open.saturation().isEmpty())
        .map(RatePlan::usualRate);
  }

  /** How a server was described when the run began; empty when that is not known. */
  Optional<ServerDescriptor> server(String subject) {
    return Optional.ofNullable(servers.get(subject));
  }

  /** The server that a subject is, in whatever way it ran. */
  public String serverOf(String subject) {
    return plan.map(of -> of.variant(subject).server()).orElse(subject);
  }

  /** Whether a subject had a control group of its own with less CPU or memory than the host has. */
  public boolean isLimited(String subject) {
    return plan.flatMap(of -> of.variant(subject).limits()).isPresent();
  }

  /** The name of the suite; empty of any other run. */
  public String suite() {
    return suitePlan().map(SuitePlan::suite).orElse("");
  }

  /** The tier that the servers call; empty when they call none of the run. */
  public Optional<Tier> backend() {
    return servers.values().stream().allMatch(ServerDescriptor::asksEcho)
        ? Optional.of(sweep().flatMap(HttpPlan::backend).orElse(Tier.ECHO))
        : Optional.empty();
  }

  /** Whether the echo tier waited as long each time: else half of the requests may be quicker. */
  public boolean hasConstantDelay() {
    return sweep()
        .flatMap(HttpPlan::echoDelay)
        .filter(delay -> !(delay instanceof DelayDistribution.Constant))
        .isEmpty();
  }

  /** Whether the servers call an echo tier. */
  public boolean hasEcho() {
    return backend().filter(tier -> tier == Tier.ECHO).isPresent();
  }

  /** Which cores the plan held each tier to; without a plan none to any. */
  public Plan.Pinning pinning() {
    return plan.map(Plan::pinning).orElse(NOT_HELD);
  }
}
