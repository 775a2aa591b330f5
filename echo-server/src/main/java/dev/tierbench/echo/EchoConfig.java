package dev.tierbench.echo;

/**
 * The settings of an echo server.
 *
 * @param work what it does with a request
 */
record EchoConfig(
    String host, int port, EchoWork work, int loops, int backlog, Transport transport) {

  EchoConfig {
    require(port >= 0 && port <= 65_535, "port must be 0 to 65535, not " + port);
    require(loops > 0, "loops must be positive, not " + loops);
    require(backlog > 0, "backlog must be positive, not " + backlog);
  }

  private static void require(boolean condition, String message) {
    if (!condition) {
      throw new IllegalArgumentException(message);
    }
  }
}
