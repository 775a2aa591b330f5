package dev.tierbench.harness.suite;

import dev.tierbench.harness.preflight.Descriptors;
import dev.tierbench.run.descriptor.SuiteDescriptor;
import dev.tierbench.run.plan.SuitePlan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** Plans of the suites of this repository, as a command line makes them. */
final class SuitePlans {
  private SuitePlans() {}

  static final Map<String, SuiteDescriptor> SUITES = read();

  /** A host that refuses nothing. */
  static final HostLimits NO_LIMITS = new HostLimits(Optional.empty(), Optional.empty());

  private static Map<String, SuiteDescriptor> read() {
    try {
      return Descriptors.suites(Path.of("../suites"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static SuitePlan plan(String suite, String... options) {
    SuiteOptions parsed = new SuiteOptions();
    new CommandLine(CommandSpec.create().addMixin("plan", CommandSpec.forAnnotatedObject(parsed)))
        .parseArgs(options);
    return parsed.plan(suite, SUITES.get(suite));
  }

  /** On a host of two cores. */
  static Predictions predictions(SuitePlan plan) {
    return new Predictions(plan, 2, NO_LIMITS);
  }
}
