package dev.tierbench.loadgen.engine;

import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import dev.tierbench.loadgen.plan.LoadPlan;
import dev.tierbench.loadgen.result.LastEnd;
import dev.tierbench.loadgen.result.PhaseBoundaries;
import dev.tierbench.loadgen.result.Slice;
import dev.tierbench.loadgen.wire.WireFailure;
import dev.tierbench.run.record.LoadResult;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * The event loops that drive one load together, as the thread of the run sees them. A loop that
 * broke is reported by whichever call waits next. Confined to the thread of the run.
 */
final class Loops {

  private static final long GRACE_SECONDS = 5;

  private final LoadPlan plan;
  private final NanoClock clock;
  private final RunControl control;
  private final MultiThreadIoEventLoopGroup group;
  private final List<Loop> loops;
  private CompletableFuture<Void> ends = new CompletableFuture<>();

  Loops(
      LoadPlan plan,
      InetSocketAddress address,
      Transport transport,
      Failures failures,
      NanoClock clock,
      RunControl control) {
    this.plan = plan;
    this.clock = clock;
    this.control = control;
    group =
        new MultiThreadIoEventLoopGroup(
            plan.loops(), new DefaultThreadFactory("loadgen-loop", true), transport.handler());
    Bootstrap bootstrap =
        new Bootstrap()
            .channel(transport.channel())
            .remoteAddress(address)
            .option(ChannelOption.TCP_NODELAY, true)
            .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int) plan.timeout().toMillis());
    loops =
        IntStream.range(0, plan.loops())
            .mapToObj(i -> new Loop(i, plan, (EventLoop) group.next(), bootstrap, failures, clock))
            .toList();
  }

  /**
   * Makes the connections; returns early when the run is interrupted.
   *
   * @throws CannotRunException when one cannot be made
   * @throws IllegalStateException when a loop broke
   */
  void connect() throws CannotRunException, InterruptedException {
    CompletableFuture<Void> made = allOf(loops.stream().map(Loop::connect).toList());
    try {
      awaitConnections(made);
    } catch (ExecutionException e) {
      requireNoCrash();
      throw new CannotRunException(
          "cannot connect to %s: %s. %s"
              .formatted(
                  plan.target().hostAndPort(),
                  WireFailure.reason(e.getCause()),
                  WireFailure.hint(e.getCause())));
    } catch (TimeoutException e) {
      throw new CannotRunException(
          "not all of the %d connections to %s were made in time; is its accept queue too short?"
              .formatted(plan.tcpConnections(), plan.target().hostAndPort()));
    }
  }

  /**
   * Waits for all connections; gives up only when none was made for the time-out and one second
   * more, since many TLS handshakes take long.
   */
  private void awaitConnections(CompletableFuture<Void> made)
      throws InterruptedException, ExecutionException, TimeoutException {
    long longestNanos = plan.timeout().plusSeconds(1).toNanos();
    int before = 0;
    long sinceNanos = clock.nanoTime();
    while (!control.isInterrupted()) {
      try {
        made.get(RunControl.GLANCE_NANOS, NANOSECONDS);
        return;
      } catch (TimeoutException e) {
        int now = established();
        if (now > before) {
          before = now;
          sinceNanos = clock.nanoTime();
        } else if (clock.nanoTime() - sinceNanos >= longestNanos) {
          throw e;
        }
      }
    }
  }

  /** Begins the load on all loops; the slices go to {@code sealed} as they end. */
  void begin(PhaseBoundaries boundaries, Consumer<Slice> sealed) {
    LastEnd lastEnd = new LastEnd(loops.size(), boundaries.start(0));
    ends = allOf(loops.stream().map(loop -> loop.begin(boundaries, lastEnd, sealed)).toList());
  }

  /** Waits until the last phase has ended on all loops, at once when the run is interrupted. */
  void awaitEnd() throws InterruptedException {
    if (control.isInterrupted()) {
      loops.forEach(Loop::stop);
    }
    await(ends, "an event loop did not end its last phase");
  }

  /** Waits until the requests in flight are answered, for a while, and the connections closed. */
  void awaitDrained() throws InterruptedException {
    await(allOf(loops.stream().map(Loop::drained).toList()), "an event loop did not drain");
  }

  private void await(CompletableFuture<Void> future, String failure) throws InterruptedException {
    try {
      future.get(GRACE_SECONDS, SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      requireNoCrash();
      throw new IllegalStateException(failure, e);
    }
  }

  /** Returns the connections made; once the load has begun, those open at its first send. */
  int established() {
    return loops.stream().mapToInt(Loop::established).sum();
  }

  /** Returns whether a connection was open when the load ended. */
  boolean wereConnected() {
    return loops.stream().anyMatch(Loop::wasConnected);
  }

  /** Returns what the server agreed to; empty in clear text. */
  Optional<LoadResult.Tls> tls() {
    return loops.stream().flatMap(loop -> loop.tls().stream()).findFirst();
  }

  /**
   * Fails when a loop broke.
   *
   * @throws IllegalStateException with what broke it
   */
  void requireNoCrash() {
    for (Loop loop : loops) {
      loop.crash()
          .ifPresent(cause -> {
            throw new IllegalStateException("an event loop broke: " + cause, cause);
          });
    }
  }

  /** Ends the threads of the loops. */
  void shutDown() throws InterruptedException {
    group.shutdownGracefully(0, 1, SECONDS).await(GRACE_SECONDS, SECONDS);
  }

  private static CompletableFuture<Void> allOf(List<CompletableFuture<Void>> futures) {
    return CompletableFuture.allOf(futures.toArray(CompletableFuture<?>[]::new));
  }
}
