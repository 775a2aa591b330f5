package dev.tierbench.netty;

/** A setting that the server cannot start with; the message names it and what to give instead. */
final class InvalidSetting extends IllegalArgumentException {
  private InvalidSetting(String message) {
    super(message);
  }

  static void unless(boolean valid, String name, Object value, String remedy) {
    if (!valid) {
      throw new InvalidSetting(name + " is '" + value + "': give " + remedy);
    }
  }

  static void unlessPort(String name, Integer port) {
    unless(port == null || (port >= 0 && port <= 65_535), name, port, "a port from 0 to 65535");
  }
}
