package dev.tierbench.harness.http;

import dev.tierbench.harness.run.Durations;
import dev.tierbench.run.Load;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.protocol.GoCommand;
import dev.tierbench.run.protocol.LoadEvent;
import dev.tierbench.run.record.LatencySummary;
import dev.tierbench.run.record.LoadResult;
import dev.tierbench.run.record.Pause;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;
import org.HdrHistogram.Recorder;

/**
 * A closed load of a few threads that prints and writes what the real generator does. Asked for a
 * rate, it says that it was kept, up to that of a server that answers {@link #CAPACITY}.
 */
final class FakeLoadgen {

  /** The second of the real generator, which nobody has time for here. */
  private static final double SLICE_SECONDS = 0.25;

  /** Requests per second that a rate is kept up to. */
  static final double CAPACITY = 60;

  private static final int SENDERS_OF_A_RATE = 4;

  private static final AtomicLong OK = new AtomicLong();
  private static final AtomicLong FAILED = new AtomicLong();
  private static volatile boolean over;
  private static volatile boolean idle;

  /** What is told of every second, when it is asked for. */
  static final LatencySummary LATENCY =
      new LatencySummary(
          Optional.empty(),
          Optional.of(50_500.0),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty());

  private static boolean latencies;
  private static final Recorder TIMES = new Recorder(3);
  private static final BufferedReader IN =
      new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));

  private FakeLoadgen() {}

  public static void main(String[] args) throws Exception {
    List<String> options = List.of(args);
    Load load = load(options);
    latencies = options.contains("--event-latencies");
    int concurrency = load instanceof Load.Open ? SENDERS_OF_A_RATE : load.connections();
    System.err.println("fake load of " + concurrency);
    IntSupplier status = status(options);
    List<Thread> senders = new ArrayList<>();
    print(LoadEvent.connected(System.currentTimeMillis(), concurrency, 0.1));
    for (int i = 0; i < concurrency; i++) {
      senders.add(Thread.ofPlatform().start(() -> send(status)));
      // In step with each other, all requests would fall on one side of a boundary.
      FakeTiers.sleep(FakeTiers.ECHO_MILLIS / concurrency);
    }
    List<LoadResult.Phase> phases = new ArrayList<>();
    for (String phase : FakeTiers.after(options, "--phases").split(",", -1)) {
      String length = phase.split("=", -1)[1];
      idle = length.startsWith("idle:");
      LoadResult.Phase one = phase(phase.split("=", -1)[0], length, concurrency, load);
      if (!idle) {
        phases.add(one);
      }
    }
    write(options, load, merged(phases));
    print(LoadEvent.done(System.currentTimeMillis(), 0));
    over = true;
    for (Thread sender : senders) {
      sender.join();
    }
    System.exit(FAILED.get() == 0 ? 0 : 1);
  }

  private static Load load(List<String> options) {
    int connections = Integer.parseInt(FakeTiers.after(options, "--connections"));
    return options.contains("--rate")
        ? new Load.Open(
            Double.parseDouble(FakeTiers.after(options, "--rate")),
            FakeTiers.after(options, "--arrivals"),
            connections)
        : new Load.Closed(connections);
  }

  /** With the method, the headers and the body that the options name, themselves or by a file. */
  private static HttpRequest request(List<String> options) throws IOException {
    String url =
        options.contains("--url-file")
            ? Files.readString(Path.of(FakeTiers.after(options, "--url-file"))).strip()
            : options.getFirst();
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url));
    request.method(
        options.contains("--method") ? FakeTiers.after(options, "--method") : "GET",
        options.contains("--body-file")
            ? BodyPublishers.ofFile(Path.of(FakeTiers.after(options, "--body-file")))
            : BodyPublishers.noBody());
    List<String> headers =
        options.contains("--header-file")
            ? Files.readAllLines(Path.of(FakeTiers.after(options, "--header-file")))
            : List.of();
    headers.forEach(line -> {
      String[] parts = line.split(": *", 2);
      request.header(parts[0], parts[1]);
    });
    return request.build();
  }

  /** Asks once; plain requests as cheaply as it goes. */
  private static IntSupplier status(List<String> options) throws IOException {
    if (options.stream().noneMatch(option -> option.endsWith("-file"))) {
      URI target = URI.create(options.getFirst());
      return () -> FakeTiers.status(target);
    }
    HttpRequest request = request(options);
    return () -> FakeTiers.status(request);
  }

  /** The windows of each phase as one. */
  private static List<LoadResult.Phase> merged(List<LoadResult.Phase> windows) {
    return List.copyOf(
        windows.stream()
            .collect(
                Collectors.toMap(
                    LoadResult.Phase::name, phase -> phase, FakeLoadgen::sum, LinkedHashMap::new))
            .values());
  }

  private static LoadResult.Phase sum(LoadResult.Phase a, LoadResult.Phase b) {
    List<LoadResult.Phase> windows =
        new ArrayList<>(a.windows().isEmpty() ? List.of(a) : a.windows());
    windows.add(b);
    return a.with(sum ->
        sum.seconds(a.seconds() + b.seconds())
            .started(a.started().flatMap(x -> b.started().map(y -> x + y)))
            .carriedIn(a.carriedIn().flatMap(x -> b.carriedIn().map(y -> x + y)))
            .ok(a.ok() + b.ok())
            .failed(new LoadResult.Failed(a.failed().total() + b.failed().total(), 0, 0, 0, 0))
            .inFlightAtEnd(a.inFlightAtEnd().flatMap(x -> b.inFlightAtEnd().map(y -> x + y)))
            .windows(windows));
  }

  private static void send(IntSupplier status) {
    while (!over) {
      if (idle) {
        FakeTiers.sleep(1);
        continue;
      }
      long sent = System.nanoTime();
      if (status.getAsInt() == 200) {
        OK.incrementAndGet();
        TIMES.recordValue(System.nanoTime() - sent);
      } else {
        FAILED.incrementAndGet();
        FakeTiers.sleep(20);
      }
    }
  }

  private static LoadResult.Phase phase(String name, String length, int concurrency, Load load)
      throws IOException {
    print(LoadEvent.phaseStart(System.currentTimeMillis(), name));
    OK.set(0);
    FAILED.set(0);
    TIMES.reset();
    double cap = Durations.parse(length.replaceFirst("(hold|idle):", ""));
    double seconds = 0;
    long before = 0;
    while (seconds < cap && !isReleased(name)) {
      double left = Math.min(SLICE_SECONDS, cap - seconds);
      FakeTiers.sleep(Math.round(left * 1_000));
      seconds += left;
      long now = OK.get();
      if (!idle) {
        LoadEvent second =
            LoadEvent.second(System.currentTimeMillis(), name, left, now - before, 0);
        print(latencies ? second.withLatency(LATENCY) : second);
      }
      before = now;
      System.err.println("a slice of " + name + " is over");
    }
    print(LoadEvent.phaseEnd(System.currentTimeMillis(), name));
    long ok = OK.get();
    long failed = FAILED.get();
    LatencySummary latency = LatencySummary.ofNanos(TIMES.getIntervalHistogram());
    Optional<Double> kept =
        load instanceof Load.Open open
            ? Optional.of(Math.min(1, CAPACITY / open.rateRps()))
            : Optional.empty();
    LoadResult.Failed kinds = new LoadResult.Failed(failed, 0, 0, 0, 0);
    return new LoadResult.Phase(
        name,
        Instant.now().toString(),
        seconds,
        Optional.of(ok + failed + concurrency),
        Optional.of((long) concurrency),
        ok,
        kinds,
        Optional.of((long) concurrency),
        // A short window has late boundaries; Little's law is not what a fake is to prove.
        latency.mean().map(mean -> concurrency * 1e6 / mean).orElse(0.0),
        latency,
        kept.map(ratio -> latency),
        Optional.of(0L),
        kept,
        kept,
        kept.map(ratio -> 0.0),
        kept.map(ratio -> 1 - ratio),
        kept.map(ratio -> 100.0),
        Optional.of(List.of()),
        Optional.empty(),
        Optional.empty(),
        Optional.of(0L),
        Optional.empty(),
        Optional.of(new Pause(0.01, 0)),
        Optional.of(
            new LoadResult.Generator(
                Optional.empty(),
                Optional.of(100.0),
                Optional.of(100.0),
                1,
                0,
                Optional.of(new Pause(0.001, 0)))),
        Optional.empty(),
        List.of());
  }

  private static void print(LoadEvent event) {
    System.out.println(RunJson.toJsonLine(event));
  }

  /** Looks without waiting: a thread that waits for standard input would delay the exit. */
  private static boolean isReleased(String phase) throws IOException {
    boolean released = false;
    while (IN.ready()) {
      released |= GoCommand.parse(IN.readLine()).phase().filter(phase::equals).isPresent();
    }
    return released;
  }

  private static void write(List<String> options, Load load, List<LoadResult.Phase> phases) {
    RunJson.write(
        Path.of(FakeTiers.after(options, "--out"), "load.json"),
        new LoadResult(
            LoadResult.SCHEMA,
            options.getFirst(),
            new LoadResult.Request("GET", 0, Optional.empty(), Optional.empty()),
            load,
            new LoadResult.Connections(load.connections(), load.connections(), 0, 0.1),
            phases,
            List.of(),
            new LoadResult.Environment("fake", "25", "none", 1, List.of())));
  }
}
