package dev.tierbench.sweep.plan;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A server that can be measured.
 *
 * @param alias the short name for the command line
 * @param module the module, whose jar has the same name
 */
public record ServerKind(String name, String alias, String module, int defaultPort) {

  public static final List<ServerKind> ALL =
      List.of(
          new ServerKind("tomcat-platform", "tomcat", "tomcat-server", 8080),
          new ServerKind("webflux-reactor", "netty", "netty-server", 8082));

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
                    + ALL.stream()
                        .map(kind -> kind.alias + " (" + kind.name + ")")
                        .collect(Collectors.joining(", "))));
  }
}
