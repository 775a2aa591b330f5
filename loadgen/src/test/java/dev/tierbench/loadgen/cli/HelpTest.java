package dev.tierbench.loadgen.cli;

import static org.assertj.core.api.Assertions.assertThatCode;

import dev.tierbench.cli.Example;
import dev.tierbench.cli.HelpCheck;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class HelpTest {

  @Test
  void theHelpIsShortAndItsExamplesAreParsed() {
    HelpCheck.check(LoadOptions.commandLine(new LoadCommand()));
  }

  /** Files that an example names do not exist here. */
  @Test
  void everyExampleWithoutAFileMakesAPlan() {
    List<Example> examples = new LoadCommand().help().examples();
    examples.stream()
        .filter(example -> !example.command().contains(".pem"))
        .forEach(example -> {
          LoadCommand command = new LoadCommand();
          CommandLine line = LoadOptions.commandLine(command);
          line.parseArgs(HelpCheck.words(example));
          assertThatCode(() -> command.options.plan())
              .as(example.command())
              .doesNotThrowAnyException();
        });
  }
}
