package dev.tierbench.harness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.harness.http.SweepCommand;
import dev.tierbench.harness.suite.SuiteCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** The sweeps and suites that the README and the pages tell a reader to run. */
class DocumentedCommandsTest {

  private static final Path ROOT = Path.of("..");

  private static final Pattern COMMAND =
      Pattern.compile("\\./scripts/(sweep|suite)\\.sh((?: +(?:'[^'`]*'|[^\\s`'|#]+))*)");

  private static final Pattern WORD = Pattern.compile("'[^']*'|[^\\s']+");

  /** What stands for something of the reader's, takes another host or containers, or is no run. */
  private static final Pattern OF_THE_READER =
      Pattern.compile(
          "\\.\\.\\.|…|\\b[A-Z]+\\b|\\.yml|@/|--hosts|--context|--resume|--tiers compose|--setup|--help|--server-cores");

  static Stream<String> commands() throws IOException {
    try (Stream<Path> pages = Files.list(ROOT.resolve("docs"))) {
      List<Path> all =
          Stream.concat(Stream.of(ROOT.resolve("README.md")), pages)
              .filter(page -> page.toString().endsWith(".md"))
              .toList();
      return all.stream()
          .flatMap(page -> read(page).lines())
          .flatMap(line -> COMMAND.matcher(line).results())
          .map(found -> found.group().strip())
          .filter(command -> !OF_THE_READER.matcher(command).find())
          .distinct()
          .sorted()
          .toList()
          .stream();
    }
  }

  private static String read(Path page) {
    try {
      return Files.readString(page);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void thereAreSome() throws IOException {
    assertThat(commands())
        .hasSizeGreaterThan(40)
        .contains("./scripts/sweep.sh --preset standard --live");
  }

  /**
   * This host may lack what a run needs, such as another generator; the plan is right all the same.
   */
  @ParameterizedTest
  @MethodSource("commands")
  void everyCommandIsOneThatTheProgramTakes(String command) {
    StringWriter err = new StringWriter();
    boolean sweep = command.contains("/sweep.sh");
    List<String> words = new ArrayList<>(List.of("--home", ".."));
    WORD.matcher(command)
        .results()
        .skip(1)
        .forEach(word -> words.add(word.group().replace("'", "")));
    if (!words.contains("--dry-run")) {
      words.add("--dry-run");
    }
    CommandLine program =
        HarnessProgram.commandLine(sweep ? new SweepCommand() : new SuiteCommand());
    int exit = program.setErr(new PrintWriter(err)).execute(words.toArray(String[]::new));
    assertThat(exit).as(err.toString()).isNotEqualTo(CommandLine.ExitCode.USAGE);
  }
}
