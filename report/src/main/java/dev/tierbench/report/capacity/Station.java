package dev.tierbench.report.capacity;

/**
 * The server's cores: any of them takes the next request, and one thread does a part of each.
 *
 * @param demandSeconds CPU time of a request
 * @param serialSeconds the part of it that a single thread does; 0 when no thread is known to
 */
record Station(int cores, double demandSeconds, double serialSeconds) {

  Station {
    if (cores < 1 || !(demandSeconds > 0) || !(serialSeconds >= 0)) {
      throw new IllegalArgumentException(
          cores + " cores, " + demandSeconds + " s of CPU, " + serialSeconds + " s in one thread");
    }
  }

  /** Requests per second that are done while so many are there. */
  double rate(int requests) {
    return Math.min(Math.min(requests, cores) / demandSeconds, serialLimit());
  }

  /** Requests per second that are done while there is always one more. */
  double capacity() {
    return rate(cores);
  }

  double serialLimit() {
    return serialSeconds > 0 ? 1 / serialSeconds : Double.POSITIVE_INFINITY;
  }
}
