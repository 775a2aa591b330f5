package dev.tierbench.server;

import java.time.Duration;

/**
 * Why there is no answer of echo to pass on: the status and the one line that the caller gets. It
 * has no stack trace, which would cost CPU for each request that fails.
 */
public final class EchoFailure extends RuntimeException {
  private static final int BAD_GATEWAY = 502;
  private static final int UNAVAILABLE = 503;
  private static final int GATEWAY_TIMEOUT = 504;

  private final int status;

  private EchoFailure(int status, String reason) {
    super(reason, null, false, false);
    this.status = status;
  }

  public int status() {
    return status;
  }

  public static EchoFailure refused(String url) {
    return new EchoFailure(BAD_GATEWAY, "echo is down: cannot connect to " + url);
  }

  public static EchoFailure closed() {
    return new EchoFailure(
        BAD_GATEWAY, "echo closed the connection before its answer was complete");
  }

  public static EchoFailure answered(int status) {
    return new EchoFailure(BAD_GATEWAY, "echo answered with status " + status + " instead of 200");
  }

  public static EchoFailure unreadable() {
    return new EchoFailure(BAD_GATEWAY, "echo's answer is not readable as HTTP");
  }

  public static EchoFailure silent(Duration timeout) {
    return late("echo did not answer within ", timeout);
  }

  public static EchoFailure notConnected(Duration timeout) {
    return late("echo did not accept a connection within ", timeout);
  }

  public static EchoFailure poolExhausted(Duration timeout) {
    return late("no connection to echo came free within ", timeout);
  }

  public static EchoFailure tooManyCalls(int limit) {
    return new EchoFailure(UNAVAILABLE, "more than " + limit + " calls of echo are under way");
  }

  private static EchoFailure late(String reason, Duration timeout) {
    return new EchoFailure(GATEWAY_TIMEOUT, reason + timeout.toMillis() + " ms");
  }
}
