package dev.tierbench.rules;

import dev.tierbench.run.Checks.Check;
import dev.tierbench.run.CpuList;
import dev.tierbench.run.Plan;
import dev.tierbench.run.Scheduling;
import dev.tierbench.run.Tier;
import dev.tierbench.run.Tiers;
import dev.tierbench.run.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The rules that tell a value of the server from a value of the host's scheduler: each tier runs
 * where it was planned to, the server shares its cores with no other tier, and the cores of the
 * other tiers have room.
 */
record SchedulingRules(
    List<Scheduling> scheduling, Tiers.Phase phase, Plan.Pinning pinning, Ruling ruling) {

  static final List<Rule<? super MeasuredStep>> ALL =
      List.of(
          new Rule<>(
              "scheduling",
              "threads",
              Limit.NONE,
              "every thread on the planned cores, and no other tier on the server's where they are"
                  + " saturated",
              (step, ruling) -> Optional.of(of(step, ruling).placement())),
          new Rule<>(
              "helper_cores",
              "%",
              new Limit(70, 85),
              "how busy the cores of echo and generator are",
              (step, ruling) -> of(step, ruling).helperCores()),
          new Rule<>(
              Rules.OTHER_LOAD,
              "%",
              new Limit(5, 15),
              "CPU that other programs took of the cores that the server is held to, at least",
              (step, ruling) -> of(step, ruling).otherLoad()));

  /** From how busy on cores are the limit, and tiers on them compete for them, in percent. */
  static final double SATURATED = 90;

  /** For questions that make no check. */
  private static final Ruling UNNAMED = new Ruling("", "", Limit.NONE);

  private static SchedulingRules of(MeasuredStep step, Ruling ruling) {
    return new SchedulingRules(
        step.records().tiers().scheduling(), step.tiers(), step.pinning(), ruling);
  }

  /** How busy the cores were that the server may use; empty when that was not read. */
  static Optional<Double> serverBusyPercent(MeasuredStep step) {
    SchedulingRules rules = of(step, UNNAMED);
    return rules.busyPercent(Tier.SERVER, rules.serverCores());
  }

  /** Whether another tier may use a core of the server; empty when that was not read. */
  static Optional<Boolean> sharesServerCores(MeasuredStep step) {
    SchedulingRules rules = of(step, UNNAMED);
    return rules.wereReadAtStart()
        ? Optional.of(!rules.sharingWithServer().isEmpty())
        : Optional.empty();
  }

  private boolean wereReadAtStart() {
    return !scheduling.isEmpty()
        && scheduling.stream().allMatch(tier -> tier.coresAtStart().isPresent());
  }

  /** What was read convicts, also when another reading is missing. */
  private Check placement() {
    Optional<Check> misplaced =
        scheduling.stream()
            .filter(tier -> !tier.strays().isEmpty())
            .findFirst()
            .map(this::stray)
            .or(() ->
                scheduling.stream().filter(Scheduling::wasMoved).findFirst().map(this::moved));
    if (misplaced.isPresent()) {
      return misplaced.get();
    }
    Check sharing = wereReadAtStart() ? sharing() : unread();
    boolean complete = scheduling.stream().allMatch(Scheduling::wasRead);
    return complete || sharing.verdict() == Verdict.FAIL ? sharing : unread();
  }

  private Check unread() {
    return ruling.unmeasured("the kernel's affinity of the tiers' threads was not read");
  }

  private Check stray(Scheduling tier) {
    int threads = tier.strays().values().stream().mapToInt(Integer::intValue).sum();
    String where =
        tier.strays().entrySet().stream()
            .map(entry -> entry.getValue() + " on " + entry.getKey())
            .collect(Collectors.joining(", "));
    return ruling.check(
        Verdict.FAIL,
        threads,
        String.format(
            Locale.ROOT,
            "threads of %s may run outside the planned cores %s: %s; something moved them: run the"
                + " sweep again",
            tier.tier().id(),
            tier.planned().orElse(""),
            where));
  }

  private Check moved(Scheduling tier) {
    return ruling.failed(
        String.format(
            Locale.ROOT,
            "%s was moved while it was measured, from cores %s",
            tier.tier().id(),
            tier.moves()));
  }

  private Check sharing() {
    List<String> sharing = sharingWithServer();
    if (sharing.isEmpty()) {
      return ruling.check(Verdict.PASS, 0, "every thread stayed on its cores: " + layout());
    }
    Optional<Double> busy = busyPercent(Tier.SERVER, serverCores());
    boolean saturated = busy.filter(percent -> percent < SATURATED).isEmpty();
    String message =
        String.format(
            Locale.ROOT,
            "the server shares cores with %s (%s), and they were %s busy: %s",
            String.join(" and ", sharing),
            layout(),
            busy.map(percent -> String.format(Locale.ROOT, "%.0f %%", percent))
                .orElse("an unmeasured share"),
            saturated
                ? "latency and throughput are values of the host's scheduler, not of the server"
                : "below saturation");
    Verdict verdict = saturated && !pinning.sharingAsked() ? Verdict.FAIL : Verdict.WARN;
    return ruling.check(
        verdict, 0, verdict == Verdict.FAIL ? message + "; pin the tiers: --pin auto" : message);
  }

  private List<String> sharingWithServer() {
    CpuList server = serverCores();
    return scheduling.stream()
        .filter(tier -> tier.tier() != Tier.SERVER && isBeside(Tier.SERVER, tier.tier()))
        .filter(tier -> tier.coresAtStart().orElseThrow().overlaps(server))
        .map(tier -> tier.tier().id())
        .sorted()
        .toList();
  }

  /** Whether both are on one host. */
  private boolean isBeside(Tier one, Tier other) {
    return phase.windowOf(one).name().equals(phase.windowOf(other).name());
  }

  private CpuList serverCores() {
    return scheduling.stream()
        .filter(tier -> tier.tier() == Tier.SERVER)
        .flatMap(tier -> tier.coresAtStart().stream())
        .findFirst()
        .orElse(new CpuList(Set.of()));
  }

  /** {@code server on 0; echo, loadgen on 1}. */
  private String layout() {
    Map<String, List<String>> tiersByCores = new TreeMap<>();
    scheduling.forEach(tier ->
        tiersByCores
            .computeIfAbsent(
                tier.coresAtStart().orElseThrow().text() + ofHost(tier.tier()),
                cores -> new ArrayList<>())
            .add(tier.tier().id()));
    return tiersByCores.entrySet().stream()
        .map(entry ->
            entry.getValue().stream().sorted().collect(Collectors.joining(", "))
                + " on "
                + entry.getKey())
        .collect(Collectors.joining("; "));
  }

  private String ofHost(Tier tier) {
    return phase.hosts().isEmpty() ? "" : " of host " + phase.windowOf(tier).name();
  }

  /** Echo and generator on cores without room delay what the server is then blamed for. */
  private Optional<Check> helperCores() {
    List<Helpers> helpers = helpers();
    if (helpers.isEmpty() || helpers.stream().anyMatch(this::shareWithServer)) {
      return Optional.empty();
    }
    if (helpers.stream().anyMatch(of -> busyPercent(of.tier(), of.cores()).isEmpty())) {
      return Optional.of(ruling.unmeasured("the CPU of each core was not read"));
    }
    Helpers busiest =
        helpers.stream()
            .max(Comparator.comparingDouble(of -> busyPercent(of.tier(), of.cores()).orElseThrow()))
            .orElseThrow();
    double busy = busyPercent(busiest.tier(), busiest.cores()).orElseThrow();
    String message =
        String.format(
            Locale.ROOT,
            "cores %s%s (%s) were %.0f %% busy",
            busiest.cores().text(),
            ofHost(busiest.tier()),
            layout(),
            busy);
    Check check = ruling.below(busy, message);
    return Optional.of(
        check.verdict() == Verdict.FAIL
            ? ruling.below(busy, message + "; " + splitToTry())
            : check);
  }

  /** Cores of echo or generator, or of both together. */
  private record Helpers(Tier tier, CpuList cores) {}

  /**
   * What ran on the server's cores and was not the server. Interrupts are left out: not every
   * kernel counts those that serve it among the CPU of the process.
   */
  private Optional<Check> otherLoad() {
    boolean held =
        scheduling.stream()
            .anyMatch(tier -> tier.tier() == Tier.SERVER && tier.planned().isPresent());
    if (!held || !wereReadAtStart() || !sharingWithServer().isEmpty()) {
      return Optional.empty();
    }
    List<Tiers.Core> cores = cores(Tier.SERVER, serverCores());
    Optional<Long> server = phase.tier(Tier.SERVER).flatMap(Tiers.Usage::cpuNs);
    if (cores.isEmpty() || server.isEmpty()) {
      return Optional.of(ruling.unmeasured("the CPU of the server's cores was not read"));
    }
    if (cores.stream().anyMatch(core -> core.interruptNs().isEmpty())) {
      return Optional.empty(); // a run from before this rule
    }
    long others =
        cores.stream().mapToLong(core -> core.busyNs() - core.interruptNs().orElseThrow()).sum()
            - server.get();
    double percent = Math.max(0, 100.0 * others / nanos(cores));
    return Optional.of(
        ruling.below(
            percent,
            String.format(
                Locale.ROOT,
                "other programs took %.1f %% or more of the server's cores %s",
                percent,
                serverCores().text())));
  }

  private boolean shareWithServer(Helpers helpers) {
    return isBeside(Tier.SERVER, helpers.tier()) && helpers.cores().overlaps(serverCores());
  }

  /** The cores of echo and generator: those of each, or of both where they share any. */
  private List<Helpers> helpers() {
    List<Helpers> each =
        scheduling.stream()
            .filter(tier -> tier.tier() != Tier.SERVER)
            .flatMap(
                tier -> tier.coresAtStart().map(cores -> new Helpers(tier.tier(), cores)).stream())
            .toList();
    boolean shared =
        each.size() > 1
            && each.subList(1, each.size()).stream()
                .anyMatch(other ->
                    isBeside(each.getFirst().tier(), other.tier())
                        && each.getFirst().cores().overlaps(other.cores()));
    return shared
        ? List.of(
            new Helpers(
                each.getFirst().tier(),
                each.stream().map(Helpers::cores).reduce(CpuList::union).orElseThrow()))
        : each;
  }

  private String splitToTry() {
    return pinning
        .splitToTry()
        .map(options -> "give generator and echo more: " + options)
        .orElse(
            "there is no core to give to generator and echo: use a host with more, or lower"
                + " --levels");
  }

  private Optional<Double> busyPercent(Tier tier, CpuList cores) {
    List<Tiers.Core> read = cores(tier, cores);
    double all = nanos(read);
    return all > 0
        ? Optional.of(100 * read.stream().mapToLong(Tiers.Core::busyNs).sum() / all)
        : Optional.empty();
  }

  private static double nanos(List<Tiers.Core> cores) {
    return cores.stream().mapToLong(core -> core.busyNs() + core.idleNs()).sum();
  }

  /** Those cores of the host that a tier is on. */
  private List<Tiers.Core> cores(Tier tier, CpuList cores) {
    return phase.windowOf(tier).host().perCore().stream()
        .filter(core -> cores.cpus().contains(core.cpu()))
        .toList();
  }
}
