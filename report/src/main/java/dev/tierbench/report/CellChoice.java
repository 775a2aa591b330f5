package dev.tierbench.report;

import static dev.tierbench.report.Folders.usageError;

import dev.tierbench.report.folder.KindView;
import dev.tierbench.run.Kind;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.descriptor.SuiteDescriptor;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Which cells of a run are wanted: levels of a sweep, cases and sizes of a suite. */
final class CellChoice {

  @Option(
      names = "--level",
      paramLabel = "N",
      split = ",",
      description =
          "Levels of a sweep. Default: all; with --by role, syscall or frame the top one.")
  private Set<Integer> levels = Set.of();

  @Option(
      names = "--rate",
      paramLabel = "N",
      split = ",",
      description = "Rates of a sweep, in requests per second. Default: as for --level.")
  private Set<Integer> rates = Set.of();

  @Option(
      names = "--overload",
      paramLabel = "PERCENT",
      split = ",",
      description = "Overloads of a sweep, in percent of saturation. Default: as for --level.")
  private Set<Integer> overloads = Set.of();

  @Option(
      names = "--case",
      paramLabel = "NAME",
      split = ",",
      description =
          "Cases of a suite. Default: all; with --by role, syscall or frame the last one.")
  private Set<String> cases = Set.of();

  @Option(
      names = "--size",
      paramLabel = "N",
      split = ",",
      description = "Sizes of a suite. Default: as for --case.")
  private Set<Integer> sizes = Set.of();

  /**
   * The values that are wanted, by parameter.
   *
   * @throws ParameterException when an option is of another kind of runs
   */
  Map<String, Set<String>> wanted(CommandSpec spec, Kind kind) {
    if (Stream.of(levels, rates, overloads).filter(chosen -> !chosen.isEmpty()).count() > 1) {
      throw usageError(
          spec, "--level, --rate and --overload exclude each other: no step has two of them");
    }
    Map<String, Set<String>> wanted = new TreeMap<>();
    wanted.put(Parameters.CONCURRENCY, texts(levels));
    wanted.put(Parameters.RATE, texts(rates));
    wanted.put(Parameters.OVERLOAD, texts(overloads));
    wanted.put(SuiteDescriptor.CASE, cases);
    wanted.put(SuiteDescriptor.SIZE, texts(sizes));
    wanted.values().removeIf(Set::isEmpty);
    if (!KindView.of(kind).traits().parameters().containsAll(wanted.keySet())) {
      throw usageError(
          spec,
          "--level, --rate and --overload choose cells of a sweep, --case and --size those of a"
              + " suite");
    }
    return wanted;
  }

  private static Set<String> texts(Set<Integer> numbers) {
    return numbers.stream().map(String::valueOf).collect(Collectors.toSet());
  }
}
