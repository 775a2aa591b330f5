package dev.tierbench.report;

import dev.tierbench.cli.Example;
import dev.tierbench.cli.OptionGroup;
import dev.tierbench.cli.ProgramHelp;
import java.util.List;

/** Help of {@code compare}: its options by what they decide, and examples. */
final class CompareHelp {

  static final ProgramHelp CONTENTS =
      new ProgramHelp(
          "./scripts/compare.sh A B [OPTION]...",
          List.of("--by", "--metric", "--level", "--fail-on", "--html"),
          List.of(
              OptionGroup.of(
                  "What is compared",
                  "--by",
                  "--metric",
                  "--level",
                  "--rate",
                  "--overload",
                  "--case",
                  "--size",
                  "--role"),
              OptionGroup.of(
                  "What is refused or fails",
                  "--threshold",
                  "--fail-on",
                  "--strict",
                  "--mix-generators",
                  "--mix-hosts"),
              OptionGroup.of(
                  "Output", "--format", "--html", "--junit", "--help", "--help-all", "--version")),
          List.of(
              new Example("./scripts/compare.sh results/BEFORE results/AFTER", "two runs"),
              new Example(
                  "./scripts/compare.sh results/RUN:tomcat results/RUN:netty",
                  "two servers of one"),
              new Example(
                  "./scripts/compare.sh results/RUN:tomcat results/RUN:netty --by syscall",
                  "calls"),
              new Example(
                  "./scripts/compare.sh BASE results/AFTER --fail-on worse --junit gate.xml",
                  "for a CI job"),
              new Example(
                  "./scripts/compare.sh results/SUITE:rxjava3 results/SUITE:reactor --case range",
                  "of a suite")));

  private CompareHelp() {}
}
