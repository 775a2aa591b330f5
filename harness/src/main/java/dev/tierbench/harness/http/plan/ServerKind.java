package dev.tierbench.harness.http.plan;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A server that can be measured: one process that runs one concurrency model.
 *
 * @param name the model, as the server's settings call it
 * @param alias a shorter name for the command line; often the same
 * @param module the module, whose jar has the same name
 * @param options what chooses the model in its module
 */
public record ServerKind(
    String name, String alias, String module, int defaultPort, List<String> options) {

  /** What {@code --servers} calls all of them. */
  public static final String EVERY = "all";

  static final String TOMCAT = "tomcat-server";

  public static final List<ServerKind> ALL =
      List.of(
          tomcat("tomcat-platform", "tomcat", false),
          tomcat("tomcat-virtual", "virtual", true),
          netty("webflux-reactor", "netty"),
          new ServerKind(
              "webflux-coroutine",
              "coroutine",
              "netty-coroutine",
              8082,
              List.of("--netty.model=webflux-coroutine")),
          netty("webflux-rxjava", "rxjava"),
          netty("webflux-elastic", "elastic"),
          netty("webflux-virtual", "webflux-virtual"),
          new ServerKind("netty-floor", "floor", "floor-server", 8084, List.of()));

  public ServerKind {
    options = List.copyOf(options);
  }

  private static ServerKind tomcat(String name, String alias, boolean virtual) {
    return new ServerKind(
        name, alias, TOMCAT, 8080, List.of("--spring.threads.virtual.enabled=" + virtual));
  }

  private static ServerKind netty(String name, String alias) {
    return new ServerKind(name, alias, "netty-server", 8082, List.of("--netty.model=" + name));
  }

  /**
   * The server of that name or alias.
   *
   * @throws IllegalArgumentException naming those that there are
   */
  public static ServerKind named(String text) {
    return ALL.stream()
        .filter(kind -> kind.name.equals(text) || kind.alias.equals(text))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "'"
                    + text
                    + "' is no server; there are "
                    + ALL.stream().map(ServerKind::words).collect(Collectors.joining(", "))
                    + ", and "
                    + EVERY));
  }

  private String words() {
    return alias.equals(name) ? name : alias + " (" + name + ")";
  }
}
