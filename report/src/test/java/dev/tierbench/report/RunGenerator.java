package dev.tierbench.report;

import dev.tierbench.run.Checks;
import dev.tierbench.run.Counter;
import dev.tierbench.run.Counts;
import dev.tierbench.run.LatencySummary;
import dev.tierbench.run.Load;
import dev.tierbench.run.LoadResult;
import dev.tierbench.run.Manifest;
import dev.tierbench.run.Observed;
import dev.tierbench.run.Plan;
import dev.tierbench.run.RunFolder;
import dev.tierbench.run.RunJson;
import dev.tierbench.run.Scheduling;
import dev.tierbench.run.Settle;
import dev.tierbench.run.SyscallRow;
import dev.tierbench.run.SyscallTable;
import dev.tierbench.run.ThreadRow;
import dev.tierbench.run.ThreadState;
import dev.tierbench.run.ThreadTable;
import dev.tierbench.run.Tiers;
import dev.tierbench.run.Verdict;
import dev.tierbench.run.Warmup;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * Makes run folders as a sweep would: the same layout and records, figures of a simple model with
 * noise from a seed. A server has 50 ms of latency up to its capacity and queues beyond.
 */
final class RunGenerator {

  static final String TOMCAT = "tomcat-platform";
  static final String NETTY = "webflux-reactor";

  private static final double SECONDS = 10;
  private static final double LEAST_LATENCY = 0.051;

  List<String> servers = List.of(TOMCAT, NETTY);
  List<Integer> levels = List.of(200, 800, 1_800, 2_600);
  int trials = 3;
  long seed = 1;

  /** Standard deviation of a trial, relative. */
  double noise = 0.01;

  /** Everything takes this much longer. */
  double slowdown = 1;

  int threads = 40;

  /** What the settings of every server say. */
  int maxThreads = 4_000;

  boolean counted = true;
  String commit = "0123456789abcdef0123456789abcdef01234567";

  /** Text that an attacker may choose. */
  String freeText = "plain";

  List<String> placeOptions = List.of();

  /** As the option was given. */
  String pinningAsked = "auto";

  IntFunction<String> threadName = i -> "http-nio-8080-exec-" + i;

  private final Map<String, List<String>> tables = new HashMap<>();

  /** Writes the folder. */
  Path write(Path root) {
    Random random = new Random(seed);
    Plan plan = plan();
    RunFolder folder = new RunFolder(root);
    for (Plan.Trial trial : plan.order()) {
      RunFolder.Trial at = folder.trial(trial.name());
      RunJson.write(at.settings(), settings(trial.subject()));
      RunJson.write(at.warmup(), warmup());
      for (int level : levels) {
        step(at.step(level), trial.subject(), level, 1 + noise * random.nextGaussian());
      }
    }
    RunJson.write(folder.manifest(), manifest(root.getFileName().toString(), plan));
    return root;
  }

  private void step(RunFolder.Step step, String server, int level, double luck) {
    double capacity = (server.startsWith("tomcat") ? 8_000 : 14_000) / slowdown / luck;
    double rate = Math.min(level / (LEAST_LATENCY * slowdown * luck), capacity);
    double latency = level / rate;
    long ok = Math.round(rate * SECONDS);
    double cpuMicros = (server.startsWith("tomcat") ? 150 : 85) * slowdown * luck;
    List<LoadResult.Phase> load = new ArrayList<>();
    List<Tiers.Phase> tiers = new ArrayList<>();
    for (String phase : counted ? List.of("clean", "counted") : List.of("clean")) {
      load.add(phase(phase, ok, latency, rate, level));
      tiers.add(tiers(phase, server, ok, cpuMicros));
    }
    RunJson.write(
        step.load(),
        new LoadResult(
            LoadResult.SCHEMA,
            "http://127.0.0.1:8080/sleep?" + freeText,
            new Load.Closed(level),
            new LoadResult.Connections(level, level, 0, 0.2),
            load,
            List.of(),
            new LoadResult.Environment("0", "25", "epoll", 1, List.of(freeText))));
    RunJson.write(step.tiers(), new Tiers(Tiers.SCHEMA, Optional.of(SETTLE), SCHEDULING, tiers));
    RunJson.write(step.checks(), checks(Verdict.PASS));
    latencies(step.latency(), latency, ok);
    if (counted) {
      threads(step.path(), server, ok, luck);
      RunJson.write(step.observation(), observed(0));
    }
  }

  /** A counted window in which everything was seen but so many events. */
  static Observed observed(long lostEvents) {
    return new Observed(
        Observed.SCHEMA,
        "L0",
        List.of(),
        (long) (SECONDS * 1e9),
        List.of(),
        Optional.of(lostEvents),
        Optional.of(new Observed.MapUsage(30_000, 393_216)),
        Optional.of(0.999),
        Optional.of(1.001),
        Optional.of(1.0),
        Optional.of(8_000_000_000L));
  }

  static Checks checks(Verdict verdict, String message) {
    return Checks.of(
        "tierbench/rules/1",
        List.of(
            new Checks.Check(
                "littles_law", verdict, Optional.of(0.2), Optional.of(2.0), "%", message),
            new Checks.Check(
                "trend", Verdict.WARN, Optional.of(2.5), Optional.of(2.0), "%", message)));
  }

  private Checks checks(Verdict verdict) {
    return checks(verdict, freeText);
  }

  private static LoadResult.Phase phase(
      String name, long ok, double latency, double rate, int level) {
    double micros = latency * 1e6;
    LatencySummary summary =
        new LatencySummary(
            Optional.of(micros),
            Optional.of(micros),
            Optional.of(micros * 1.2),
            Optional.of(micros * 1.8),
            Optional.of(micros * 2.2),
            Optional.of(micros * 3));
    return new LoadResult.Phase(
        name,
        "2026-01-01T00:00:00Z",
        SECONDS,
        ok + level,
        level,
        ok,
        new LoadResult.Failed(0, 0, 0, 0, 0),
        level,
        rate,
        summary,
        Optional.empty(),
        0,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        java.util.Collections.nCopies((int) SECONDS, Math.round(rate)),
        0,
        Optional.empty(),
        new LoadResult.Generator(
            Optional.of(18.0), Optional.of(900.0), Optional.of(400.0), 1.0, 0.0));
  }

  private static Tiers.Phase tiers(String phase, String server, long ok, double cpuMicros) {
    return new Tiers.Phase(
        phase,
        (long) (SECONDS * 1e9),
        1_000_000,
        new Tiers.Host(8, 40_000_000_000L, 40_000_000_000L, 0, cores()),
        List.of(
            tier("loadgen", "loadgen", ok, 18, "0-1"),
            tier("server", server, ok, cpuMicros, "2-5"),
            tier("echo", "echo", ok, 25, "6-7")),
        Optional.of(
            new Tiers.Echo(
                ok, Optional.of(50_000.0), Optional.of(50_500.0), Optional.of(51_000.0), 0)));
  }

  private static final Settle SETTLE =
      new Settle(5, true, Optional.of(0.5), Optional.of(0.5), Optional.of(0.0));

  private static final List<Scheduling> SCHEDULING =
      List.of(scheduling("loadgen", "0-1"), scheduling("server", "2-5"), scheduling("echo", "6-7"));

  private static Scheduling scheduling(String role, String cores) {
    return new Scheduling(
        role,
        Optional.of(cores),
        new Scheduling.Group(
            Optional.of(1L),
            Optional.of("/autogroup-1 nice 0"),
            Optional.of("/"),
            Optional.of("1024"),
            Optional.empty(),
            Optional.empty()),
        Map.of(cores, 20),
        Map.of(cores, 20),
        Map.of());
  }

  private static List<Tiers.Core> cores() {
    return Stream.iterate(0, cpu -> cpu + 1)
        .limit(8)
        .map(cpu -> new Tiers.Core(cpu, 5_000_000_000L, 5_000_000_000L, 0))
        .toList();
  }

  private static Tiers.Usage tier(
      String role, String name, long ok, double cpuMicros, String cpus) {
    long cpu = Math.round(ok * cpuMicros * 1_000);
    return new Tiers.Usage(
        role,
        name,
        1,
        Optional.of(cpu),
        Optional.of(cpu),
        Optional.of(0L),
        Optional.of(0L),
        Optional.of(800L << 20),
        Optional.of(40),
        cpus);
  }

  private static void latencies(Path file, double latency, long ok) {
    Histogram histogram = new Histogram(3);
    histogram.setAutoResize(true);
    for (int i = 0; i < 100; i++) {
      double share = i < 99 ? 0.8 + i * 0.005 : 1.8;
      histogram.recordValueWithCount(
          Math.round(latency * share * 1e9), Math.max(1, Math.round(ok / SECONDS / 100)));
    }
    try (PrintStream out =
        new PrintStream(new FileOutputStream(file.toFile()), false, StandardCharsets.US_ASCII)) {
      HistogramLogWriter writer = new HistogramLogWriter(out);
      writer.outputLogFormatVersion();
      writer.outputLegend();
      for (String tag : List.of("settle", "clean", "counted")) {
        for (int second = 0; second < SECONDS; second++) {
          histogram.setTag(tag);
          histogram.setStartTimeStamp(second * 1_000L);
          histogram.setEndTimeStamp(second * 1_000L + 1_000);
          writer.outputIntervalHistogram(histogram);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The tables of a server are made once: what is measured with them is reading. */
  private void threads(Path step, String server, long ok, double luck) {
    List<String> texts =
        threads > 500
            ? tables.computeIfAbsent(server, name -> tables(name, ok, luck))
            : tables(server, ok, luck);
    RunJson.write(step.resolve("threads.csv"), texts.get(0));
    RunJson.write(step.resolve("syscalls.csv"), texts.get(1));
  }

  private List<String> tables(String server, long ok, double luck) {
    boolean tomcat = server.startsWith("tomcat");
    List<ThreadRow> rows = new ArrayList<>();
    List<SyscallRow> calls = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      String name = threadName.apply(i);
      String role = i == 0 ? "gc" : i < 3 ? "jit" : tomcat ? "worker" : "event-loop";
      boolean works = i >= 3;
      double share = works ? luck * (1 + 0.3 * Math.sin(i)) / (threads - 3) : 0.0001;
      Map<String, Long> made = new java.util.TreeMap<>();
      (tomcat
              ? Map.of("futex", 3.2, "read", 2.1, "write", 2.0, "poll", 1.1, "epoll_ctl", 1.0)
              : Map.of("recvfrom", 2.1, "sendto", 2.0, "epoll_wait", 0.9, "epoll_ctl", 2.0))
          .forEach((call, each) -> made.put(call, Math.round(each * ok * share)));
      made.put("sched_yield", (long) i);
      int tid = 4_000 + i;
      made.forEach((call, count) -> calls.add(new SyscallRow(tid, name, role, call, count)));
      rows.add(
          new ThreadRow(
              tid,
              name,
              role,
              i % 50 == 49 ? ThreadState.EXITED : ThreadState.LIVE,
              counts(tomcat, ok * share, made)));
    }
    return List.of(new ThreadTable(rows).toCsv(), new SyscallTable(calls).toCsv());
  }

  private static Counts counts(boolean tomcat, double requests, Map<String, Long> calls) {
    Map<Counter, Long> counts = new HashMap<>();
    counts.put(Counter.CPU_NS, Math.round(requests * (tomcat ? 150_000 : 85_000)));
    counts.put(Counter.RUN_DELAY_NS, Math.round(requests * (tomcat ? 90_000 : 8_000)));
    counts.put(Counter.CS_VOLUNTARY, Math.round(requests * (tomcat ? 3.9 : 0.6)));
    counts.put(Counter.CS_INVOLUNTARY, Math.round(requests * 0.2));
    counts.put(Counter.MINOR_FAULTS, Math.round(requests * 0.1));
    counts.put(Counter.MAJOR_FAULTS, 0L);
    long futex = calls.getOrDefault("futex", 0L);
    long read = calls.getOrDefault("read", 0L) + calls.getOrDefault("recvfrom", 0L);
    long write = calls.getOrDefault("write", 0L) + calls.getOrDefault("sendto", 0L);
    long epoll = calls.getOrDefault("epoll_wait", 0L) + calls.getOrDefault("epoll_ctl", 0L);
    long all = calls.values().stream().mapToLong(Long::longValue).sum();
    counts.put(Counter.FUTEX, futex);
    counts.put(Counter.FUTEX_WAIT, futex / 2);
    counts.put(Counter.FUTEX_WAKE, futex - futex / 2);
    counts.put(Counter.READ, read);
    counts.put(Counter.WRITE, write);
    counts.put(Counter.EPOLL, epoll);
    counts.put(Counter.SYSCALLS, all);
    counts.put(Counter.OTHER, all - futex - read - write - epoll);
    return new Counts(counts);
  }

  private Plan plan() {
    return new Plan(
        "generated",
        servers,
        levels,
        trials,
        2,
        SECONDS,
        new HttpPlan.WarmupPlan(150, 40, 20),
        new Plan.Pinning(pinningAsked, Map.of("server", "2-5"), freeText),
        "127.0.0.1",
        Map.of("echo", 8_081),
        Map.of("server", List.of("-Xmx1g")),
        Optional.empty());
  }

  private Manifest manifest(String name, Plan plan) {
    return new Manifest(
        Manifest.SCHEMA,
        name,
        Manifest.State.COMPLETE,
        "2026-01-01T00:00:00Z",
        Optional.of("2026-01-01T01:00:00Z"),
        List.of(),
        Stream.concat(placeOptions.stream(), Stream.of("--preset", "standard", "--name", freeText))
            .toList(),
        plan,
        plan.order().stream().map(Plan.Trial::name).toList(),
        new Manifest.Host(
            "A CPU of " + freeText,
            8,
            "6.1.0",
            16L << 30,
            false,
            Optional.of("performance"),
            Optional.of(65_536L),
            Map.of("net.core.somaxconn", "4096"),
            Map.of("meltdown", "Not affected"),
            new Manifest.Scheduler(
                Optional.of("EEVDF"), Optional.of(false), Optional.of("0"), List.of("0", "1"))),
        new Manifest.Java("/jdk", "25", "vendor", "vm"),
        List.of(new Manifest.Tool("taskset", Optional.of(freeText))),
        new Manifest.Source(Optional.of(commit), Optional.of(false)),
        List.of(new Manifest.Jar("loadgen", "00")),
        List.of(new dev.tierbench.run.Caveat(freeText, "none for " + freeText)),
        Optional.of(containers()),
        Optional.of("L0"));
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
                Optional.of("2-5"),
                Optional.of(2L << 30))));
  }

  /** Names of one server under test share its settings. */
  private Map<String, Object> settings(String server) {
    String model = server.replaceAll("-again$", "");
    return Map.of(
        "schema",
        "tierbench/settings/1",
        "tiers",
        Map.of(
            "server",
            Map.of("model", model, "max_threads", maxThreads, "note", freeText),
            "echo",
            Map.of("model", "echo", "delay_us", 50_000)));
  }

  private Warmup warmup() {
    return new Warmup(
        Warmup.SCHEMA,
        List.of(
            new Warmup.Run(
                "trial started", "2026-01-01T00:00:00Z", true, freeText, List.of(), levels)));
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
