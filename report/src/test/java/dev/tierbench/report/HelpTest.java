package dev.tierbench.report;

import dev.tierbench.cli.HelpCheck;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HelpTest {

  @ParameterizedTest
  @ValueSource(strings = {"report", "compare", "check", "export", "trend", "chain"})
  void theHelpIsShortAndItsExamplesAreParsed(String command) {
    HelpCheck.check(ReportProgram.commandLine(), command);
  }
}
