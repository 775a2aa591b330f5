package dev.tierbench.run.record;

import dev.tierbench.run.GeneratorName;
import dev.tierbench.run.Load;
import dev.tierbench.run.Require;
import dev.tierbench.run.Workload;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the load generator measured: {@code load.json}. What a generator does not report is empty.
 *
 * @param request what was sent to the target
 */
@RecordBuilder
public record LoadResult(
    String schema,
    String target,
    Request request,
    Load load,
    Connections connections,
    List<Phase> phases,
    List<Failure> failures,
    Environment environment)
    implements LoadResultBuilder.With {

  public static final String SCHEMA = "tierbench/load/1";

  public LoadResult {
    phases = List.copyOf(phases);
    failures = List.copyOf(failures);
  }

  /** What each request makes the server do, which the query of the target says. */
  public Workload workload() {
    return new Workload(target);
  }

  /** The phase of that name, if the run reached it. */
  public Optional<Phase> phase(String name) {
    return phases.stream().filter(phase -> phase.name().equals(name)).findFirst();
  }

  /** The reasons of failed requests. */
  public List<Failure> failuresOfRequests() {
    return failures.stream().filter(failure -> !failure.kind().equals(Failure.IDLE)).toList();
  }

  /** Why connections were lost that no request was on. */
  public List<Failure> idleLosses() {
    return failures.stream().filter(failure -> failure.kind().equals(Failure.IDLE)).toList();
  }

  /**
   * Whether the process of the generator began and ended inside the window, and all its requests
   * with it. Our own runs on from phase to phase.
   */
  public boolean ranInsideWindow() {
    return environment.generator() != GeneratorName.LOADGEN;
  }

  /**
   * One of the requests, which are all alike.
   *
   * @param tls of its connection; empty in clear text
   * @param http2Streams requests that a connection carried at once at most; empty over HTTP/1.1 and
   *     of older records
   */
  public record Request(
      String method, long bodyBytes, Optional<Tls> tls, Optional<Integer> http2Streams) {}

  /**
   * What generator and server agreed on for the first connection.
   *
   * @param protocol such as {@code TLSv1.3}
   */
  public record Tls(String protocol, String cipher) {}

  /** Connections asked for, open when the first phase began, and reconnected during the run. */
  public record Connections(
      int requested,
      Optional<Integer> established,
      Optional<Long> reconnects,
      Optional<Double> connectSeconds) {

    /** Connections of a generator that reports all of them. */
    public Connections(int requested, int established, long reconnects, double connectSeconds) {
      this(
          requested,
          Optional.of(established),
          Optional.of(reconnects),
          Optional.of(connectSeconds));
    }
  }

  /**
   * One phase. The accounting identity holds exactly where all of its parts are reported: {@code
   * started = ok + failed + inFlightAtEnd}.
   *
   * @param startedAt wall clock of the opening boundary, ISO-8601 UTC
   * @param started requests under way in the phase: carried over its opening boundary, sent inside,
   *     or failed there for want of a connection
   * @param carriedIn those of {@code started} that were sent before the opening boundary
   * @param throughputRps completed and correct responses per second
   * @param responseTimeUs received minus intended start; empty in the closed model
   * @param unsent arrivals due inside the phase and still queued at its end; 0 in the closed model
   *     of our own generator
   * @param rateRatio sent inside the phase over due inside it; empty in the closed model
   * @param maxScheduleLagUs of the latest send, or of the arrival that waits longest at the end of
   *     a second; empty in the closed model
   * @param sentOnTimeRatio share of the sends that left within 1 ms of their intended start; empty
   *     in the closed model
   * @param lateWithConnectionRatio share of the sends that left later though a connection was free
   *     when they were due: the generator was late itself; empty in the closed model and of older
   *     records
   * @param lateWithoutConnectionRatio share of the sends that left later because every connection
   *     was in use: the server was late; empty likewise
   * @param serviceTimeUs of the generator's own clock; all its parts may be empty
   * @param okPerSecond correct responses in each full second, for the trend over the window
   * @param medianUsPerSecond median latency of the answers in each full second; empty in a second
   *     without any
   * @param goodput answers that were of use; empty when no deadline was given
   * @param inFlightAge what the mean service time leaves out at the boundaries of the window
   * @param silence the longest time in which no request ended
   * @param generator what the generator reports of itself
   * @param renewals connections that were replaced as planned; empty when each carries as many
   *     requests as it lives
   * @param windows the parts of a phase that was interrupted, in their order; none of a phase that
   *     was not
   */
  @RecordBuilder
  @RecordBuilder.Options(builderMode = RecordBuilder.BuilderMode.STANDARD_AND_STAGED)
  public record Phase(
      String name,
      String startedAt,
      double seconds,
      Optional<Long> started,
      Optional<Long> carriedIn,
      long ok,
      Failed failed,
      Optional<Long> inFlightAtEnd,
      double throughputRps,
      LatencySummary serviceTimeUs,
      Optional<LatencySummary> responseTimeUs,
      Optional<Long> unsent,
      Optional<Double> rateRatio,
      Optional<Double> sentOnTimeRatio,
      Optional<Double> lateWithConnectionRatio,
      Optional<Double> lateWithoutConnectionRatio,
      Optional<Double> maxScheduleLagUs,
      Optional<List<Long>> okPerSecond,
      Optional<List<Optional<Double>>> medianUsPerSecond,
      Optional<Goodput> goodput,
      Optional<Long> bytesReceived,
      Optional<InFlightAge> inFlightAge,
      Optional<Pause> silence,
      Optional<Generator> generator,
      Optional<Renewals> renewals,
      List<Phase> windows)
      implements LoadResultPhaseBuilder.With {

    public Phase {
      windows = windows == null ? List.of() : List.copyOf(windows);
      okPerSecond = okPerSecond.map(List::copyOf);
      medianUsPerSecond = medianUsPerSecond.map(List::copyOf);
      Optional<Long> sum = inFlightAtEnd.map(inFlight -> ok + failed.total() + inFlight);
      Require.that(
          started.isEmpty() || sum.isEmpty() || started.equals(sum),
          () ->
              "phase %s: started %d is not ok %d + %s + in flight %d"
                  .formatted(name, started.get(), ok, failed, inFlightAtEnd.get()));
    }

    /**
     * Whether the tail beyond a percentile (0 to 100) is within the share of failed requests, whose
     * latencies are not known.
     */
    public boolean isAmongFailed(double percentile) {
      return LatencySummary.isAmongFailed(percentile, ok, failed.total());
    }

    /** How often the phase was open: once, or as often as it has windows. */
    public int openings() {
      return Math.max(1, windows.size());
    }

    /** The latency that counts: response time in the open model, service time in the closed one. */
    public LatencySummary latencyUs() {
      return responseTimeUs.orElse(serviceTimeUs);
    }
  }

  /**
   * Correct answers that came soon enough to be of use.
   *
   * @param deadlineSeconds within which they came, by the latency that counts
   */
  public record Goodput(double deadlineSeconds, long answers) {}

  /**
   * How long the requests in flight had been so at the boundaries of a phase, summed over them.
   *
   * @param carriedInSeconds at the opening boundary
   * @param atEndSeconds at the closing boundary
   */
  public record InFlightAge(double carriedInSeconds, double atEndSeconds) {}

  /**
   * Connections that were replaced because they had carried all requests that they were to carry.
   *
   * @param wholeUs from the last answer to the next connection that is ready, with the wait until
   *     the server had closed the old one
   * @param connectUs of TCP
   * @param handshakeUs of TLS; empty in clear text
   */
  public record Renewals(
      long count,
      LatencySummary wholeUs,
      LatencySummary connectUs,
      Optional<LatencySummary> handshakeUs) {}

  /**
   * Failed requests by kind; what exactly went wrong stands in {@link Failure}. A kind that a
   * generator does not look for is empty.
   *
   * @param timeout requests that the generator gave up
   * @param gatewayTimeout those of {@code status} that were a 504, with which a server gives up the
   *     tier behind it; empty of a generator that does not tell them apart, and in older records
   */
  public record Failed(
      Optional<Long> status,
      Optional<Long> body,
      Optional<Long> connect,
      Optional<Long> reset,
      Optional<Long> timeout,
      Optional<Long> gatewayTimeout) {

    /** Failures of a generator that looks for all of them. */
    public Failed(
        long status, long body, long connect, long reset, long timeout, long gatewayTimeout) {
      this(
          Optional.of(status),
          Optional.of(body),
          Optional.of(connect),
          Optional.of(reset),
          Optional.of(timeout),
          Optional.of(gatewayTimeout));
    }

    /** Failures of such a generator, none of them a 504. */
    public Failed(long status, long body, long connect, long reset, long timeout) {
      this(status, body, connect, reset, timeout, 0);
    }

    /** Requests given up by the generator or, with a 504, by the server. */
    public Optional<Long> timedOut() {
      return timeout.flatMap(own -> gatewayTimeouts().map(ofServer -> own + ofServer));
    }

    /** Answers with a wrong status other than 504. */
    public Optional<Long> rejected() {
      return status.flatMap(all -> gatewayTimeouts().map(ofServer -> all - ofServer));
    }

    /** Answers with status 504; 0 when no status was wrong. */
    private Optional<Long> gatewayTimeouts() {
      return gatewayTimeout.or(() -> status.filter(all -> all == 0));
    }

    /** Sum of the kinds that were looked for. */
    public long total() {
      return Stream.of(status, body, connect, reset, timeout)
          .flatMap(Optional::stream)
          .mapToLong(Long::longValue)
          .sum();
    }
  }

  /** One reason for failed requests of a kind, or for lost {@link #IDLE} connections. */
  public record Failure(String kind, String reason, long count) {
    /** The kind of connections that were lost while no request was on them. */
    public static final String IDLE = "idle";
  }

  /**
   * What the generator cost in the phase, so that it can be ruled out as the limit.
   *
   * @param cpuUsPerRequest CPU of the whole generator process per completed request; empty when no
   *     request completed
   * @param loopLagP99Us how late the event loops ran a timer; empty with too few samples
   * @param pause the longest time in which one of them ran nothing that was due
   */
  public record Generator(
      Optional<Double> cpuUsPerRequest,
      Optional<Double> maxLoopLagUs,
      Optional<Double> loopLagP99Us,
      double cpuSeconds,
      double gcPauseMs,
      Optional<Pause> pause) {}

  /**
   * What produced the values.
   *
   * @param jdk and {@code transport}: of ours
   * @param eventLoops or threads; empty when the generator chooses them itself
   */
  public record Environment(
      GeneratorName generator,
      String generatorVersion,
      Optional<String> jdk,
      Optional<String> transport,
      Optional<Integer> eventLoops,
      List<String> caveats) {

    /** Environment of our own generator. */
    public Environment(
        String generatorVersion,
        String jdk,
        String transport,
        int eventLoops,
        List<String> caveats) {
      this(
          GeneratorName.LOADGEN,
          generatorVersion,
          Optional.of(jdk),
          Optional.of(transport),
          Optional.of(eventLoops),
          caveats);
    }

    public Environment {
      caveats = List.copyOf(caveats);
    }
  }
}
