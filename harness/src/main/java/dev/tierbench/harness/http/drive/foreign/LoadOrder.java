package dev.tierbench.harness.http.drive.foreign;

import dev.tierbench.harness.tier.WorkRequest;
import dev.tierbench.run.Load;
import dev.tierbench.run.PhaseName;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What a generator is to do in one run.
 *
 * @param phase that the run is the window of
 * @param seconds whole ones, which every generator takes
 * @param threads at most
 * @param requests after which the run ends before its time; empty when the time alone ends it
 * @param requestLog where a generator may write a line for each request
 */
public record LoadOrder(
    PhaseName phase,
    WorkRequest request,
    Load load,
    long seconds,
    Optional<Long> requests,
    int threads,
    Path requestLog) {

  /** How many TCP connections carry the load. */
  public int tcpConnections() {
    return load.tcpConnections(request.http2Streams());
  }

  /** The most threads that all get the same number of connections. */
  int evenThreads() {
    int even = Math.min(threads, load.connections());
    while (load.connections() % even != 0) {
      even--;
    }
    return even;
  }
}
