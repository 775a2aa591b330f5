package dev.tierbench.loadgen;

import dev.tierbench.run.Load;
import dev.tierbench.run.protocol.GoCommand;
import dev.tierbench.run.record.LoadResult;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/** One run: connect, then phase after phase without a break, then the result. */
final class LoadRun {

  /** Releases whichever phase is held. */
  static final String ANY_PHASE = "";

  /** Between the decision to begin and the first send, so that all loops know of it. */
  private static final long LEAD_NANOS = 20_000_000L;

  /** How often the run checks whether it was interrupted. */
  private static final long GLANCE_NANOS = 50_000_000L;

  /** The same of generators that are to begin at one instant. */
  private static final long START_GLANCE_NANOS = 200_000L;

  /** Loops hand a second over this much after its end at the latest, unless they are late. */
  private static final long SEAL_NANOS = 15_000_000L;

  private static final long GRACE_SECONDS = 5;
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  private final LoadPlan plan;
  private final List<RunListener> listeners;
  private final Transport transport = Transport.choose();
  private final Failures failures = new Failures();
  private final GeneratorUsage generatorUsage = new GeneratorUsage();
  private final NanoClock clock = System::nanoTime;
  private final List<LoadResult.Phase> finished = new ArrayList<>();
  private double connectSeconds;
  private boolean startHeld;
  private volatile boolean interrupted;
  private volatile Optional<String> released = Optional.empty();
  private List<Loop> loops = List.of();
  private List<PhaseTotals> totals = List.of();

  LoadRun(LoadPlan plan, List<RunListener> listeners) {
    this.plan = plan;
    this.listeners = List.copyOf(listeners);
  }

  /** Ends the run early from another thread; {@link #run} then returns what was measured. */
  void interrupt() {
    interrupted = true;
  }

  /**
   * Ends a held phase.
   *
   * @param phase its name, which no other phase takes for its own; {@link #ANY_PHASE} for the one
   *     that is under way, or the next one as soon as it begins
   */
  void release(String phase) {
    released = Optional.of(phase);
  }

  /** The first phase begins when {@link GoCommand#START} is released, and not when connected. */
  void holdStart() {
    startHeld = true;
  }

  boolean wasInterrupted() {
    return interrupted;
  }

  /** The totals behind the result, with their histograms. */
  List<PhaseTotals> totals() {
    return totals;
  }

  /**
   * @throws CannotRunException when the connections cannot be made
   * @throws IllegalStateException when the generator itself is broken
   */
  LoadResult run() throws CannotRunException, InterruptedException {
    InetSocketAddress address = plan.target().address();
    if (address.isUnresolved()) {
      throw new CannotRunException("unknown host " + address.getHostString());
    }
    MultiThreadIoEventLoopGroup group =
        new MultiThreadIoEventLoopGroup(
            plan.loops(), new DefaultThreadFactory("loadgen-loop", true), transport.handler());
    try {
      loops = loops(group, address);
      connect();
      if (!interrupted) {
        drive();
      }
      listeners.forEach(RunListener::ended);
      return result();
    } finally {
      group.shutdownGracefully(0, 1, TimeUnit.SECONDS).await(GRACE_SECONDS, TimeUnit.SECONDS);
    }
  }

  private List<Loop> loops(MultiThreadIoEventLoopGroup group, InetSocketAddress address) {
    Bootstrap bootstrap =
        new Bootstrap()
            .channel(transport.channel())
            .remoteAddress(address)
            .option(ChannelOption.TCP_NODELAY, true)
            .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int) plan.timeout().toMillis());
    return IntStream.range(0, plan.loops())
        .mapToObj(i -> new Loop(i, plan, (EventLoop) group.next(), bootstrap, failures, clock))
        .toList();
  }

  private void connect() throws CannotRunException, InterruptedException {
    long fromNanos = clock.nanoTime();
    CompletableFuture<Void> made = allOf(loops.stream().map(Loop::connect).toList());
    try {
      awaitConnections(made);
    } catch (ExecutionException e) {
      requireNoCrash();
      throw new CannotRunException(
          "cannot connect to %s: %s. %s"
              .formatted(
                  plan.target().hostAndPort(),
                  Failures.reason(e.getCause()),
                  Failures.hint(e.getCause())));
    } catch (TimeoutException e) {
      throw new CannotRunException(
          "not all of the %d connections to %s were made in time; is its accept queue too short?"
              .formatted(plan.load().connections(), plan.target().hostAndPort()));
    }
    connectSeconds = (clock.nanoTime() - fromNanos) / (double) NANOS_PER_SECOND;
    if (!interrupted) {
      listeners.forEach(each -> each.connected(plan.load().connections(), connectSeconds));
    }
  }

  /** As long as one after the other is made: many handshakes of TLS take their time. */
  private void awaitConnections(CompletableFuture<Void> made)
      throws InterruptedException, ExecutionException, TimeoutException {
    int before = 0;
    long sinceNanos = clock.nanoTime();
    while (!interrupted) {
      try {
        made.get(GLANCE_NANOS, TimeUnit.NANOSECONDS);
        return;
      } catch (TimeoutException e) {
        int now = established();
        if (now > before) {
          before = now;
          sinceNanos = clock.nanoTime();
        } else if (clock.nanoTime() - sinceNanos >= plan.timeout().toNanos() + NANOS_PER_SECOND) {
          throw e;
        }
      }
    }
  }

  private int established() {
    return loops.stream().mapToInt(Loop::established).sum();
  }

  private void awaitStart() {
    while (startHeld && !isReleased(GoCommand.START) && !interrupted) {
      LockSupport.parkNanos(START_GLANCE_NANOS);
      requireNoCrash();
    }
    released = Optional.empty();
  }

  private void drive() throws InterruptedException {
    if (startHeld) {
      awaitStart();
    }
    PhaseBoundaries boundaries = new PhaseBoundaries(clock.nanoTime() + LEAD_NANOS, plan.phases());
    Collector slices = new Collector(plan, boundaries, listeners);
    totals = slices.totals();
    LastEnd lastEnd = new LastEnd(loops.size(), boundaries.start(0));
    List<CompletableFuture<Void>> ends =
        loops.stream().map(loop -> loop.begin(boundaries, lastEnd, slices::take)).toList();
    waitUntil(boundaries.start(0));
    generatorUsage.lap();
    List<Instant> starts = new ArrayList<>();
    List<GeneratorUsage.Use> uses = new ArrayList<>();
    for (int phase = 0; phase < boundaries.phases() && !interrupted; phase++) {
      String name = plan.phases().get(phase).name();
      Instant start = wallClock(boundaries.start(phase));
      starts.add(start);
      listeners.forEach(listener -> listener.phaseStarted(name, start));
      follow(slices, boundaries, phase);
      uses.add(generatorUsage.lap());
      Instant end = interrupted ? Instant.now() : wallClock(boundaries.end(phase));
      listeners.forEach(listener -> listener.phaseEnded(name, end));
    }
    end(slices, ends);
    for (int phase = 0; phase < starts.size(); phase++) {
      finished.add(totals.get(phase).toRecord(starts.get(phase), uses.get(phase)));
    }
  }

  /** Adds the seconds up as they are handed over, and returns at the closing boundary. */
  private void follow(Collector slices, PhaseBoundaries boundaries, int phase) {
    for (long at = boundaries.start(phase); at != boundaries.end(phase) && !interrupted; ) {
      if (boundaries.end(phase) - at > SEAL_NANOS) {
        waitUntil(at + SEAL_NANOS);
        slices.collect();
      }
      at = boundaries.nextCut(phase, at);
      releaseWhenAsked(boundaries, phase, at);
    }
    waitUntil(boundaries.end(phase));
  }

  /** The wall clock at an instant that was just now. */
  private Instant wallClock(long nanos) {
    return Instant.now().minusNanos(clock.nanoTime() - nanos);
  }

  private void end(Collector slices, List<CompletableFuture<Void>> ends)
      throws InterruptedException {
    if (interrupted) {
      loops.forEach(Loop::stop);
    }
    await(allOf(ends), "an event loop did not end its last phase");
    slices.collect();
    await(allOf(loops.stream().map(Loop::drained).toList()), "an event loop did not drain");
  }

  private void await(CompletableFuture<Void> future, String failure) throws InterruptedException {
    try {
      future.get(GRACE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      requireNoCrash();
      throw new IllegalStateException(failure, e);
    }
  }

  /** In a held phase: waits for the release until shortly before the next cut. */
  private void releaseWhenAsked(PhaseBoundaries boundaries, int phase, long cutNanos) {
    if (!plan.phases().get(phase).held()) {
      return;
    }
    String name = plan.phases().get(phase).name();
    while (!isReleased(name) && !interrupted && cutNanos - clock.nanoTime() > GLANCE_NANOS) {
      LockSupport.parkNanos(GLANCE_NANOS);
    }
    if (isReleased(name)) {
      released = Optional.empty();
      boundaries.release(phase, clock.nanoTime());
    }
  }

  private boolean isReleased(String phase) {
    return released.filter(name -> name.equals(phase) || name.equals(ANY_PHASE)).isPresent();
  }

  private void requireNoCrash() {
    for (Loop loop : loops) {
      loop.crash()
          .ifPresent(cause -> {
            throw new IllegalStateException("an event loop broke: " + cause, cause);
          });
    }
  }

  private void waitUntil(long nanos) {
    for (long left = nanos - clock.nanoTime();
        left > 0 && !interrupted;
        left = nanos - clock.nanoTime()) {
      LockSupport.parkNanos(Math.min(left, GLANCE_NANOS));
      requireNoCrash();
    }
  }

  private static CompletableFuture<Void> allOf(List<CompletableFuture<Void>> futures) {
    return CompletableFuture.allOf(futures.toArray(CompletableFuture<?>[]::new));
  }

  private LoadResult result() {
    int connections = plan.load().connections();
    return new LoadResult(
        LoadResult.SCHEMA,
        plan.target().shown(),
        request(),
        seeded(),
        new LoadResult.Connections(
            connections,
            established(),
            totals.stream().mapToLong(phase -> phase.reconnects).sum(),
            Math.round(connectSeconds * 1_000) / 1_000.0),
        finished,
        failures.list(),
        new LoadResult.Environment(
            String.valueOf(LoadRun.class.getPackage().getImplementationVersion()),
            Runtime.version().toString(),
            transport.name(),
            plan.loops(),
            caveats()));
  }

  private Load seeded() {
    return plan.load() instanceof Load.Open open ? open.withSeed(plan.seed()) : plan.load();
  }

  private LoadResult.Request request() {
    Request request = plan.target().request();
    return new LoadResult.Request(
        request.method(),
        request.bodyBytes(),
        loops.stream().flatMap(loop -> loop.tls().stream()).findFirst());
  }

  private List<String> caveats() {
    List<String> caveats = new ArrayList<>(transport.caveats());
    if (plan.target().tls().filter(tls -> !tls.isVerifying()).isPresent()) {
      caveats.add("insecure: the certificate of the server was not verified");
    }
    if (interrupted) {
      caveats.add("interrupted: the last phase is shorter than planned");
    }
    if (plan.phases().size() == 1) {
      caveats.add("no warm-up phase: the values include the start of server and generator");
    }
    if (plan.load() instanceof Load.Closed) {
      caveats.add("closed model: latencies are service times and leave out what did not get sent");
    }
    return caveats;
  }
}
