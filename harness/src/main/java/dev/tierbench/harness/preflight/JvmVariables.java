package dev.tierbench.harness.preflight;

import dev.tierbench.run.plan.Manifest.Tool;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Variables whose options every JVM takes that is started with them, beside those of its command
 * line. Options that may hold a secret are known by their names only.
 */
public record JvmVariables(Map<String, String> environment) {

  /** The variables that a JVM or its launcher reads. */
  public static final List<String> NAMES =
      List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

  /** The variables of this process, which its children inherit. */
  public static final JvmVariables REAL = new JvmVariables(System.getenv());

  /** A word of a variable; quotation marks keep blanks together. */
  private static final Pattern WORD = Pattern.compile("(?:[^\\s\"']|\"[^\"]*\"|'[^']*')+");

  /** Options of the JVM itself, which say how it runs; commands for when it fails are left out. */
  private static final Pattern SHOWN = Pattern.compile("-X(?!X:On).*", Pattern.DOTALL);

  private static final Pattern VALUE = Pattern.compile("=.*", Pattern.DOTALL);

  /** A warning for each variable that is set. */
  List<Finding> findings() {
    return tools().stream()
        .<Finding>map(variable ->
            new Finding.Warning(
                "%s in the environment adds options to every JVM that is started here: %s"
                    .formatted(variable.name(), variable.version().orElseThrow()),
                "unset " + variable.name()))
        .toList();
  }

  /** The variables that are set as tools of a run, with their options in place of a version. */
  public List<Tool> tools() {
    return NAMES.stream()
        .filter(name -> !environment.getOrDefault(name, "").isBlank())
        .map(name -> new Tool(name, Optional.of(options(environment.get(name)))))
        .toList();
  }

  private static String options(String value) {
    return WORD.matcher(value)
        .results()
        .map(word -> word.group().replaceAll("[\"']", ""))
        .filter(word -> word.startsWith("-") || word.startsWith("@"))
        .map(
            word -> SHOWN.matcher(word).matches() ? word : VALUE.matcher(word).replaceFirst("=..."))
        .collect(Collectors.joining(" "));
  }
}
