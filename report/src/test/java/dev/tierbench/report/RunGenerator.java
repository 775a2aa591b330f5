package dev.tierbench.report;

import dev.tierbench.metrics.HttpMetrics;
import dev.tierbench.metrics.Measurements;
import dev.tierbench.metrics.Metric;
import dev.tierbench.metrics.RoleCounts;
import dev.tierbench.rules.Steps;
import dev.tierbench.run.CaptureLevel;
import dev.tierbench.run.Caveat;
import dev.tierbench.run.GeneratorName;
import dev.tierbench.run.Load;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.PhaseName;
import dev.tierbench.run.ProfileKind;
import dev.tierbench.run.Tier;
import dev.tierbench.run.Verdict;
import dev.tierbench.run.descriptor.ServerDescriptor;
import dev.tierbench.run.descriptor.ServerDescriptorBuilder;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.plan.DatabasePlan;
import dev.tierbench.run.plan.HttpPlan;
import dev.tierbench.run.plan.Manifest;
import dev.tierbench.run.plan.ManifestHostBuilder;
import dev.tierbench.run.plan.OverloadPlan;
import dev.tierbench.run.plan.Plan;
import dev.tierbench.run.plan.RatePlan;
import dev.tierbench.run.plan.Samples;
import dev.tierbench.run.record.Checks;
import dev.tierbench.run.record.HostSpeed;
import dev.tierbench.run.record.HttpStep;
import dev.tierbench.run.record.LatencySummary;
import dev.tierbench.run.record.LoadResult;
import dev.tierbench.run.record.Observation;
import dev.tierbench.run.record.Profile;
import dev.tierbench.run.record.Stacks;
import dev.tierbench.run.record.Tiers;
import dev.tierbench.run.record.Warmup;
import java.io.ByteArrayOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * Makes run folders as a sweep would: the same layout and records, values of a simple model with
 * noise from a seed. A server has 50 ms of latency up to its capacity and queues beyond.
 */
public final class RunGenerator {

  static final String TOMCAT = "tomcat-platform";
  static final String NETTY = "webflux-reactor";
  static final String FLOOR = "netty-floor";

  /** A second name of a server, for the noise floor. */
  static final String CONTROL = TOMCAT + "-aa";

  private static final double SECONDS = 10;
  private static final long WINDOW_NS = (long) (SECONDS * 1e9);
  private static final double ALU_MS = 16;
  private static final double MEMORY_MS = 15;
  private static final int USUAL_CORES = 4;
  private static final double LEAST_LATENCY = 0.051;
  private static final Map<Tier, String> CORES =
      Map.of(Tier.LOADGEN, "0-1", Tier.SERVER, "2-5", Tier.ECHO, "6-7", Tier.DATABASE, "6-7");

  private static final double STATEMENT_MS = 50;

  List<String> servers = List.of(TOMCAT, NETTY);
  List<Integer> levels = List.of(200, 800, 1_800, 2_600);
  Optional<RatePlan> rates = Optional.empty();

  /** Whether the servers are versions of one program. */
  boolean versions;

  int trials = 3;
  long seed = 1;

  /** One of others reports no second and no histogram. */
  GeneratorName generator = GeneratorName.LOADGEN;

  /** Requests after which a connection of the generator is replaced; empty when it is kept. */
  Optional<Integer> requestsPerConnection = Optional.empty();

  /** Beside the one that is always there. */
  List<Manifest.RemoteHost> hosts = List.of();

  /** Standard deviation of a trial, relative. */
  double noise = 0.01;

  /** Everything takes this much longer. */
  double slowdown = 1;

  /** How many cores the server has, which its throughput grows with. */
  int serverCores = USUAL_CORES;

  /** Whether a server at its capacity has used up its cores. */
  boolean cpuBound;

  /** The query of each request. */
  Optional<String> workload = Optional.empty();

  /** How much longer the probe of the host takes around a step of a level. */
  IntToDoubleFunction hostSlowdown = level -> 1;

  double memorySlowdown = 1;

  int threads = 40;

  /** What the settings of every server say. */
  int maxThreads = 4_000;

  /** Whether servers call a database in place of the echo tier, each in statements of 50 ms. */
  boolean onDatabase;

  /** Whether that database counts its statements. */
  boolean countsStatements = true;

  /** Connections of every server to the database, which its settings say. */
  Optional<Integer> poolSize = Optional.empty();

  /** The largest heap of every server, which its settings say. */
  long heapBytes = 1L << 30;

  boolean traced = true;

  /** What a request weighs in every profile, stack by stack; none when nothing is profiled. */
  Map<ProfileKind, Stacks> stacks = Map.of();

  String commit = "0123456789abcdef0123456789abcdef01234567";

  /** Text that an attacker may choose. */
  String freeText = "plain";

  List<String> placeOptions = List.of();

  /** As the option was given. */
  String pinningAsked = "auto";

  /** The cores of the tiers besides the server's. */
  Map<String, String> otherCores = Map.of();

  IntFunction<String> threadName = i -> "http-nio-8080-exec-" + i;

  private final Map<String, GeneratedThreads> threadsOfServers = new HashMap<>();

  /** Enough trials for a verdict, on a server that takes so much longer. */
  static RunGenerator fiveTrials(long seed, double slowdown) {
    RunGenerator generator = new RunGenerator();
    generator.trials = 5;
    generator.seed = seed;
    generator.slowdown = slowdown;
    return generator;
  }

  /** A small run with everything that a run can have. */
  public static RunGenerator profiled() {
    RunGenerator generator = atRate(4_000);
    generator.levels = List.of(200, 800, 1_800);
    generator.stacks =
        Map.of(
            ProfileKind.CPU,
            Stacks.parse("worker;Thread.run;Handler.handle 40000\ngc;GC Thread;mark 8000\n"));
    return generator;
  }

  /** A run with its usual levels, and that rate. */
  public static RunGenerator atRate(int rate) {
    RunGenerator generator = new RunGenerator();
    generator.rates =
        Optional.of(
            new RatePlan(
                List.of(rate),
                List.of(),
                Optional.empty(),
                "constant",
                2_600,
                Optional.empty(),
                Map.of()));
    return generator;
  }

  /** A run with its usual levels, and overloads by that saturation throughput. */
  public static RunGenerator inOverload(OverloadPlan overload, double saturation) {
    RunGenerator generator = new RunGenerator();
    generator.rates =
        Optional.of(
            new RatePlan(
                List.of(),
                List.of(),
                Optional.empty(),
                "constant",
                2_600,
                Optional.of(overload),
                Map.of(TOMCAT, saturation)));
    return generator;
  }

  /** The same with one of its servers alone. */
  public RunGenerator ofOneServer() {
    servers = List.of(TOMCAT);
    return this;
  }

  /** Writes the folder. */
  public Path write(Path root) {
    Random random = new Random(seed);
    HttpPlan plan = plan();
    RunFolder folder = new RunFolder(root);
    for (Plan.Trial trial : plan.order()) {
      RunFolder.Trial at = folder.trial(trial.name());
      RunJson.write(at.settings(), settings(trial.subject()));
      RunJson.write(at.warmup(), warmup(plan));
      for (Parameters cell : plan.cells()) {
        double luck = 1 + noise * random.nextGaussian();
        step(at.step(cell), trial.subject(), plan.load(cell), luck);
      }
    }
    RunJson.write(folder.manifest(), manifest(root.getFileName().toString(), plan));
    return root;
  }

  /** The step of the first trial of tomcat-platform at a level. */
  static RunFolder.Step step(Path root, int level) {
    return step(root, "01-" + TOMCAT, level);
  }

  static RunFolder.Step step(Path root, String trial, int level) {
    return new RunFolder(root).trial(trial).step(Parameters.concurrency(level));
  }

  /** What a server answers under a load, and how many requests are under way. */
  private record Answers(double rate, double latency, int inFlight) {}

  /** Close to its capacity a server takes four times as long for an open load. */
  private Answers answers(Load load, double capacity, double least) {
    return switch (load) {
      case Load.Closed closed -> {
        double rate = Math.min(closed.concurrency() / least, capacity);
        yield new Answers(rate, closed.concurrency() / rate, closed.concurrency());
      }
      case Load.Open open -> {
        double rate = Math.min(open.rateRps(), capacity);
        double latency = rate > 0.8 * capacity ? 4 * least : least;
        yield new Answers(rate, latency, (int) Math.round(rate * latency));
      }
    };
  }

  private void step(RunFolder.Step folder, String server, Load model, double luck) {
    boolean tomcat = server.startsWith("tomcat");
    double capacity = (tomcat ? 8_000.0 : 14_000.0) * serverCores / USUAL_CORES / slowdown / luck;
    double mostOfPool = poolSize.map(size -> size * 1e3 / STATEMENT_MS).orElse(capacity);
    Answers answers =
        answers(model, Math.min(capacity, mostOfPool), LEAST_LATENCY * slowdown * luck);
    double rate = answers.rate();
    double latency = answers.latency();
    long ok = Math.round(rate * SECONDS);
    double cpuMicros =
        cpuBound ? serverCores * 1e6 / capacity : (tomcat ? 150 : 85) * slowdown * luck;
    List<PhaseName> phases =
        Stream.of(PhaseName.MEASURE, PhaseName.TRACE, PhaseName.PROFILE)
            .filter(phase -> traced || phase != PhaseName.TRACE)
            .filter(phase -> !stacks.isEmpty() || phase != PhaseName.PROFILE)
            .toList();
    LoadResult load =
        Steps.load(
                model,
                phases.stream()
                    .map(phase -> phase(phase, ok, answers, model))
                    .map(phase -> isOurs() ? phase : Steps.bare(phase))
                    .toList())
            .with(next ->
                next.target("http://127.0.0.1:8080/sleep?" + freeText)
                    .environment(
                        new LoadResult.Environment(
                            generator,
                            "0",
                            Optional.empty(),
                            Optional.empty(),
                            Optional.of(1),
                            List.of(freeText))));
    Tiers tiers =
        Steps.tiersOf(
                phases.stream()
                    .map(phase -> tiers(phase, server, ok, cpuMicros))
                    .toArray(Tiers.Phase[]::new))
            .withScheduling(
                Stream.of(Tier.LOADGEN, Tier.SERVER, backend())
                    .map(tier -> Steps.scheduling(tier, cores(tier)))
                    .toList())
            .withHostSpeed(Optional.of(speed(hostSlowdown.applyAsDouble(answers.inFlight()))));
    RunJson.write(folder.load(), load);
    RunJson.write(folder.tiers(), tiers);
    RunJson.write(folder.checks(), checks(Verdict.PASS, freeText));
    if (isOurs()) {
      latencies(folder.latency(), latency, ok);
    }
    RoleCounts roles = RoleCounts.NONE;
    Optional<Observation> observed = Optional.empty();
    if (traced) {
      GeneratedThreads counted = threads(server, tomcat, ok * luck);
      counted.write(folder);
      roles = counted.roles();
      observed = Optional.of(observed(0));
      RunJson.write(folder.observation(), observed.get());
    }
    Optional<Profile> profile =
        stacks.isEmpty() ? Optional.empty() : Optional.of(profile(folder, ok * luck));
    RunJson.write(
        folder.measurements(),
        HttpMetrics.measure(new HttpStep(load, tiers, observed, profile), roles));
  }

  private Profile profile(RunFolder.Step folder, double requests) {
    List<Profile.Part> parts = new ArrayList<>();
    stacks.forEach((kind, perRequest) -> {
      Stacks all =
          new Stacks(
              perRequest.stacks().stream()
                  .map(stack ->
                      new Stacks.Stack(
                          stack.role(), stack.frames(), Math.round(stack.weight() * requests)))
                  .toList());
      RunJson.write(folder.stacks(kind), all.text());
      parts.add(new Profile.Part(kind, all.stacks().isEmpty() ? 0 : 5_000, all.weight()));
    });
    Profile profile =
        new Profile(
            Profile.SCHEMA,
            "async-profiler, event cpu",
            WINDOW_NS / 1_000_000,
            parts,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            List.of(),
            Optional.empty());
    RunJson.write(folder.profile(), profile);
    return profile;
  }

  private Map<String, String> pinned() {
    Map<String, String> cores = new HashMap<>(otherCores);
    cores.put(Tier.SERVER.id(), cores(Tier.SERVER));
    return cores;
  }

  private String cores(Tier tier) {
    if (tier != Tier.SERVER || serverCores == USUAL_CORES) {
      return CORES.get(tier);
    }
    return "8-" + (7 + serverCores);
  }

  private boolean isOurs() {
    return generator == GeneratorName.LOADGEN;
  }

  /** Many threads are made once per server: what is timed with them is the reading. */
  private GeneratedThreads threads(String server, boolean tomcat, double requests) {
    return threads > 500
        ? threadsOfServers.computeIfAbsent(
            server, name -> GeneratedThreads.of(threads, threadName, tomcat, requests))
        : GeneratedThreads.of(threads, threadName, tomcat, requests);
  }

  /** A traced window in which everything was seen but so many events. */
  static Observation observed(long lostEvents) {
    return Steps.OBSERVED.withLostEvents(Optional.of(lostEvents));
  }

  /** Puts that value in place of the measured one. */
  static void measured(RunFolder.Step step, Metric metric, double value) throws IOException {
    edit(step, values -> values.put(metric.id(), value));
  }

  /** Changes the stored values of a step, by the ids of their metrics. */
  static void edit(RunFolder.Step step, Consumer<Map<String, Double>> change) throws IOException {
    Measurements stored = RunJson.read(step.measurements(), Measurements.class);
    Map<String, Double> values = new HashMap<>(stored.values());
    change.accept(values);
    RunJson.write(
        step.measurements(),
        new Measurements(stored.schema(), values, stored.roles(), stored.allThreads()));
  }

  /** Writes a verdict for a step. */
  static void judge(RunFolder.Step step, Verdict verdict) {
    RunJson.write(step.checks(), checks(verdict, "why"));
  }

  /** Writes what kept a step from more throughput. */
  static void limit(RunFolder.Step step, String what, String detail) {
    Checks.LimitedBy cause = new Checks.LimitedBy(what, detail);
    RunJson.write(step.checks(), checks(Verdict.PASS, "why").limitedBy(cause));
  }

  /** Writes that the check {@code stall} blames a pause of that length. */
  static void stall(RunFolder.Step step, double millis) {
    Checks.Check check =
        new Checks.Check(
            "stall", Verdict.WARN, Optional.of(millis), Optional.of(250.0), "ms", "it stood still");
    RunJson.write(step.checks(), Checks.of("tierbench/rules/1", List.of(check)));
  }

  private static Checks checks(Verdict verdict, String message) {
    return Checks.of(
        "tierbench/rules/1",
        List.of(
            new Checks.Check(
                "littles_law", verdict, Optional.of(0.2), Optional.of(2.0), "%", message),
            new Checks.Check(
                "trend", Verdict.WARN, Optional.of(2.5), Optional.of(2.0), "%", message)));
  }

  private static LoadResult.Phase phase(PhaseName name, long ok, Answers answers, Load model) {
    Function<Double, Optional<Double>> micros =
        factor -> Optional.of(answers.latency() * 1e6 * factor);
    LatencySummary latency =
        new LatencySummary(
            micros.apply(1.0),
            micros.apply(1.0),
            micros.apply(1.2),
            micros.apply(1.8),
            micros.apply(2.2),
            micros.apply(3.0));
    boolean open = model instanceof Load.Open;
    return (open ? Steps.scheduled(1, 1) : Steps.phase())
        .with(next ->
            next.name(name.id())
                .started(Optional.of(ok + answers.inFlight()))
                .carriedIn(Optional.of((long) answers.inFlight()))
                .ok(ok)
                .inFlightAtEnd(Optional.of((long) answers.inFlight()))
                .throughputRps(answers.rate())
                .serviceTimeUs(latency)
                .responseTimeUs(open ? Optional.of(latency) : Optional.empty())
                .okPerSecond(
                    Optional.of(Collections.nCopies((int) SECONDS, Math.round(answers.rate())))));
  }

  private HostSpeed speed(double slowdown) {
    return Steps.speed(
        cores(Tier.SERVER),
        ALU_MS * slowdown,
        MEMORY_MS * slowdown * memorySlowdown,
        Optional.empty());
  }

  private Tiers.Phase tiers(PhaseName phase, String server, long ok, double cpuMicros) {
    // Busy with interrupts alone: no other program took CPU of the server's cores.
    List<Tiers.Core> cores =
        IntStream.range(0, 8)
            .mapToObj(cpu -> new Tiers.Core(cpu, WINDOW_NS / 2, WINDOW_NS / 2, 0, WINDOW_NS / 2))
            .toList();
    return Steps.tiers()
        .with(next ->
            next.name(phase.id())
                .host(new Tiers.Host(8, 4 * WINDOW_NS, 4 * WINDOW_NS, 0, cores))
                .tiers(
                    List.of(
                        usage(Tier.LOADGEN, "loadgen", ok, 18),
                        usage(Tier.SERVER, server, ok, cpuMicros),
                        usage(backend(), backend().id(), ok, 25)))
                .echo(onDatabase ? Optional.empty() : Optional.of(Steps.echo(ok, 50_500)))
                .database(statements(ok)));
  }

  private Tier backend() {
    return onDatabase ? Tier.DATABASE : Tier.ECHO;
  }

  private Optional<Tiers.Database> statements(long ok) {
    return onDatabase && countsStatements
        ? Optional.of(new Tiers.Database(ok, ok * STATEMENT_MS, poolSize, Optional.empty(), 0))
        : Optional.empty();
  }

  private Tiers.Usage usage(Tier tier, String name, long ok, double cpuMicros) {
    Optional<Long> cpu = Optional.of(Math.round(ok * cpuMicros * 1_000));
    return Steps.tier(tier, cores(tier))
        .with(next ->
            next.name(name)
                .cpuNs(cpu)
                .userNs(cpu)
                .systemNs(Optional.of(0L))
                .jitCpuNs(Optional.of(0L))
                .rssBytes(Optional.of(800L << 20))
                .threads(Optional.of(40))
                .heap(heap(tier, cpu)));
  }

  /**
   * Only the server's is that of G1, which counts what it allocates: 200 bytes for each µs of CPU.
   */
  private static Optional<Tiers.Heap> heap(Tier tier, Optional<Long> cpuNs) {
    return Optional.of(
        tier == Tier.SERVER
            ? new Tiers.Heap(
                "GarbageFirst", cpuNs.map(ns -> ns / 5), 4, 5, 50_000_000, Optional.of(30L << 20))
            : new Tiers.Heap("Copy:MSC", Optional.empty(), 0, 0, 0, Optional.empty()));
  }

  private static final Map<Double, Long> SHAPE =
      Map.of(1 - 28.4 / 300, 300L, 1.0, 599L, 1.2, 90L, 1.8, 9L, 2.2, 1L, 3.0, 1L);

  private static void latencies(Path file, double latency, long ok) {
    Histogram histogram = new Histogram(3);
    histogram.setAutoResize(true);
    // Of 1,000 with the mean and the percentiles that load.json states.
    long thousands = Math.max(1, Math.round(ok / SECONDS / 1_000));
    SHAPE.forEach((share, count) ->
        histogram.recordValueWithCount(Math.round(latency * share * 1e9), count * thousands));
    try (PrintStream out =
        new PrintStream(new FileOutputStream(file.toFile()), false, StandardCharsets.US_ASCII)) {
      HistogramLogWriter writer = new HistogramLogWriter(out);
      writer.outputLogFormatVersion();
      writer.outputLegend();
      String encoded = encoded(histogram);
      for (PhaseName phase : List.of(PhaseName.SETTLE, PhaseName.MEASURE, PhaseName.TRACE)) {
        for (int second = 0; second < SECONDS; second++) {
          out.printf(Locale.ROOT, "Tag=%s,%d.000,1.000,%s%n", phase.id(), second, encoded);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The end of its line in a log, maximum and counts, which is the same in every second. */
  private static String encoded(Histogram histogram) {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    new HistogramLogWriter(new PrintStream(line, true, StandardCharsets.US_ASCII))
        .outputIntervalHistogram(0, 1, histogram);
    return line.toString(StandardCharsets.US_ASCII).strip().split(",", 3)[2];
  }

  private HttpPlan plan() {
    return Samples.sweep(servers, List.of(1), trials)
        .with(next ->
            next.common(
                    new Plan.Common(
                        "generated",
                        levels.isEmpty() ? Parameters.RATE : Parameters.CONCURRENCY,
                        servers,
                        trials,
                        new Plan.Pinning(pinningAsked, pinned(), freeText),
                        Map.of("server", List.of("-Xmx1g")),
                        Map.of()))
                .servers(servers.stream().collect(Collectors.toMap(name -> name, this::descriptor)))
                .levels(levels)
                .rates(rates)
                .windows(
                    new HttpPlan.Windows(
                        2,
                        SECONDS,
                        traced
                            ? Optional.of(new HttpPlan.Trace(SECONDS, false, trials, false))
                            : Optional.empty()))
                .network(new HttpPlan.Network("127.0.0.1", Map.of("echo", 8_081), Map.of()))
                .generator(generator)
                .requestsPerConnection(requestsPerConnection)
                .database(
                    onDatabase
                        ? Optional.of(new DatabasePlan(Optional.empty(), 1_000))
                        : Optional.empty())
                .workload(workload));
  }

  private ServerDescriptor descriptor(String server) {
    return ServerDescriptorBuilder.builder()
        .alias(Optional.ofNullable(Map.of(TOMCAT, "tomcat", NETTY, "netty").get(server)))
        .model(server)
        .module(Optional.of(server))
        .port(8_080)
        .standard(true)
        .bound(server.startsWith(FLOOR))
        .version(versions ? Optional.of(commit) : Optional.empty())
        .build();
  }

  Manifest manifest(String name, Plan plan) {
    return Samples.manifest(name, plan)
        .with(next ->
            next.state(Manifest.State.COMPLETE)
                .finishedAt(Optional.of("2026-01-01T01:00:00Z"))
                .commandLine(
                    Stream.concat(
                            placeOptions.stream(),
                            Stream.of("--preset", "standard", "--name", freeText))
                        .toList())
                .host(host())
                .hosts(hosts)
                .tools(List.of(new Manifest.Tool("taskset", Optional.of(freeText))))
                .source(
                    new Manifest.Source(
                        Optional.of(commit), Optional.of(false), Optional.of("0.1.0")))
                .jars(List.of(new Manifest.Jar("loadgen", "00")))
                .caveats(List.of(new Caveat(freeText, "none for " + freeText)))
                .verifications(
                    List.of(
                        new Manifest.Verification(
                            "tomcat-platform", 32, 0, 7.25, 42, List.of(), Optional.empty())))
                .containers(Optional.of(containers()))
                .captureLevel(Optional.of(CaptureLevel.L0)));
  }

  /** A host of its own for the server, with that processor. */
  Manifest.RemoteHost serverHost(String cpuModel) {
    return new Manifest.RemoteHost(
        "server",
        Tier.SERVER,
        "Docker context big",
        "big.example",
        Optional.of("10.0.0.2"),
        host().withCpuModel(cpuModel),
        new Manifest.Software("25.0.3", List.of(new Manifest.Jar("tomcat-server", "01"))),
        new Manifest.RoundTrip(0.21, 0.64, 3));
  }

  private Manifest.Host host() {
    return ManifestHostBuilder.stagedBuilder()
        .cpuModel("A CPU of " + freeText)
        .cores(8)
        .kernel("6.1.0")
        .memoryBytes(16L << 30)
        .virtualised(false)
        .governor(Optional.of("performance"))
        .openFilesLimit(Optional.of(65_536L))
        .sysctls(Map.of("net.core.somaxconn", "4096"))
        .mitigations(Map.of("meltdown", "Not affected"))
        .sysfs(Map.of("kernel/mm/transparent_hugepage/enabled", "always [madvise] never"))
        .scheduler(
            new Manifest.Scheduler(
                Optional.of("EEVDF"), Optional.of(false), Optional.of("0"), List.of("0", "1")))
        .build();
  }

  private Manifest.Containers containers() {
    return new Manifest.Containers(
        "20.10.24 " + freeText,
        freeText,
        List.of(
            new Manifest.Container(
                "server",
                freeText,
                "tierbench/" + freeText,
                "sha256:00",
                "host",
                Optional.of(cores(Tier.SERVER)),
                Optional.of(2L << 30))));
  }

  /** Names of one server under test share its settings. */
  private Map<String, Object> settings(String server) {
    String model = server.replaceAll("-aa$", "");
    Map<String, Object> own = new HashMap<>();
    own.put("model", model);
    own.put("max_threads", maxThreads);
    own.put("note", freeText);
    own.put("jvm", Map.of("heap_max_bytes", heapBytes));
    poolSize.ifPresent(size -> own.put("pool_size", size));
    Map<String, Object> behind =
        onDatabase
            ? Map.of("max_connections", "2000")
            : Map.of("model", "echo", "delay_us", 50_000);
    return Map.of(
        "schema", "tierbench/settings/1", "tiers", Map.of("server", own, backend().id(), behind));
  }

  private Warmup warmup(HttpPlan plan) {
    return new Warmup(
        Warmup.SCHEMA,
        List.of(
            new Warmup.Run(
                "trial started", Samples.TIME, true, freeText, List.of(), plan.cells())));
  }

  /** Removes a file of a folder. */
  static void delete(Path file) {
    try {
      Files.delete(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
