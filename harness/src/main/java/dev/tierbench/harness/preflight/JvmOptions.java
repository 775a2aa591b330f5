package dev.tierbench.harness.preflight;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Options of the JVMs of a run. The collector is named because the JVM would pick by the size of
 * the host; all compiler threads live from the start, so that their CPU can be summed.
 */
public final class JvmOptions {

  private static final String COMPILERS = "-XX:-UseDynamicNumberOfCompilerThreads";

  /** A JVM refuses to start with two of them. */
  private static final Pattern COLLECTOR = Pattern.compile("-XX:\\+Use\\w+GC");

  /** Of what helps to measure: echo tier and load generator. */
  public static final List<String> HELPER =
      List.of("-Xms512m", "-Xmx512m", "-XX:+UseSerialGC", COMPILERS);

  private JvmOptions() {}

  /** Of what is measured. */
  public static List<String> measured(String heap) {
    return List.of("-Xms" + heap, "-Xmx" + heap, "-XX:+UseG1GC", COMPILERS);
  }

  /**
   * Those of all, and after them those of a variant, whose collector takes the place of the common
   * one, and whose largest heap is its first size too.
   */
  public static List<String> ofVariant(List<String> common, List<String> variant) {
    List<String> options = new ArrayList<>(common);
    variant.stream()
        .filter(option -> option.startsWith("-Xmx"))
        .forEach(option -> {
          options.removeIf(other -> other.startsWith("-Xms"));
          options.add(option.replace("-Xmx", "-Xms"));
        });
    if (variant.stream().anyMatch(COLLECTOR.asMatchPredicate())) {
      options.removeIf(COLLECTOR.asMatchPredicate());
    }
    options.addAll(variant);
    return options;
  }
}
