package dev.tierbench.harness.suite;

import dev.tierbench.harness.trial.KnownSubjects;
import dev.tierbench.run.SuiteDescriptor;
import java.util.LinkedHashMap;
import java.util.Map;

/** The implementations of a suite, as a command line names them. */
record Implementations(SuiteDescriptor suite) implements KnownSubjects {

  @Override
  public String option() {
    return "--impl";
  }

  @Override
  public Map<String, String> aliases() {
    Map<String, String> aliases = new LinkedHashMap<>();
    suite
        .implementations()
        .forEach((name, implementation) -> aliases.put(name, implementation.alias().orElse("")));
    return aliases;
  }

  /** Nothing but options of the JVM. */
  @Override
  public Map<String, String> vary(String name) {
    return Map.of();
  }
}
