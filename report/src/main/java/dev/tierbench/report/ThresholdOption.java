package dev.tierbench.report;

import static dev.tierbench.report.Folders.usageError;

import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The option that says from which difference on one matters. */
final class ThresholdOption {

  @Option(
      names = "--threshold",
      paramLabel = "PERCENT",
      description =
          "Least difference that matters. Default: that of a sweep until decided, else 5%% for"
              + " sweeps and 3%% for suites.")
  private Optional<String> threshold = Optional.empty();

  /**
   * The share, if one is given.
   *
   * @throws ParameterException when it is none
   */
  Optional<Double> share(CommandSpec spec) {
    return threshold.map(percentage -> share(spec, percentage));
  }

  private static double share(CommandSpec spec, String percentage) {
    try {
      double percent = Double.parseDouble(percentage.replace("%", "").strip());
      if (percent > 0 && percent < 100) {
        return percent / 100;
      }
    } catch (NumberFormatException e) {
      // As one that is out of range.
    }
    throw usageError(
        spec,
        "--threshold: invalid percentage '%s': expected between 0 and 100, such as 5%%"
            .formatted(percentage));
  }
}
