package dev.tierbench.run;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How one server is run and shown: {@code servers/NAME.yml}.
 *
 * @param alias a shorter name for the command line
 * @param model as the server's settings call it
 * @param module whose jar it is
 * @param options what chooses the model in its module
 * @param colour its place among the colours and marks of the report, from 0; by the order of the
 *     servers when empty
 * @param standard whether it is compared when no servers are named
 * @param bound whether it is a bound on what is possible, and does not compete
 * @param vary by the name of what can be varied, the option that does it, with {@code {value}} in
 *     it; one that begins with {@code -} and a single letter is of the JVM
 */
public record ServerDescriptor(
    Optional<String> alias,
    String model,
    String module,
    List<String> options,
    int port,
    Optional<Integer> colour,
    boolean standard,
    boolean bound,
    Map<String, String> vary) {

  public ServerDescriptor {
    options = options == null ? List.of() : List.copyOf(options);
    vary = vary == null ? Map.of() : Map.copyOf(vary);
    Require.that(model != null && module != null, () -> "'model' and 'module' are needed");
    Require.that(port > 0 && port < 65_536, () -> "invalid port " + port + ": expected 1 to 65535");
  }
}
