package dev.tierbench.suite.worker;

import dev.tierbench.suite.Registry;
import dev.tierbench.suite.Settings;
import java.util.HashMap;
import java.util.Map;

/**
 * The command line of the worker: {@code --name value} pairs, {@code --set name=value} any number.
 *
 * @param warmSize how large the runs of the warm-up are; 0 for no warm-up
 */
record Options(
    String implementation,
    Settings settings,
    double warmSeconds,
    int warmSize,
    int repeats,
    boolean trace) {

  static Options parse(Registry registry, String... args) {
    Map<String, String> options = new HashMap<>();
    Map<String, String> values = new HashMap<>();
    for (int i = 0; i < args.length; i += 2) {
      if (!args[i].startsWith("--") || i + 1 == args.length) {
        throw new IllegalArgumentException("expected --name value, got " + args[i]);
      }
      if (args[i].equals("--set")) {
        String[] pair = args[i + 1].split("=", 2);
        if (pair.length != 2) {
          throw new IllegalArgumentException("expected --set name=value, got " + args[i + 1]);
        }
        values.put(pair[0], pair[1]);
      } else {
        options.put(args[i].substring(2), args[i + 1]);
      }
    }
    Options parsed =
        new Options(
            take(options, "implementation"),
            new Settings(
                registry.studyCase(take(options, "suite"), take(options, "case")),
                Integer.parseInt(take(options, "size")),
                values),
            Double.parseDouble(take(options, "warm-seconds")),
            Integer.parseInt(take(options, "warm-size")),
            Integer.parseInt(take(options, "repeats")),
            Boolean.parseBoolean(take(options, "trace")));
    if (!options.isEmpty()) {
      throw new IllegalArgumentException("unknown options " + options.keySet());
    }
    return parsed;
  }

  private static String take(Map<String, String> options, String name) {
    String value = options.remove(name);
    if (value == null) {
      throw new IllegalArgumentException("--" + name + " is missing");
    }
    return value;
  }
}
