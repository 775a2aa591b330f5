package dev.tierbench.server;

import java.time.Duration;

/** A setting that the server cannot start with; the message names it and what is expected. */
public final class InvalidSetting extends IllegalArgumentException {
  private static final int LAST_PORT = 65_535;

  private InvalidSetting(String message) {
    super(message);
  }

  public static void unless(boolean valid, String name, Object value, String expected) {
    if (!valid) {
      throw new InvalidSetting("invalid " + name + " '" + value + "': expected " + expected);
    }
  }

  /** A port that is null has a default. */
  public static void unlessPort(String name, Integer port) {
    unless(
        port == null || (port >= 0 && port <= LAST_PORT),
        name,
        port,
        "a port from 0 to " + LAST_PORT);
  }

  public static void unlessPositive(String name, int value) {
    unless(value > 0, name, value, "a number from 1");
  }

  /** A number from 1 to that of another setting. */
  public static void unlessUpTo(String limitName, int limit, String name, int value) {
    unless(
        value > 0 && value <= limit,
        name,
        value,
        "a number from 1 to " + limitName + ", which is " + limit);
  }

  /** A time in milliseconds that an int holds. */
  public static void unlessTime(String name, Duration value) {
    unless(
        value != null && value.toMillis() > 0 && value.toMillis() <= Integer.MAX_VALUE,
        name,
        value,
        "a time from 1ms, such as 5s");
  }
}
