package dev.tierbench.report.metric;

/** The least that a request can cost: a bound, and not one of the servers that compete. */
public final class Floor {

  private static final String NAME = "(?:[AB]: )?netty-floor(?:[-+@].*)?";

  private Floor() {}

  /** Also in a variant, under a second name, or on one side of a comparison. */
  public static boolean is(String server) {
    return server.matches(NAME);
  }
}
