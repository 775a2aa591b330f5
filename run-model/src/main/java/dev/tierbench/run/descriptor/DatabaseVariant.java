package dev.tierbench.run.descriptor;

import dev.tierbench.run.OrderedMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a server differs in when a database is the tier behind it.
 *
 * @param module whose jar it is then; empty for the same one
 * @param command the words that start it, with {@code {database}} and {@code {role}}; of a module,
 *     the common ones
 * @param options words after those; empty for those of the server
 * @param verifyOptions words after {@code options} while it is verified
 * @param vary by the name of what can be varied, the option that does it
 */
public record DatabaseVariant(
    Optional<String> module,
    List<String> command,
    Optional<List<String>> options,
    List<String> verifyOptions,
    Map<String, String> vary) {

  public DatabaseVariant {
    command = command == null ? List.of() : List.copyOf(command);
    options = options.map(List::copyOf);
    verifyOptions = verifyOptions == null ? List.of() : List.copyOf(verifyOptions);
    vary = vary == null ? Map.of() : OrderedMap.copyOf(vary);
  }
}
