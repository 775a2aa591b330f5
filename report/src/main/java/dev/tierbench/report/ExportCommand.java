package dev.tierbench.report;

import dev.tierbench.cli.Example;
import dev.tierbench.cli.HasHelp;
import dev.tierbench.cli.OptionGroup;
import dev.tierbench.cli.ProgramHelp;
import dev.tierbench.report.export.ExportedValue;
import dev.tierbench.report.folder.RunReader;
import dev.tierbench.run.file.Csv;
import dev.tierbench.run.file.RunJson;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Writes the values of runs as one tidy table, for pandas, R or DuckDB. */
@Command(
    name = "export",
    mixinStandardHelpOptions = true,
    description = {
      "Writes every value of runs as one tidy table: a line for each run, subject, parameters, trial,"
          + " window and metric. A value without a window is of the whole step. What was not"
          + " measured has no line."
    },
    exitCodeList = {"0:written", "2:usage error"})
final class ExportCommand implements Callable<Integer>, HasHelp {

  private static final ProgramHelp HELP =
      new ProgramHelp(
          "./scripts/export.sh RUN... [OPTION]...",
          List.of("--format", "--out"),
          List.of(
              OptionGroup.of("Output", "--format", "--out", "--help", "--help-all", "--version")),
          List.of(
              new Example("./scripts/export.sh results/* --out all.csv", "all runs as CSV"),
              new Example(
                  "./scripts/export.sh results/RUN --format jsonl --out run.jsonl",
                  "a JSON object in each line")));

  /** How a line is written. */
  enum Form {
    CSV,
    JSONL
  }

  @Spec private CommandSpec spec;

  @Parameters(
      arity = "1..*",
      paramLabel = "RUN",
      description = "Run folders, complete or not; a folder of runs stands for all of them.")
  private List<Path> paths = List.of();

  @Option(names = "--format", paramLabel = "FORMAT", description = "csv or jsonl. Default: csv.")
  private Form form = Form.CSV;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "File to write. Default: standard output.")
  private Optional<Path> out = Optional.empty();

  @Override
  public ProgramHelp help() {
    return HELP;
  }

  @Override
  public Integer call() {
    Folders folders = new Folders(spec);
    List<ExportedValue> values =
        folders.all(paths, RunReader.Depth.RECORDS).stream()
            .flatMap(run -> ExportedValue.of(run).stream())
            .toList();
    String text =
        switch (form) {
          case CSV ->
              Csv.format(ExportedValue.COLUMNS, values.stream().map(ExportedValue::row).toList());
          case JSONL ->
              values.stream()
                  .map(value -> RunJson.toJsonLine(value.cells()) + "\n")
                  .collect(Collectors.joining());
        };
    if (out.isEmpty()) {
      System.out.writeBytes(text.getBytes(StandardCharsets.UTF_8));
      System.out.flush();
      return 0;
    }
    folders.write(out.get(), text);
    return 0;
  }
}
