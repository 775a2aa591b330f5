package dev.tierbench.report;

import static dev.tierbench.report.Folders.usageError;

import dev.tierbench.report.capacity.CapacityForecast;
import dev.tierbench.report.capacity.CapacityText;
import dev.tierbench.report.capacity.PredictedCores;
import dev.tierbench.report.capacity.Validation;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.folder.RunReader;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.file.TextTable;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** What the servers of a run would answer on other cores. */
final class PredictOptions {

  @Option(
      names = "--predict",
      paramLabel = "cores=N[,sharing=TIERS]",
      description =
          "Print what each server of the first RUN would answer on N cores (throughput,"
              + " knee, p50) with all that is assumed; write nothing, or with --out the page with"
              + " it. With sharing=echo+loadgen (or one of them) these tiers use the same cores."
              + " Further runs of the same servers on other numbers of cores show how cores"
              + " hinder each other, from four numbers on. Default: no prediction.")
  private Optional<String> target = Optional.empty();

  @Option(
      names = "--level",
      paramLabel = "N",
      split = ",",
      description =
          "Levels of concurrency to predict. Default: those of the run in proportion to the"
              + " cores.")
  private Set<Integer> levels = Set.of();

  @Option(
      names = "--against",
      paramLabel = "RUN",
      description =
          "Print the prediction beside a run that measured these cores, at its levels, as"
              + " Markdown. Default: none.")
  private Optional<Path> against = Optional.empty();

  boolean isAsked() {
    return target.isPresent();
  }

  /**
   * Checks what was given beside it.
   *
   * @throws ParameterException when an option has no meaning
   */
  void check(CommandSpec spec, boolean hasOutput) {
    if (!isAsked() && (!levels.isEmpty() || against.isPresent())) {
      throw usageError(spec, "--level and --against belong to --predict cores=N");
    }
    if (against.isPresent() && hasOutput) {
      throw usageError(spec, "--against writes no page: leave out --out");
    }
    if (levels.stream().anyMatch(level -> level < 1)) {
      throw usageError(spec, "invalid --level: expected positive whole numbers");
    }
    if (!levels.isEmpty() && against.isPresent()) {
      throw usageError(spec, "--level and --against exclude each other: the levels are that run's");
    }
  }

  /** Prints the prediction from run folders, of which there is at least one; empty beside a run. */
  Optional<CapacityText> print(CommandSpec spec, Folders opened, List<Path> folders) {
    List<Run> runs =
        folders.stream().map(folder -> opened.read(folder, RunReader.Depth.RECORDS)).toList();
    try {
      PredictedCores wanted = PredictedCores.parse(target.orElseThrow());
      if (against.isPresent()) {
        Run measured = opened.read(against.get(), RunReader.Depth.RECORDS);
        Folders.print(validation(runs, wanted, measured).markdown());
        return Optional.empty();
      }
      CapacityText text =
          CapacityText.of(forecast(runs, wanted, List.copyOf(new TreeSet<>(levels))));
      Folders.print(text.lines());
      return Optional.of(text);
    } catch (IllegalArgumentException e) {
      throw usageError(spec, "--predict: " + e.getMessage());
    }
  }

  private static TextTable validation(List<Run> runs, PredictedCores wanted, Run measured) {
    List<Integer> atLevels =
        measured.parameters(Parameters.CONCURRENCY).stream().map(measured::position).toList();
    return Validation.table(forecast(runs, wanted, atLevels), runs.getFirst(), measured);
  }

  /** The first run is modelled. */
  private static CapacityForecast forecast(
      List<Run> runs, PredictedCores wanted, List<Integer> atLevels) {
    return CapacityForecast.of(runs.getFirst(), runs.subList(1, runs.size()), wanted, atLevels);
  }
}
