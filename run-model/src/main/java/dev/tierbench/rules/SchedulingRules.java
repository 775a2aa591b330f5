package dev.tierbench.rules;

import dev.tierbench.run.Checks.Check;
import dev.tierbench.run.CpuList;
import dev.tierbench.run.Plan;
import dev.tierbench.run.Scheduling;
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
 *
 * @param pinning of the plan
 */
record SchedulingRules(
    List<Scheduling> scheduling, Tiers.Phase phase, Plan.Pinning pinning, Limits limits) {

  static final String SCHEDULING = "scheduling";
  private static final String HELPER_CORES = "helper_cores";
  private static final String SERVER = "server";
  private static final String STRAYS = "threads";

  List<Check> all() {
    List<Check> checks = new ArrayList<>(List.of(placement()));
    helperCores().ifPresent(checks::add);
    return checks;
  }

  /** What was read convicts, also when another reading is missing. */
  private Check placement() {
    Optional<Check> misplaced =
        scheduling.stream()
            .filter(tier -> !tier.strays().isEmpty())
            .findFirst()
            .map(SchedulingRules::stray)
            .or(() ->
                scheduling.stream()
                    .filter(Scheduling::isMoved)
                    .findFirst()
                    .map(SchedulingRules::moved));
    if (misplaced.isPresent()) {
      return misplaced.get();
    }
    boolean started = scheduling.stream().allMatch(tier -> tier.coresAtStart().isPresent());
    Check sharing = started && !scheduling.isEmpty() ? sharing() : unread();
    boolean complete = scheduling.stream().allMatch(Scheduling::isRead);
    return complete || sharing.verdict() == Verdict.FAIL ? sharing : unread();
  }

  private static Check unread() {
    return Verdicts.unmeasured(
        SCHEDULING, 0, STRAYS, "the kernel's affinity of the tiers' threads was not read");
  }

  private static Check stray(Scheduling tier) {
    int threads = tier.strays().values().stream().mapToInt(Integer::intValue).sum();
    String where =
        tier.strays().entrySet().stream()
            .map(entry -> entry.getValue() + " on " + entry.getKey())
            .collect(Collectors.joining(", "));
    return Verdicts.check(
        SCHEDULING,
        Verdict.FAIL,
        threads,
        0,
        STRAYS,
        String.format(
            Locale.ROOT,
            "threads of %s may run outside the planned cores %s: %s; something moved them: run the"
                + " sweep again",
            tier.role(),
            tier.planned().orElse(""),
            where));
  }

  private static Check moved(Scheduling tier) {
    return Verdicts.failed(
        SCHEDULING,
        String.format(
            Locale.ROOT,
            "%s was moved while it was measured, from cores %s",
            tier.role(),
            tier.moves()));
  }

  private Check sharing() {
    List<String> sharing = sharingWithServer();
    if (sharing.isEmpty()) {
      return Verdicts.check(
          SCHEDULING, Verdict.PASS, 0, 0, STRAYS, "every thread stayed on its cores: " + layout());
    }
    Optional<Double> busy = busyPercent(serverCores());
    boolean saturated = busy.filter(percent -> percent < limits.coresSaturated()).isEmpty();
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
    return Verdicts.check(
        SCHEDULING,
        verdict,
        0,
        0,
        STRAYS,
        verdict == Verdict.FAIL ? message + "; pin the tiers: --pin auto" : message);
  }

  private List<String> sharingWithServer() {
    CpuList server = serverCores();
    return scheduling.stream()
        .filter(tier -> !tier.role().equals(SERVER))
        .filter(tier -> tier.coresAtStart().orElseThrow().overlaps(server))
        .map(Scheduling::role)
        .sorted()
        .toList();
  }

  private CpuList serverCores() {
    return scheduling.stream()
        .filter(tier -> tier.role().equals(SERVER))
        .flatMap(tier -> tier.coresAtStart().stream())
        .findFirst()
        .orElse(new CpuList(Set.of()));
  }

  /** {@code server on 0; echo, loadgen on 1}. */
  private String layout() {
    Map<String, List<String>> rolesByCores = new TreeMap<>();
    scheduling.forEach(tier ->
        rolesByCores
            .computeIfAbsent(tier.coresAtStart().orElseThrow().text(), cores -> new ArrayList<>())
            .add(tier.role()));
    return rolesByCores.entrySet().stream()
        .map(entry ->
            entry.getValue().stream().sorted().collect(Collectors.joining(", "))
                + " on "
                + entry.getKey())
        .collect(Collectors.joining("; "));
  }

  /** Echo and generator on cores without room delay what the server is then blamed for. */
  private Optional<Check> helperCores() {
    List<CpuList> helpers = helpers();
    if (helpers.isEmpty() || helpers.stream().anyMatch(cores -> cores.overlaps(serverCores()))) {
      return Optional.empty();
    }
    if (helpers.stream().anyMatch(cores -> busyPercent(cores).isEmpty())) {
      return Optional.of(
          Verdicts.unmeasured(
              HELPER_CORES, limits.helperCoresWarn(), "%", "the CPU of each core was not read"));
    }
    CpuList busiest =
        helpers.stream()
            .max(Comparator.comparingDouble(cores -> busyPercent(cores).orElseThrow()))
            .orElseThrow();
    double busy = busyPercent(busiest).orElseThrow();
    String message =
        String.format(
            Locale.ROOT, "cores %s (%s) were %.0f %% busy", busiest.text(), layout(), busy);
    return Optional.of(
        Verdicts.below(
            HELPER_CORES,
            "%",
            busy,
            limits.helperCoresWarn(),
            limits.helperCoresFail(),
            busy >= limits.helperCoresFail() ? message + "; " + splitToTry() : message));
  }

  /** The cores of echo and generator: those of each, or of both where they share any. */
  private List<CpuList> helpers() {
    List<CpuList> each =
        scheduling.stream()
            .filter(tier -> !tier.role().equals(SERVER))
            .flatMap(tier -> tier.coresAtStart().stream())
            .toList();
    boolean shared =
        each.size() > 1
            && each.subList(1, each.size()).stream().anyMatch(each.getFirst()::overlaps);
    return shared ? List.of(each.stream().reduce(CpuList::union).orElseThrow()) : each;
  }

  private String splitToTry() {
    return pinning
        .splitToTry()
        .map(options -> "give generator and echo more: " + options)
        .orElse(
            "there is no core to give to generator and echo: use a host with more, or lower"
                + " --levels");
  }

  private Optional<Double> busyPercent(CpuList cores) {
    double busy = 0;
    double all = 0;
    for (Tiers.Core core : phase.host().perCore()) {
      if (cores.cpus().contains(core.cpu())) {
        busy += core.busyNs();
        all += core.busyNs() + core.idleNs();
      }
    }
    return all > 0 ? Optional.of(100 * busy / all) : Optional.empty();
  }
}
