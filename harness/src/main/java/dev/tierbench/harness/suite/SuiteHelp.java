package dev.tierbench.harness.suite;

import dev.tierbench.cli.Example;
import dev.tierbench.cli.OptionGroup;
import dev.tierbench.cli.ProgramHelp;
import java.util.List;

/** Help of the suites: their options by what they decide, and examples. */
final class SuiteHelp {

  static final ProgramHelp CONTENTS =
      new ProgramHelp(
          "./scripts/suite.sh [SUITE] [OPTION]...",
          List.of("--preset", "--impl", "--case", "--dry-run", "--resume"),
          List.of(
              OptionGroup.of("What is compared", "--preset", "--impl", "--case", "--size", "--aa"),
              OptionGroup.of("How long", "--trials", "--budget"),
              OptionGroup.of(
                  "Where", "--database", "--database-port", "--echo-port", "--java", "--home"),
              OptionGroup.of("What is recorded", "--no-observe"),
              OptionGroup.of(
                  "Output",
                  "--name",
                  "--out",
                  "--resume",
                  "--live",
                  "--dry-run",
                  "--help",
                  "--help-all",
                  "--version")),
          List.of(
              new Example("./scripts/suite.sh all --preset quick", "a look at all four studies"),
              new Example(
                  "./scripts/suite.sh sleeps --preset standard", "three trials, to publish"),
              new Example(
                  "./scripts/suite.sh streams --impl rxjava3,reactor --case range",
                  "two libraries in one case"),
              new Example(
                  "./scripts/suite.sh executors --impl coroutine-cpu --aa",
                  "the noise of this host"),
              new Example("./scripts/suite.sh all --live", "watched on a page")));

  private SuiteHelp() {}
}
