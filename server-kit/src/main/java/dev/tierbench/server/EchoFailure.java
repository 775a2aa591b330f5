package dev.tierbench.server;

import java.time.Duration;

/** Why there is no answer of echo to pass on. */
public final class EchoFailure extends DownstreamFailure {

  private EchoFailure(int status, String reason) {
    super(status, reason);
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
    return late("echo did not answer", timeout);
  }

  public static EchoFailure notConnected(Duration timeout) {
    return late("echo did not accept a connection", timeout);
  }

  public static EchoFailure poolExhausted(Duration timeout) {
    return late("no connection to echo came free", timeout);
  }

  public static EchoFailure tooManyCalls(int limit) {
    return new EchoFailure(UNAVAILABLE, "more than " + limit + " calls of echo are under way");
  }

  private static EchoFailure late(String reason, Duration timeout) {
    return new EchoFailure(GATEWAY_TIMEOUT, within(reason, timeout));
  }
}
