package dev.tierbench.harness.http;

import dev.tierbench.harness.http.RoundObstacle.Place;
import dev.tierbench.harness.http.plan.CpuAffinity;
import dev.tierbench.harness.http.plan.Levels;
import dev.tierbench.harness.http.plan.Preset;
import dev.tierbench.harness.http.plan.Servers;
import dev.tierbench.harness.http.plan.WorkloadQuery;
import dev.tierbench.harness.preflight.JvmOptions;
import dev.tierbench.harness.run.Durations;
import dev.tierbench.harness.run.Refusal;
import dev.tierbench.harness.tier.container.ComposeProject;
import dev.tierbench.harness.tier.container.ContainerPlan;
import dev.tierbench.observer.host.CpuTopology;
import dev.tierbench.observer.host.HostFacts;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.Tier;
import dev.tierbench.run.Workload;
import dev.tierbench.run.delay.DelayDistribution;
import dev.tierbench.run.descriptor.HostDescriptor;
import dev.tierbench.run.descriptor.ServerDescriptor;
import dev.tierbench.run.plan.DatabasePlan;
import dev.tierbench.run.plan.HttpPlan;
import dev.tierbench.run.plan.HttpPlanBuilder;
import dev.tierbench.run.plan.Plan;
import dev.tierbench.run.plan.Plan.Pinning;
import dev.tierbench.run.plan.RatePlan;
import dev.tierbench.run.plan.RoundPlan;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that make a plan: a preset, and what is changed of it. */
final class PlanOptions {

  @Option(
      names = "--preset",
      paramLabel = "NAME",
      description =
          "quick (2 levels), standard (7), full (13), or published: the study as it was run."
              + " Default: quick, at most 400 concurrent for each core of the server.")
  private String preset = Preset.QUICK;

  @Mixin private final ServerOptions servers = new ServerOptions(() -> Preset.named(preset));

  @Option(
      names = "--workload",
      paramLabel = "WORK",
      description =
          "What a request does, as some or all of calls=3,fan=parallel,cpu=200us,bytes=16k, and of a"
              + " database query=sleep(50ms), query=point or query=tx(3). Default: one call of echo, or"
              + " query=sleep(50ms).")
  private Optional<String> workload = Optional.empty();

  @Option(
      names = "--levels",
      paramLabel = "LEVELS",
      description =
          "Concurrent requests, such as 5,20 or 200..2600:400 (from, to, step). Default:"
              + " those of the preset.")
  private Optional<String> levels = Optional.empty();

  @Mixin private final DownstreamOptions downstream = new DownstreamOptions();
  @Mixin private final EchoOptions echoes = new EchoOptions();
  @Mixin private final RateOptions rates = new RateOptions();
  @Mixin private final GeneratorOptions generators = new GeneratorOptions();

  @Option(
      names = "--measure",
      paramLabel = "TIME",
      description = "Measured time of a server at a level in a trial. Default: 5s (quick) or 24s.")
  private Optional<String> measure = Optional.empty();

  @Option(
      names = "--settle",
      paramLabel = "TIME",
      description =
          "Longest load before the measured window, which opens as soon as the server is"
              + " steady. Default: 12s; 0s for rounds of quick at levels.")
  private Optional<String> settle = Optional.empty();

  @Option(
      names = "--warmup-cap",
      paramLabel = "TIME",
      description =
          "Longest load below saturation that warms a JVM up, on all cores; 0s for no"
              + " warm-up. Default: 40s.")
  private Optional<String> warmupCap = Optional.empty();

  @Option(
      names = "--warmup-level",
      paramLabel = "N",
      description = "Concurrent requests of that load. Default: 150 with an echo delay of 50ms.")
  private Optional<Integer> warmupConcurrency = Optional.empty();

  @Option(
      names = "--warmup-top-cap",
      paramLabel = "TIME",
      description =
          "Longest load at the top level after it, on the server's own cores. Default: 0s"
              + " (quick) or 20s.")
  private Optional<String> warmupTopCap = Optional.empty();

  @Option(
      names = "--pin",
      paramLabel = "auto|off|SPEC",
      description =
          "Cores by tier, such as echo=0,loadgen=1-3,server=4-15. auto gives the server"
              + " cores of its own; with off the tiers share all cores, and a saturated step says"
              + " nothing about a server. Default: auto.")
  private Optional<String> pin = Optional.empty();

  @Option(
      names = "--server-cores",
      paramLabel = "N",
      description =
          "Number of cores of the server, each with its hyperthreads. Default: chosen by"
              + " what a request costs the server and its helpers.")
  private Optional<Integer> serverCores = Optional.empty();

  @Option(
      names = "--repeat-noisy",
      paramLabel = "N",
      description =
          "Most steps of a trial to measure again after others on the hardware spoiled them"
              + " (checks host_speed, host_memory, other_load and steal). Default: 2.")
  private Optional<Integer> repeatNoisy = Optional.empty();

  @Option(
      names = "--no-probe",
      description = "Leave out the probe of the host's speed around each step.")
  private boolean noProbe;

  @Mixin private final TraceOptions traces = new TraceOptions();
  @Mixin private final RoundOptions rounds = new RoundOptions();
  @Mixin private final ProfileOptions profile = new ProfileOptions();

  @Mixin private final HeapOption heap = new HeapOption();

  /**
   * The plan, with tiers that the sweep starts.
   *
   * @param known the servers that there are
   * @param topology of the cores that this process may use
   * @throws IllegalArgumentException saying which option is wrong
   */
  HttpPlan plan(Servers known, CpuTopology topology) {
    return plan(known, CpuAffinity.of(cores(), serverCores, topology), Place.HERE);
  }

  /** The plan on containers, whose own settings stand; as above. */
  HttpPlan plan(Servers known, CpuTopology topology, ComposeProject project) {
    refuse("--heap", heap.isGiven(), "SERVER_HEAP");
    refuse("--echo-delay and --echo-failures", echoes.isGiven(), "ECHO_DELAY");
    refuse("--ports", servers.choosePorts(), "ECHO_PORT, TOMCAT_PORT and so on");
    refuse("--servers with @ or +, and --vary", servers.vary(), "the image and its options");
    refuse("--memory", servers.limitsMemory(), "SERVER_MEMORY and SERVER_HEAP");
    if (downstream.database().filter(database -> database.url().isEmpty()).isPresent()) {
      throw new IllegalArgumentException(
          "--downstream postgres: the tiers are containers: give the address of their database, such as"
              + " --downstream postgresql://tierbench@127.0.0.1:5442/tierbench, or --tiers local");
    }
    Optional<Pinning> own = project.pinning(CpuTopology.threads(topology.cores()));
    refuse(
        "--pin and --server-cores",
        own.isPresent() && choosesCores(),
        "ECHO_CPUS and so on, or leave those empty");
    return new ContainerPlan(project)
        .of(
            plan(
                known,
                own.orElseGet(() -> CpuAffinity.of(cores(), serverCores, topology)),
                Place.CONTAINERS));
  }

  /** The plan with tiers on other hosts; as above. */
  HttpPlan plan(Servers known, List<HostDescriptor> hosts) {
    if (choosesCores()) {
      throw new IllegalArgumentException(
          "--pin and --server-cores are for a single host: give 'cpus' in hosts.yml");
    }
    if (servers.hasLimits()) {
      throw new IllegalArgumentException(
          "--quota and --memory are for servers that the sweep starts on this host: leave out"
              + " --hosts");
    }
    HttpPlan plan = plan(known, CpuAffinity.of(hosts), Place.HOSTS);
    return HostOptions.checked(plan.with(next -> next.network(plan.network().on(hosts))));
  }

  private boolean choosesCores() {
    return pin.filter(typed -> !typed.equals(CpuAffinity.AUTO)).isPresent()
        || serverCores.isPresent();
  }

  private String cores() {
    return pin.orElseGet(() -> Preset.named(preset).pinning());
  }

  private static void refuse(String option, boolean given, String instead) {
    if (given) {
      throw new IllegalArgumentException(
          "%s: the tiers are containers, set it in .env (%s), or --tiers local"
              .formatted(option, instead));
    }
  }

  /** The plan in rounds if its servers can be up together, and else one after the other. */
  private HttpPlan plan(Servers known, Pinning pinning, Place place) {
    if (servers.limitsMemory() && heap.isGiven()) {
      throw new IllegalArgumentException(
          "--heap and --memory exclude each other: within a limit of memory the JVM sizes its heap");
    }
    HttpPlan consecutive = plan(known, pinning, Optional.empty());
    Optional<RoundPlan> alternating =
        rounds.of(
            Preset.named(preset),
            seconds(measure, Preset.named(preset).measureSeconds()),
            obstacle(place).of(consecutive));
    return alternating.isEmpty() ? consecutive : plan(known, pinning, alternating);
  }

  private static RoundObstacle obstacle(Place place) {
    return new RoundObstacle(place, HostFacts.REAL.memory("MemAvailable"));
  }

  /** The reason why a plan has no rounds; empty when it has some, or none was to have any. */
  Optional<String> withoutRounds(HttpPlan plan, Place place) {
    boolean explained =
        rounds.isConsecutive()
            || plan.windows().rounds().isPresent()
            || plan.subjects().size() == 1;
    return explained ? Optional.empty() : obstacle(place).of(plan);
  }

  private HttpPlan plan(Servers known, Pinning pinning, Optional<RoundPlan> alternating) {
    Optional<DatabasePlan> database = downstream.database();
    boolean contract =
        servers.descriptors(known).values().stream().anyMatch(ServerDescriptor::asksEcho);
    boolean echo = contract && database.isEmpty();
    Optional<String> work = workload.map(typed -> WorkloadQuery.parse(typed, database.isPresent()));
    int calls = new Workload(work.orElse("")).calls();
    Optional<DelayDistribution> delayed = echoes.delay(echo, calls);
    DelayDistribution delay = delayed.orElse(DelayDistribution.Constant.STANDARD);
    Pinning ofTiers =
        echo
            ? pinning
            : database.filter(of -> contract && of.url().isEmpty()).isPresent()
                ? CpuAffinity.withDatabase(pinning)
                : CpuAffinity.withoutEcho(pinning);
    Pinning own = servers.runAlready(known, ofTiers) ? CpuAffinity.withoutServer(ofTiers) : ofTiers;
    Preset base = Preset.named(preset);
    Optional<RatePlan> open = rates.plan(base.connections(delay));
    List<Integer> chosen =
        levels.map(Levels::parse).orElse(open.isPresent() ? List.of() : base.levels(own, delay));
    boolean settles = alternating.isEmpty() || base.rounds().settles() || open.isPresent();
    HttpPlan plan =
        HttpPlanBuilder.stagedBuilder()
            .common(
                new Plan.Common(
                    base.name(),
                    axis(chosen, open),
                    servers.names(known),
                    rounds.trials(base),
                    own,
                    JvmOptions.byTier(heap.size(), own, profile.window().isPresent()),
                    servers.variants(known)))
            .servers(withDatabase(database, servers.descriptors(known)))
            .levels(chosen)
            .rates(open)
            .windows(
                new HttpPlan.Windows(
                    seconds(settle, settles ? base.settleSeconds() : 0),
                    seconds(measure, base.measureSeconds()),
                    traces.of(base, rounds.mostTrials(base)),
                    profile.window(),
                    alternating))
            .warmup(
                new HttpPlan.WarmupPlan(
                    warmupConcurrency.orElse(Preset.atDelay(Preset.WARMUP_CONCURRENCY, delay)),
                    seconds(warmupCap, base.warmupCapSeconds()),
                    seconds(warmupTopCap, base.warmupTopCapSeconds())))
            .probe(new HttpPlan.Probe(!noProbe, repeatNoisy.orElseGet(base::repeatNoisy)))
            .network(
                new HttpPlan.Network(
                    HttpPlan.Network.LOOPBACK,
                    servers.ports(known, alternating.isPresent(), database),
                    Map.of()))
            .generator(generators.name())
            .requestsPerConnection(generators.requestsPerConnection(base))
            .requests(generators.requests(base))
            .echoDelay(delayed)
            .echoFailures(echoes.failures(echo, open.flatMap(RatePlan::goal), calls))
            .database(database)
            .workload(work)
            .build();
    return RoundOptions.fitted(GeneratorOptions.checked(ServerOptions.checked(plan)));
  }

  /** Servers of which each calls the database of the plan. */
  private static Map<String, ServerDescriptor> withDatabase(
      Optional<DatabasePlan> database, Map<String, ServerDescriptor> servers) {
    if (database.isPresent()) {
      servers.forEach((name, server) -> {
        if (!server.callsDatabase()) {
          throw new IllegalArgumentException(
              "--downstream: "
                  + name
                  + (server.asksEcho()
                      ? " cannot call a database: its descriptor has no 'postgres'"
                      : " keeps no contract, and calls what it calls"));
        }
      });
    }
    return servers;
  }

  /** The parameter of the first plots: of a sweep without levels that of its open model. */
  private static String axis(List<Integer> levels, Optional<RatePlan> open) {
    if (!levels.isEmpty()) {
      return Parameters.CONCURRENCY;
    }
    return open.filter(RatePlan::isOnlyOverload).isPresent()
        ? Parameters.OVERLOAD
        : Parameters.RATE;
  }

  /**
   * Known servers, with a database behind those that can call one if the plan has one.
   *
   * @param before the plan of a run that is resumed
   * @throws IOException when that has another database than is typed
   */
  Servers withBackend(Servers known, Optional<HttpPlan> before) throws IOException {
    Optional<DatabasePlan> typed = downstream.database();
    if (before.isPresent()) {
      Refusal.unlessSame(
          "downstream",
          before.get().database(),
          typed,
          "type --downstream again as when the run began");
    }
    return typed.isPresent() ? known.onDatabase() : known;
  }

  ServerOptions servers() {
    return servers;
  }

  /** The variants, the descriptors and the plan of a run that is resumed. */
  ResumedPlan resumed(Servers known, HttpPlan before) throws IOException {
    return new ResumedPlan(known, before, servers.resumed(known, before));
  }

  /** The plan of a run that is resumed; as {@link ResumedPlan#rebuilt}. */
  HttpPlan plan(ResumedPlan resumed, List<HostDescriptor> hosts, Optional<ComposeProject> project)
      throws IOException {
    HttpPlan before = resumed.before();
    return resumed.rebuilt(
        hosts,
        servers.resumedPorts(resumed.known(), before, resumed.variants()),
        heap.size(before.common().jvmOptions().getOrDefault(Tier.SERVER.id(), List.of())),
        project);
  }

  private static double seconds(Optional<String> typed, double otherwise) {
    return typed.map(Durations::parse).orElse(otherwise);
  }
}
