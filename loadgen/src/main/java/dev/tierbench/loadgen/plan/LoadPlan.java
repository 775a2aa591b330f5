package dev.tierbench.loadgen.plan;

import dev.tierbench.loadgen.http.BodyRule;
import dev.tierbench.loadgen.http.Target;
import dev.tierbench.run.Load;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Everything that a run is to do.
 *
 * @param spreadStart closed model: spread the first sends over one service time, so that the
 *     connections do not march in step
 * @param deadline within which an answer is of use to who asked; empty when none is counted
 * @param seed of the Poisson arrivals
 * @param share of the load that several generators drive
 * @param loops event loops to drive with
 */
public record LoadPlan(
    Target target,
    Load load,
    List<PhasePlan> phases,
    boolean spreadStart,
    Duration timeout,
    int expectedStatus,
    BodyRule expectedBody,
    Optional<Duration> deadline,
    long seed,
    Share share,
    int loops) {

  private static final Duration SHORTEST_TIMEOUT = Duration.ofMillis(1);
  private static final Duration LONGEST_TIMEOUT = Duration.ofHours(1);

  /** Refuses a plan that cannot be run. */
  public LoadPlan {
    phases = List.copyOf(phases);
    if (phases.isEmpty()) {
      throw new IllegalArgumentException("a run needs at least one phase");
    }
    if (timeout.compareTo(SHORTEST_TIMEOUT) < 0 || timeout.compareTo(LONGEST_TIMEOUT) > 0) {
      throw new IllegalArgumentException("the time-out must be 1 ms to 1 h");
    }
    if (!(load instanceof Load.Open) && phases.stream().anyMatch(PhasePlan::isPaced)) {
      throw new IllegalArgumentException(
          "NAME=TIME*FACTOR changes a rate: give --rate, or leave the factor out");
    }
    if (deadline.filter(time -> time.isZero() || time.isNegative()).isPresent()) {
      throw new IllegalArgumentException("the deadline must be above zero");
    }
    int tcp = load.tcpConnections(target.http2Streams());
    if (loops < 1 || loops > tcp) {
      throw new IllegalArgumentException(
          "threads must be 1 to the number of connections (%s), not %s".formatted(tcp, loops));
    }
  }

  /** Returns how many TCP connections carry the load: over HTTP/2, fewer than requests at once. */
  public int tcpConnections() {
    return load.tcpConnections(target.http2Streams());
  }

  /** Returns how many requests that TCP connection carries at once; they differ by one at most. */
  public int requestsAtOnce(int tcpConnection) {
    int tcp = tcpConnections();
    int all = load.connections();
    return all / tcp + (tcpConnection < all % tcp ? 1 : 0);
  }

  /**
   * Returns the requests at once that a loop carries, ascending, as numbers from 0 of all {@code
   * load.connections()}. Number {@code n} goes over TCP connection {@code n mod tcpConnections()},
   * which belongs to the loop of its own number modulo all loops.
   */
  public int[] slots(int loop) {
    int tcp = tcpConnections();
    return IntStream.range(0, load.connections())
        .filter(slot -> slot % tcp % loops == loop)
        .toArray();
  }
}
