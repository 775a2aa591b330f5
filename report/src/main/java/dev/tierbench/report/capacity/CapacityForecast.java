package dev.tierbench.report.capacity;

import dev.tierbench.report.compare.SetupDifference;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.metric.Scaling;
import dev.tierbench.report.stats.ScalabilityLaw;
import dev.tierbench.rules.MeasuredStep;
import dev.tierbench.run.CpuList;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.Tier;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the servers of a run would answer on other cores, with all that is assumed for it.
 *
 * @param backend the tier that the servers call
 * @param leftOut runs that tell nothing of how cores hinder each other, with the reason
 */
public record CapacityForecast(
    String run,
    PredictedCores target,
    Tier backend,
    List<ServerPrediction> servers,
    List<String> leftOut,
    List<String> assumptions) {

  /** The contention by which the assumption of none is weighed. */
  private static final double EXAMPLE_SIGMA = 0.01;

  public CapacityForecast {
    servers = List.copyOf(servers);
    leftOut = List.copyOf(leftOut);
    assumptions = List.copyOf(assumptions);
  }

  /**
   * The forecast.
   *
   * @param run that is modelled
   * @param others from which only the growth of throughput with cores is taken
   * @param wanted levels; when there are none, those of the run in proportion to the cores
   * @throws IllegalArgumentException when no run of its kind can be predicted
   */
  public static CapacityForecast of(
      Run run, List<Run> others, PredictedCores target, List<Integer> wanted) {
    Stream.concat(Stream.of(run), others.stream()).forEach(CapacityForecast::requireSweep);
    List<ServerPrediction> servers =
        run.subjects().stream().map(server -> server(run, others, target, wanted, server)).toList();
    List<String> leftOut =
        others.stream()
            .flatMap(other ->
                leftOut(run, other).stream()
                    .map(why -> other.name() + " is not in the fit over cores: " + why))
            .toList();
    Tier backend = run.manifest().backend().orElse(Tier.ECHO);
    List<String> assumptions = new ArrayList<>(assumptions(target, backend, servers));
    if (!run.manifest().hasConstantDelay()) {
      assumptions.add(
          "every request waits for the mean of the echo tier's delays, which vary: throughput follows"
              + " from that, and the p50 of the run may be far from the one here");
    }
    return new CapacityForecast(run.name(), target, backend, servers, leftOut, assumptions);
  }

  /** Why a run does not tell what more cores would bring to the one that is modelled. */
  private static List<String> leftOut(Run run, Run other) {
    Stream<String> differs =
        SetupDifference.ofCores(run, other).stream().map(SetupDifference::line);
    return sharesCores(other)
        ? Stream.concat(differs, Stream.of("its tiers shared the server's cores")).toList()
        : differs.toList();
  }

  private static void requireSweep(Run run) {
    if (run.view().isOfCases() || !run.axes().contains(Parameters.CONCURRENCY)) {
      throw new IllegalArgumentException(
          run.name() + " has no levels of concurrency: --predict needs a sweep over concurrency");
    }
  }

  private static ServerPrediction server(
      Run run, List<Run> others, PredictedCores target, List<Integer> wanted, String server) {
    MeasuredServer all = MeasuredServer.of(run, server);
    MeasuredServer measured = all.withCpuOf(target.sharing());
    Optional<String> obstacle = obstacle(run, all, measured);
    if (obstacle.isPresent()) {
      return ServerPredictor.cannotTell(server, obstacle.get(), wanted);
    }
    List<MeasuredServer> runs = new ArrayList<>(List.of(measured));
    others.stream()
        .filter(other -> leftOut(run, other).isEmpty())
        .map(other -> MeasuredServer.of(other, server))
        .forEach(runs::add);
    int cores = measured.trials().getFirst().cores();
    List<Integer> levels =
        wanted.isEmpty() ? proportional(measured, target.cores(), cores) : wanted;
    return new ServerPredictor(measured, target, CoreScaling.of(runs))
        .predict(levels, Scaling.of(run, server).law());
  }

  /** Why a server cannot be predicted. */
  private static Optional<String> obstacle(Run run, MeasuredServer all, MeasuredServer measured) {
    if (run.manifest().backend().isEmpty()) {
      return Optional.of(
          "the servers call no tier of the run: how long a request waits is not known");
    }
    boolean onDatabase = MeasuredServer.isOnDatabase(run);
    if (onDatabase && MeasuredServer.connectionPool(run, all.server()).isEmpty()) {
      return Optional.of(
          "the server does not state the size of its pool of connections (%s): what the pool bounds"
                  .formatted(MeasuredStep.CONNECTION_POOL)
              + " is not known");
    }
    if (sharesCores(run)) {
      return Optional.of(
          "the tiers shared the server's cores: a saturated step then shows the host's scheduler");
    }
    if (all.trials().isEmpty()) {
      return Optional.of(
          "no trial has a valid step with throughput, latency, %s and CPU of the server"
              .formatted(onDatabase ? "number and mean time of the statements" : "echo delay"));
    }
    return measured.trials().isEmpty()
        ? Optional.of("the CPU of a tier that is to share the cores was not measured at any level")
        : Optional.empty();
  }

  private static boolean sharesCores(Run run) {
    Optional<CpuList> server = run.manifest().pinning().cores(Tier.SERVER);
    return run.manifest().pinning().sharingAsked()
        || Stream.of(Tier.ECHO, Tier.DATABASE, Tier.LOADGEN)
            .filter(tier -> run.manifest().shareHost(tier, Tier.SERVER))
            .flatMap(tier -> run.manifest().pinning().cores(tier).stream())
            .anyMatch(cores -> server.filter(cores::overlaps).isPresent());
  }

  private static List<Integer> proportional(MeasuredServer measured, int cores, int measuredCores) {
    return measured.trials().stream()
        .flatMap(trial -> trial.levels().stream())
        .map(level -> Math.round((float) level.concurrency() * cores / measuredCores))
        .map(level -> Math.max(1, level))
        .distinct()
        .sorted()
        .toList();
  }

  private static List<String> assumptions(
      PredictedCores target, Tier backend, List<ServerPrediction> servers) {
    return List.of(
        "a core does as much as one of the run's: same processor, clock, caches, kernel and JDK",
        "CPU per request depends on how busy the cores are, and not on their number; any core takes"
            + " the next request",
        contention(target, servers),
        target.sharing().isEmpty()
            ? (backend == Tier.DATABASE ? "database" : "echo tier")
                + ", generator and network keep up, on cores of their own"
            : "the tiers that share the cores cost there what they cost on their own; the network"
                + " keeps up",
        "the workload is the run's; its requests arrive from a constant number of connections that"
            + " do not pause, and do not run in step",
        "intervals are the scatter of the run's trials; what the model itself gets wrong is not in"
            + " them, nor the uncertainty of the law that is fitted over numbers of cores");
  }

  private static String contention(PredictedCores target, List<ServerPrediction> servers) {
    List<ServerPrediction> without =
        servers.stream().filter(server -> server.evidence().coreScaling().law().isEmpty()).toList();
    List<ServerPrediction> fitted =
        servers.stream().filter(server -> !without.contains(server)).toList();
    List<String> parts = new ArrayList<>();
    if (!fitted.isEmpty()) {
      parts.add(
          "contention and coherency between cores follow the fitted law also on "
              + target.cores()
              + beyond(target.cores(), fitted));
    }
    if (!without.isEmpty()) {
      parts.add(withoutLaw(target, without));
    }
    return String.join("; ", parts);
  }

  private static String withoutLaw(PredictedCores target, List<ServerPrediction> without) {
    int least =
        without.stream().flatMap(of -> of.measuredCores().stream()).min(Integer::compare).orElse(1);
    double loss =
        1 - (1 + EXAMPLE_SIGMA * (least - 1)) / (1 + EXAMPLE_SIGMA * (target.cores() - 1));
    return String.format(
        Locale.ROOT,
        "cores do not hinder each other (contention 0, coherency 0) where fewer than %d core counts"
            + " were measured; a contention of %.2f would take %.0f %% of the throughput",
        ScalabilityLaw.LEAST_POINTS,
        EXAMPLE_SIGMA,
        Math.max(0, loss) * 100);
  }

  /** What an extrapolation is of. */
  private static String beyond(int target, List<ServerPrediction> servers) {
    List<Integer> measured =
        servers.stream()
            .flatMap(server -> server.evidence().coreScaling().coreCounts().stream())
            .sorted()
            .toList();
    return target <= measured.getLast()
        ? ""
        : ": %d cores are beyond the %d to %d that were measured"
            .formatted(target, measured.getFirst(), measured.getLast());
  }
}
