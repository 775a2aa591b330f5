package dev.tierbench.sweep;

import dev.tierbench.run.CpuList;
import dev.tierbench.run.Plan;
import dev.tierbench.run.Plan.Pinning;
import dev.tierbench.sweep.container.ComposeProject;
import dev.tierbench.sweep.container.ContainerPlan;
import dev.tierbench.sweep.plan.Levels;
import dev.tierbench.sweep.plan.Pins;
import dev.tierbench.sweep.plan.Places;
import dev.tierbench.sweep.plan.Preset;
import dev.tierbench.sweep.plan.Seconds;
import dev.tierbench.sweep.plan.WorkloadQuery;
import dev.tierbench.sweep.tier.TierCommands;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that make a plan: a preset, and what is changed of it. */
final class PlanOptions {

  private static final String AUTO = "auto";
  private static final String DEFAULT_HEAP = "1g";
  private static final Pattern LOADGEN_PIN = Pattern.compile("loadgen=([0-9,-]+)");
  private static final String LOOPBACK = "127.0.0.1";

  /** Below this, a warm-up makes too few calls for the compilers to settle. */
  private static final int LEAST_WARMUP = 200;

  @Option(
      names = "--preset",
      paramLabel = "NAME",
      description = "quick (4 levels, 1 trial), standard (7, 3) or full (13, 5); default quick.")
  private String preset = "quick";

  @Mixin private final ServerOptions servers = new ServerOptions();

  @Option(
      names = "--workload",
      paramLabel = "WORK",
      description =
          "What a request does instead of one call of echo: calls=3,fan=parallel,cpu=200us,"
              + "bytes=16k, or some of these.")
  private Optional<String> workload = Optional.empty();

  @Option(
      names = "--levels",
      paramLabel = "LEVELS",
      description = "Concurrent requests: 200..2600:400 or 5,20.")
  private Optional<String> levels = Optional.empty();

  @Option(names = "--trials", paramLabel = "N", description = "Fresh JVMs of each server.")
  private Optional<Integer> trials = Optional.empty();

  @Option(
      names = "--clean",
      paramLabel = "TIME",
      description = "Length of the scored window; default 6s (quick) or 10s.")
  private Optional<String> clean = Optional.empty();

  @Option(
      names = "--settle",
      paramLabel = "TIME",
      description = "Load before the window; default 5s.")
  private Optional<String> settle = Optional.empty();

  @Option(
      names = "--warmup-cap",
      paramLabel = "TIME",
      description = "Most warm-up of a JVM; default 40s (quick) or 60s; 0s for none.")
  private Optional<String> warmupCap = Optional.empty();

  @Option(
      names = "--warmup-level",
      paramLabel = "N",
      description = "Concurrent requests of the warm-up; default the top level, at least 200.")
  private Optional<Integer> warmupConcurrency = Optional.empty();

  @Option(
      names = "--warmup-burst",
      paramLabel = "TIME",
      description = "Length of a burst of the warm-up; default 5s.")
  private Optional<String> warmupBurst = Optional.empty();

  @Option(
      names = "--warmup-idle",
      paramLabel = "TIME",
      description = "Least pause between bursts, longer while the JIT catches up; default 2s.")
  private Optional<String> warmupIdle = Optional.empty();

  @Option(
      names = "--pin",
      paramLabel = "auto|off|SPEC",
      description =
          "Cores by tier, such as echo=0,loadgen=1-3,server=4-15; auto pins from 8 cores on.")
  private String pin = AUTO;

  @Option(names = "--no-observe", description = "Leave the counted phase out: no threads.")
  private boolean noObserve;

  @Option(
      names = "--counted",
      paramLabel = "TIME",
      description = "Length of the counted window; default 4s (quick) or 10s.")
  private Optional<String> counted = Optional.empty();

  @Option(
      names = "--observe-servers-only",
      description = "Count the threads of the server under test; the default.")
  private boolean observeServersOnly;

  @Option(
      names = "--observe-all-tiers",
      description = "Count the threads of echo and the load generator too.")
  private boolean observeAllTiers;

  @Option(
      names = "--heap",
      paramLabel = "SIZE",
      description = "Heap of each server, fixed; default 1g.")
  private Optional<String> heap = Optional.empty();

  @Option(
      names = "--place",
      split = ",",
      paramLabel = "ROLE=ADDRESS[@NETNS]",
      description =
          "Where echo or the server listens when not on loopback, and the network namespace that"
              + " it is started in.")
  private Map<String, String> places = Map.of();

  /**
   * The plan, with tiers that the sweep starts.
   *
   * @param cores that this process may use
   * @throws IllegalArgumentException saying which option is wrong
   */
  Plan plan(CpuList cores) {
    return plan(Pins.of(pin, cores));
  }

  /** The plan on containers, whose own settings stand; as above. */
  Plan plan(CpuList cores, ComposeProject project) {
    refuse("--heap", heap.isPresent(), "SERVER_HEAP");
    refuse("--ports", servers.choosePorts(), "ECHO_PORT, TOMCAT_PORT and NETTY_PORT");
    refuse("--place", !places.isEmpty(), "the files of compose");
    refuse("--servers with @ or +, and --vary", servers.vary(), "the image and its options");
    Matcher loadgen = LOADGEN_PIN.matcher(pin);
    boolean asked = loadgen.matches();
    refuse("--pin of echo and server", !asked && !pin.equals(AUTO), "ECHO_CPUS and so on");
    Pinning pinning = Pins.of(asked ? pin : "off", cores);
    return new ContainerPlan(project)
        .of(plan(pinning), Optional.ofNullable(pinning.cpus().get("loadgen")), cores);
  }

  private static void refuse(String option, boolean given, String instead) {
    if (given) {
      throw new IllegalArgumentException(
          option
              + ": the tiers are containers, set it in .env ("
              + instead
              + "), or --tiers local");
    }
  }

  private Plan plan(Pinning pinning) {
    Preset base = preset();
    List<Integer> chosen = levels.map(Levels::parse).orElse(base.levels());
    return new Plan(
        base.name().toLowerCase(Locale.ROOT),
        servers.names(),
        chosen,
        trials.orElse(base.trials()),
        seconds(settle, Preset.SETTLE_SECONDS),
        seconds(clean, base.cleanSeconds()),
        new Plan.WarmupPlan(
            warmupConcurrency.orElse(Math.max(LEAST_WARMUP, chosen.getLast())),
            seconds(warmupBurst, Preset.BURST_SECONDS),
            seconds(warmupIdle, Preset.IDLE_SECONDS),
            seconds(warmupCap, base.warmupCapSeconds())),
        pinning,
        LOOPBACK,
        servers.ports(),
        TierCommands.jvmOptions(heap()),
        observe(base),
        Places.parse(places),
        workload.map(WorkloadQuery::parse),
        servers.variants());
  }

  List<String> serverNames() {
    return servers.names();
  }

  private String heap() {
    String size = heap.orElse(DEFAULT_HEAP);
    if (!size.matches("[1-9]\\d{0,5}[kmg]")) {
      throw new IllegalArgumentException("--heap: '" + size + "' is no size such as 1g or 512m");
    }
    return size;
  }

  private Optional<Plan.ObservePlan> observe(Preset base) {
    boolean anything = observeAllTiers || observeServersOnly || counted.isPresent();
    if ((noObserve && anything) || (observeAllTiers && observeServersOnly)) {
      throw new IllegalArgumentException(
          "--no-observe, --observe-servers-only and --observe-all-tiers exclude each other");
    }
    return noObserve
        ? Optional.empty()
        : Optional.of(
            new Plan.ObservePlan(seconds(counted, base.countedSeconds()), observeAllTiers));
  }

  private Preset preset() {
    for (Preset candidate : Preset.values()) {
      if (candidate.name().toLowerCase(Locale.ROOT).equals(preset)) {
        return candidate;
      }
    }
    throw new IllegalArgumentException("--preset: '" + preset + "' is not quick, standard or full");
  }

  private static double seconds(Optional<String> typed, double otherwise) {
    return typed.map(Seconds::parse).orElse(otherwise);
  }
}
