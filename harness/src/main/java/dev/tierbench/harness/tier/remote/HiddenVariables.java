package dev.tierbench.harness.tier.remote;

import dev.tierbench.harness.tier.ServerCommand;
import dev.tierbench.observer.host.child.ChildCommand;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Hands the secret variables of a tier over to another host by the standard input of the program
 * that leads there: {@code NAME=value} on each line. No command line has them, here or there.
 */
final class HiddenVariables {

  /** Script of a shell that makes its input its environment and then runs its arguments. */
  static final String RECEIVE =
      "while IFS= read -r pair; do export \"$pair\" || exit 1; done; exec \"$@\" </dev/null";

  /** Lines by this name and a number: a shell knows no variable with a point in its name. */
  private static final String LINE = "TIERBENCH_LINE_";

  /** The program that leads there does not keep them in its environment. */
  private static final String HAND_OVER =
      """
      exec 3< <(for line in "${!%1$s@}"; do printf '%%s\\n' "${!line}"; done)
      unset "${!%1$s@}"
      exec "$@" <&3 3<&-\
      """
          .formatted(LINE);

  private HiddenVariables() {}

  /**
   * The words that start a tier on another host, with its secrets as their input.
   *
   * @throws UncheckedIOException naming a variable whose value does not fit on a line
   */
  static ChildCommand handedOver(ServerCommand command, List<String> words, Path log) {
    Redirect output = Redirect.appendTo(log.toFile());
    if (command.hidden().isEmpty()) {
      return ChildCommand.tool(words, output, log);
    }
    Map<String, String> lines = new LinkedHashMap<>();
    for (String name : command.hidden()) {
      String value = command.environment().get(name);
      if (value.indexOf('\n') >= 0) {
        String reason = ": a secret with a line break cannot be handed over to another host";
        throw new UncheckedIOException("env " + name + reason, new IOException(reason));
      }
      lines.put(LINE + lines.size(), name + "=" + value);
    }
    List<String> all = new ArrayList<>(List.of("bash", "-c", HAND_OVER, "hand-over"));
    all.addAll(words);
    return ChildCommand.tool(all, output, log).with(lines);
  }
}
