package dev.tierbench.run;

import dev.tierbench.run.Checks.Check;
import java.util.ArrayList;
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
 * @param sharingAsked whether the plan asked for tiers that share cores
 */
record SchedulingRules(
    List<Scheduling> scheduling, Tiers.Phase phase, boolean sharingAsked, Limits limits) {

  static final String SCHEDULING = "scheduling";
  private static final String HELPER_CORES = "helper_cores";
  private static final String SERVER = "server";
  private static final String STRAYS = "threads";

  List<Check> all() {
    List<Check> checks = new ArrayList<>(List.of(placement()));
    helperCores().ifPresent(checks::add);
    return checks;
  }

  private Check placement() {
    if (scheduling.isEmpty() || scheduling.stream().anyMatch(SchedulingRules::isUnread)) {
      return Judge.unmeasured(
          SCHEDULING, 0, STRAYS, "the kernel's affinity of the tiers' threads was not read");
    }
    Optional<Scheduling> astray =
        scheduling.stream().filter(tier -> !tier.strays().isEmpty()).findFirst();
    if (astray.isPresent()) {
      return stray(astray.get());
    }
    Optional<Scheduling> moved =
        scheduling.stream()
            .filter(tier -> !tier.coresAtStart().equals(tier.coresAtEnd()))
            .findFirst();
    return moved.map(this::moved).orElseGet(this::sharing);
  }

  private static boolean isUnread(Scheduling tier) {
    return tier.threadsAtStart().isEmpty() || tier.threadsAtEnd().isEmpty();
  }

  private static Check stray(Scheduling tier) {
    int threads = tier.strays().values().stream().mapToInt(Integer::intValue).sum();
    String where =
        tier.strays().entrySet().stream()
            .map(entry -> entry.getValue() + " on " + entry.getKey())
            .collect(Collectors.joining(", "));
    return Judge.check(
        SCHEDULING,
        Verdict.FAIL,
        threads,
        0,
        STRAYS,
        String.format(
            Locale.ROOT,
            "threads of %s may run outside the planned cores %s: %s; something moved them, run the"
                + " step again with --resume",
            tier.role(),
            tier.planned().orElse(""),
            where));
  }

  private Check moved(Scheduling tier) {
    return Judge.failed(
        SCHEDULING,
        String.format(
            Locale.ROOT,
            "%s was moved inside the window, from cores %s to %s",
            tier.role(),
            tier.coresAtStart().map(CpuList::text).orElse("?"),
            tier.coresAtEnd().map(CpuList::text).orElse("?")));
  }

  private Check sharing() {
    List<String> sharing = sharingWithServer();
    if (sharing.isEmpty()) {
      return Judge.check(
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
    Verdict verdict = saturated && !sharingAsked ? Verdict.FAIL : Verdict.WARN;
    return Judge.check(
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
    Optional<CpuList> cores =
        scheduling.stream()
            .filter(tier -> !tier.role().equals(SERVER))
            .flatMap(tier -> tier.coresAtStart().stream())
            .reduce(CpuList::union);
    if (cores.isEmpty() || cores.get().overlaps(serverCores())) {
      return Optional.empty();
    }
    Optional<Double> busy = busyPercent(cores.get());
    if (busy.isEmpty()) {
      return Optional.of(
          Judge.unmeasured(
              HELPER_CORES, limits.helperCoresWarn(), "%", "the CPU of each core was not read"));
    }
    String message =
        String.format(
            Locale.ROOT,
            "cores %s of generator and echo were %.0f %% busy",
            cores.get().text(),
            busy.get());
    return Optional.of(
        Judge.below(
            HELPER_CORES,
            "%",
            busy.get(),
            limits.helperCoresWarn(),
            limits.helperCoresFail(),
            busy.get() >= limits.helperCoresFail() ? message + "; " + splitToTry() : message));
  }

  private String splitToTry() {
    int cores = serverCores().size();
    return cores > 1
        ? "give them more: --server-cores " + (cores - 1)
        : "the server has one core already: use a host with more cores, or lower --levels";
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
