package dev.tierbench.rules;

import static dev.tierbench.rules.Rule.rule;

import dev.tierbench.run.CpuList;
import dev.tierbench.run.PhaseName;
import dev.tierbench.run.Tier;
import dev.tierbench.run.Verdict;
import dev.tierbench.run.plan.Plan;
import dev.tierbench.run.record.Checks.Check;
import dev.tierbench.run.record.Scheduling;
import dev.tierbench.run.record.Tiers;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The rules that distinguish a value of the server from a value of the host's scheduler: each tier
 * runs where it was planned to, the server shares its cores with no other tier, and the cores of
 * the other tiers have room.
 */
record SchedulingRules(
    List<Scheduling> scheduling, Tiers.Phase phase, Plan.Pinning pinning, CheckFactory ruling) {

  static final List<Rule<? super MeasuredStep>> ALL =
      List.of(
          rule("scheduling", "threads", Limit.NONE)
              .meaning(
                  "every thread on the planned cores, and no other tier on the server's where they are"
                      + " saturated")
              .always((step, ruling) -> of(step, ruling).placement()),
          rule("helper_cores", "%", new Limit(70, 85))
              .meaning("how busy the cores of generator and echo or database are")
              .when((step, ruling) -> of(step, ruling).helperCores()),
          rule(Rules.OTHER_LOAD, "%", new Limit(5, 15))
              .meaning(
                  "CPU that other programs took of the cores that the server is held to, at least")
              .when((step, ruling) -> of(step, ruling).otherLoad()));

  /** Utilisation in percent from which cores are the limit and their tiers compete for them. */
  static final double SATURATED = 90;

  /** Share of the server's cores below which servers without load are not named. */
  private static final double LEAST_IDLE_PERCENT = 1;

  /** CheckFactory for questions that make no check. */
  private static final CheckFactory UNNAMED = new CheckFactory("", "", Limit.NONE);

  private static SchedulingRules of(MeasuredStep step, CheckFactory ruling) {
    return new SchedulingRules(
        step.records().tiers().scheduling(), step.tiers(), step.pinning(), ruling);
  }

  /** How busy the cores were that the server may use; empty when that was not read. */
  static Optional<Double> serverBusyPercent(MeasuredStep step) {
    return serverBusyPercent(step, PhaseName.MEASURE);
  }

  /** The same in another phase than the measured one; empty also without that phase. */
  static Optional<Double> serverBusyPercent(MeasuredStep step, PhaseName phase) {
    return step.records()
        .tiers(phase)
        .flatMap(tiers ->
            new SchedulingRules(step.records().tiers().scheduling(), tiers, step.pinning(), UNNAMED)
                .serverCores()
                .busyPercent());
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

  /** A tier that was read outside its cores fails, also when another reading is missing. */
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
        "threads of %s may run outside the planned cores %s: %s; something moved them: run the"
            + " sweep again",
        tier.tier().id(),
        tier.planned().orElse(""),
        where);
  }

  private Check moved(Scheduling tier) {
    return ruling.failed(
        "%s was moved while it was measured, from cores %s", tier.tier().id(), tier.moves());
  }

  private Check sharing() {
    List<String> sharing = sharingWithServer();
    if (sharing.isEmpty()) {
      return ruling.check(Verdict.PASS, 0, "every thread stayed on its cores: %s", layout());
    }
    Optional<Double> busy = serverCores().busyPercent();
    boolean saturated = busy.filter(percent -> percent < SATURATED).isEmpty();
    Verdict verdict = saturated && !pinning.sharingAsked() ? Verdict.FAIL : Verdict.WARN;
    return ruling.check(
        verdict,
        0,
        "the server shares cores with %s (%s), and they were %s busy: %s%s",
        String.join(" and ", sharing),
        layout(),
        busy.map(percent -> CheckFactory.text("%.0f %%", percent)).orElse("an unmeasured share"),
        saturated
            ? "latency and throughput are values of the host's scheduler, not of the server"
            : "below saturation",
        verdict == Verdict.FAIL ? "; pin the tiers: --pin auto" : "");
  }

  private List<String> sharingWithServer() {
    CpuList server = serverCores().cpus();
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

  /** {@code server on 0; echo, loadgen on 1}. */
  private String layout() {
    Map<String, String> tiersByCores =
        scheduling.stream()
            .sorted(Comparator.comparing(tier -> tier.tier().id()))
            .collect(
                Collectors.groupingBy(
                    tier -> tier.coresAtStart().orElseThrow().text() + ofHost(tier.tier()),
                    TreeMap::new,
                    Collectors.mapping(tier -> tier.tier().id(), Collectors.joining(", "))));
    return tiersByCores.entrySet().stream()
        .map(entry -> entry.getValue() + " on " + entry.getKey())
        .collect(Collectors.joining("; "));
  }

  private String ofHost(Tier tier) {
    return phase.hosts().isEmpty() ? "" : " of host " + phase.windowOf(tier).name();
  }

  /**
   * A generator or a tier behind the server that lacks CPU adds delay, which would count as the
   * server's.
   */
  private Optional<Check> helperCores() {
    List<Cores> helpers = helpers();
    if (helpers.isEmpty() || helpers.stream().anyMatch(this::shareWithServer)) {
      return Optional.empty();
    }
    if (helpers.stream().anyMatch(cores -> cores.busyPercent().isEmpty())) {
      return Optional.of(ruling.unmeasured("the CPU of each core was not read"));
    }
    Cores busiest =
        helpers.stream()
            .max(Comparator.comparingDouble(cores -> cores.busyPercent().orElseThrow()))
            .orElseThrow();
    double busy = busiest.busyPercent().orElseThrow();
    Check check =
        ruling.below(
            busy,
            "cores %s%s (%s) were %.0f %% busy",
            busiest.cpus().text(),
            ofHost(busiest.tier()),
            layout(),
            busy);
    return Optional.of(
        check.verdict() == Verdict.FAIL ? check.unlessPassed("; " + splitToTry()) : check);
  }

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
    Cores cores = serverCores();
    Optional<Long> server = phase.tier(Tier.SERVER).flatMap(Tiers.Usage::cpuNs);
    if (cores.read().isEmpty() || server.isEmpty()) {
      return Optional.of(ruling.unmeasured("the CPU of the server's cores was not read"));
    }
    long all = cores.read().stream().mapToLong(core -> core.busyNs() - core.interruptNs()).sum();
    double percent = Math.max(0, 100.0 * (all - server.get()) / cores.nanos());
    return Optional.of(
        ruling
            .below(
                percent,
                "other programs took %.1f %% or more of the server's cores %s",
                percent,
                cores.cpus().text())
            .unlessPassed(idleServers(cores)));
  }

  /** What servers of a round did that collect or compile for what they answered before. */
  private String idleServers(Cores cores) {
    return phase
        .idleServersNs()
        .map(nanos -> 100.0 * nanos / cores.nanos())
        .filter(percent -> percent >= LEAST_IDLE_PERCENT)
        .map(percent ->
            CheckFactory.text(
                "; servers of the round without load used %.1f %%: --consecutive ends one before the"
                    + " next starts",
                percent))
        .orElse("");
  }

  private boolean shareWithServer(Cores helpers) {
    return isBeside(Tier.SERVER, helpers.tier()) && helpers.cpus().overlaps(serverCores().cpus());
  }

  /** The cores of the other tiers: those of each, or of both where they share any. */
  private List<Cores> helpers() {
    List<Cores> each =
        scheduling.stream()
            .filter(tier -> tier.tier() != Tier.SERVER)
            .flatMap(tier -> tier.coresAtStart().map(cpus -> cores(tier.tier(), cpus)).stream())
            .toList();
    boolean shared =
        each.stream()
            .skip(1)
            .anyMatch(other ->
                isBeside(each.getFirst().tier(), other.tier())
                    && each.getFirst().cpus().overlaps(other.cpus()));
    return shared
        ? List.of(
            cores(
                each.getFirst().tier(),
                each.stream().map(Cores::cpus).reduce(CpuList::union).orElseThrow()))
        : each;
  }

  private String splitToTry() {
    return pinning
        .splitToTry()
        .map(options -> "give the other tiers more: " + options)
        .orElse(
            "there is no core to give to the other tiers: use a host with more, or lower --levels");
  }

  private Cores serverCores() {
    return cores(
        Tier.SERVER,
        scheduling.stream()
            .filter(tier -> tier.tier() == Tier.SERVER)
            .flatMap(tier -> tier.coresAtStart().stream())
            .findFirst()
            .orElse(new CpuList(Set.of())));
  }

  private Cores cores(Tier tier, CpuList cpus) {
    return new Cores(
        tier,
        cpus,
        phase.windowOf(tier).host().perCore().stream()
            .filter(core -> cpus.cpus().contains(core.cpu()))
            .toList());
  }

  /**
   * Cores of a tier's host.
   *
   * @param read what they did; empty when the cores were not read one by one
   */
  private record Cores(Tier tier, CpuList cpus, List<Tiers.Core> read) {

    Optional<Double> busyPercent() {
      return Optional.of(nanos())
          .filter(all -> all > 0)
          .map(all -> 100 * read.stream().mapToLong(Tiers.Core::busyNs).sum() / all);
    }

    double nanos() {
      return read.stream().mapToLong(core -> core.busyNs() + core.idleNs()).sum();
    }
  }
}
