package dev.tierbench.run;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.Optional;

/** The load model of a run: who decides when the next request starts. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Load.Closed.class, name = "closed"),
  @JsonSubTypes.Type(value = Load.Open.class, name = "open")
})
public sealed interface Load {

  /** The number of connections that the model asks for. */
  int connections();

  /**
   * How many TCP connections carry it.
   *
   * @param http2Streams requests that one carries at once; empty over HTTP/1.1, where it is one
   */
  default int tcpConnections(Optional<Integer> http2Streams) {
    return Math.ceilDiv(connections(), http2Streams.orElse(1));
  }

  /** A completion starts the next request on the same connection, with no think time. */
  record Closed(int concurrency) implements Load {
    public Closed {
      Require.that(concurrency > 0, () -> "concurrency must be positive, not " + concurrency);
    }

    @Override
    public int connections() {
      return concurrency;
    }
  }

  /**
   * Arrivals do not depend on completions.
   *
   * @param arrivals {@code constant} or {@code poisson}
   * @param seed that gaps are drawn from; empty of constant arrivals, of other generators than
   *     ours, and of a load that several generators share
   */
  record Open(double rateRps, String arrivals, int connections, Optional<Long> seed)
      implements Load {

    public static final String CONSTANT = "constant";

    public Open {
      Require.that(rateRps > 0, () -> "rate must be positive, not " + rateRps);
      Require.that(connections > 0, () -> "connections must be positive, not " + connections);
    }

    /** Arrivals of whatever seed. */
    public Open(double rateRps, String arrivals, int connections) {
      this(rateRps, arrivals, connections, Optional.empty());
    }

    /** The same, with gaps that are drawn from that seed if any are. */
    public Open withSeed(long value) {
      return arrivals.equals(CONSTANT)
          ? this
          : new Open(rateRps, arrivals, connections, Optional.of(value));
    }
  }
}
