package dev.tierbench.loadgen.engine;

import dev.tierbench.loadgen.arrival.Arrivals;
import dev.tierbench.loadgen.http.ExpectedBody;
import dev.tierbench.loadgen.plan.LoadPlan;
import dev.tierbench.loadgen.result.LastEnd;
import dev.tierbench.loadgen.result.Ledger;
import dev.tierbench.loadgen.result.PhaseBoundaries;
import dev.tierbench.loadgen.result.Slice;
import dev.tierbench.loadgen.wire.Wire;
import dev.tierbench.loadgen.wire.WireListener;
import dev.tierbench.loadgen.wire.WireLoop;
import dev.tierbench.loadgen.wire.Wires;
import dev.tierbench.run.Load;
import dev.tierbench.run.record.LoadResult;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * One event loop with its share of the connections, its ledger and its pacer. All but the
 * constructor, {@link #connect}, {@link #begin} and {@link #stop} runs on the loop.
 */
final class Loop implements WireLoop {

  /** A window of 3 s has enough of them for the p99 of the loop's lag. */
  private static final long TICK_NANOS = 2_500_000L;

  /** How many ticks pass from one look for late requests to the next. */
  private static final int TICKS_PER_LOOK = 2;

  private static final long DRAIN_NANOS = 1_000_000_000L;
  private static final int SCRATCH_BYTES = 64 * 1024;

  private final int index;
  final LoadPlan plan;
  private final EventLoop eventLoop;
  final Bootstrap bootstrap;
  final Failures failures;
  final NanoClock clock;
  private final List<Connection> connections = new ArrayList<>();

  private final byte[] scratch = new byte[SCRATCH_BYTES];

  private final Connector connector;
  private final CompletableFuture<Void> finished = new CompletableFuture<>();
  private final CompletableFuture<Void> drained = new CompletableFuture<>();
  private Ledger ledger;
  private Pacer pacer;
  private long ticks;

  /** How many ends of idle phases the pacer has been told of. */
  private long idleEnds;

  private long drainUntilNanos;
  private volatile boolean connectedAtEnd;
  private volatile Optional<LoadResult.Tls> tls = Optional.empty();
  private volatile Throwable crash;

  Loop(
      int index,
      LoadPlan plan,
      EventLoop eventLoop,
      Bootstrap bootstrap,
      Failures failures,
      NanoClock clock) {
    this.index = index;
    this.plan = plan;
    this.eventLoop = eventLoop;
    this.bootstrap = bootstrap.clone().group(eventLoop);
    this.failures = failures;
    this.clock = clock;
    Wires wires = new Wires(this, plan.target(), plan.timeout());
    for (int tcp = index; tcp < plan.tcpConnections(); tcp += plan.loops()) {
      int requests = plan.requestsAtOnce(tcp);
      Function<WireListener, Wire> ofTcp = wires.tcp(requests);
      for (int i = 0; i < requests; i++) {
        connections.add(new Connection(this, new ExpectedBody(plan.expectedBody()), ofTcp));
      }
    }
    connector = new Connector(connections, plan.target().tls().isPresent());
  }

  /** What a TLS handshake ended with; the first stands for all. */
  @Override
  public void agreed(LoadResult.Tls agreed) {
    if (tls.isEmpty()) {
      tls = Optional.of(agreed);
    }
  }

  /** What the server agreed to; empty in clear text. */
  Optional<LoadResult.Tls> tls() {
    return tls;
  }

  @Override
  public long nanoTime() {
    return clock.nanoTime();
  }

  @Override
  public byte[] scratch() {
    return scratch;
  }

  Ledger ledger() {
    return ledger;
  }

  /** Bytes have come, which count while the load goes on. */
  @Override
  public void received(int bytes) {
    if (isRunning()) {
      ledger.received(bytes);
    }
  }

  Pacer pacer() {
    return pacer;
  }

  /** Runs a task on the loop, at once when it is called there. */
  @Override
  public void run(Runnable task) {
    if (eventLoop.inEventLoop()) {
      guard(task);
    } else {
      eventLoop.execute(() -> guard(task));
    }
  }

  @Override
  public void later(Runnable task, long delayNanos) {
    eventLoop.schedule(() -> guard(task), delayNanos, TimeUnit.NANOSECONDS);
  }

  private void guard(Runnable task) {
    try {
      task.run();
    } catch (Throwable e) {
      crashed(e);
    }
  }

  /** Ends the run: a defect of the generator must not pass as a slow server. */
  @Override
  public void crashed(Throwable cause) {
    crash = cause;
    connector.fail(cause);
    finished.completeExceptionally(cause);
    drained.completeExceptionally(cause);
  }

  /** What broke the loop, if anything did. */
  Optional<Throwable> crash() {
    return Optional.ofNullable(crash);
  }

  /** Connections made; once the load has begun, those that were open at its first send. */
  int established() {
    return connector.established();
  }

  /** Whether the load goes on: begun and not yet at its end. */
  boolean isRunning() {
    return ledger != null && !ledger.finished();
  }

  /** Whether the load has come to its end. */
  @Override
  public boolean isOver() {
    return ledger != null && ledger.finished();
  }

  /** Makes the connections; fails with the first cause when one cannot be made. */
  CompletableFuture<Void> connect() {
    run(connector::begin);
    return connector.connected();
  }

  /**
   * Begins the load; the slices go to {@code sealed} as they end.
   *
   * @return completed when the last phase has ended
   */
  CompletableFuture<Void> begin(
      PhaseBoundaries boundaries, LastEnd lastEnd, Consumer<Slice> sealed) {
    run(() -> {
      ledger = pace(boundaries, lastEnd, sealed);
      long nowNanos = clock.nanoTime();
      connections.stream().filter(Connection::isIdle).forEach(c -> pacer.free(c, nowNanos));
      connections.forEach(Connection::reconnect);
      later(() -> send(boundaries.start(0)), boundaries.start(0) - nowNanos);
      later(this::tick, boundaries.start(0) - nowNanos);
    });
    return finished;
  }

  private void send(long startNanos) {
    connector.recount();
    if (isRunning()) {
      pacer.begin(startNanos);
      idleEnds = ledger.idleEnds();
    }
  }

  private Ledger pace(PhaseBoundaries boundaries, LastEnd lastEnd, Consumer<Slice> sealed) {
    Timer timer = (nanos, task) -> later(task, nanos - clock.nanoTime());
    return switch (plan.load()) {
      case Load.Closed closed -> {
        Ledger own = new Ledger(index, boundaries, Optional.empty(), lastEnd, sealed);
        pacer =
            new ClosedPacer(own, timer, clock, plan.spreadStart(), (double) index / plan.loops());
        yield own;
      }
      case Load.Open open -> {
        OpenPacer openPacer =
            new OpenPacer(
                Arrivals.of(open, plan.share().offset(), index, plan.slots(index), plan.seed()),
                timer,
                clock);
        Ledger own = new Ledger(index, boundaries, Optional.of(openPacer), lastEnd, sealed);
        openPacer.bind(own);
        pacer = openPacer;
        yield own;
      }
    };
  }

  /**
   * Every 2.5 ms: cuts slices that no event has cut, measures the loop's lag, finds late requests.
   */
  private void tick() {
    long nowNanos = clock.nanoTime();
    long tickDueNanos = ledger.tick(nowNanos, TICK_NANOS);
    if (idleEnds != ledger.idleEnds()) {
      idleEnds = ledger.idleEnds();
      pacer.resume(nowNanos);
    }
    ticks++;
    if (ticks % TICKS_PER_LOOK == 0) {
      long timeoutNanos = plan.timeout().toNanos();
      connections.forEach(connection -> connection.expire(nowNanos, timeoutNanos));
    }
    if (ledger.finished()) {
      drain(nowNanos);
      return;
    }
    later(this::tick, tickDueNanos - clock.nanoTime());
  }

  /** Lets the server answer what is in flight, uncounted, before the connections close. */
  private void drain(long nowNanos) {
    if (drainUntilNanos == 0) {
      drainUntilNanos = nowNanos + DRAIN_NANOS;
      connectedAtEnd = connections.stream().anyMatch(Connection::isConnected);
    }
    finished.complete(null);
    if (ledger.inFlight() > 0 && nowNanos - drainUntilNanos < 0) {
      later(() -> drain(clock.nanoTime()), TICK_NANOS);
    } else {
      connections.forEach(Connection::close);
      drained.complete(null);
    }
  }

  /** Whether a connection was open when the load ended. */
  boolean wasConnected() {
    return connectedAtEnd;
  }

  /** Ends the load now; what was counted stands. */
  void stop() {
    run(() -> {
      if (isRunning()) {
        ledger.stop(clock.nanoTime());
      }
    });
  }

  /** Completed when the connections are closed. */
  CompletableFuture<Void> drained() {
    return drained;
  }
}
