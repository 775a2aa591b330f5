package dev.tierbench.server;

import java.time.Duration;

/**
 * Why the tier behind a server gave no answer to pass on: the status and the one line that the
 * caller gets. It has no stack trace, which would cost CPU for each request that fails.
 */
public abstract class DownstreamFailure extends RuntimeException {
  protected static final int BAD_GATEWAY = 502;
  protected static final int UNAVAILABLE = 503;
  protected static final int GATEWAY_TIMEOUT = 504;

  private final int status;

  protected DownstreamFailure(int status, String reason) {
    super(reason, null, false, false);
    this.status = status;
  }

  /** Status of the HTTP answer. */
  public int status() {
    return status;
  }

  /** The reason followed by the limit in milliseconds. */
  protected static String within(String reason, Duration limit) {
    return reason + " within " + limit.toMillis() + " ms";
  }
}
