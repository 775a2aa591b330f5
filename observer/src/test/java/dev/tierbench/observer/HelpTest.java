package dev.tierbench.observer;

import dev.tierbench.cli.HelpCheck;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HelpTest {

  @ParameterizedTest
  @ValueSource(strings = {"threads", "trace"})
  void theHelpIsShortAndItsExamplesAreParsed(String command) {
    HelpCheck.check(ObserverCommand.commandLine(), command);
  }
}
