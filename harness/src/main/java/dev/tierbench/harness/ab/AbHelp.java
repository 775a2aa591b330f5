package dev.tierbench.harness.ab;

import dev.tierbench.cli.Example;
import dev.tierbench.cli.OptionGroup;
import dev.tierbench.cli.ProgramHelp;
import java.util.List;

/** Help of {@code ab}: its options by what they decide, and examples. */
final class AbHelp {

  static final ProgramHelp CONTENTS =
      new ProgramHelp(
          "./scripts/ab.sh BASE HEAD [OPTION]... -- DESCRIPTOR [SWEEP OPTION]...",
          List.of("--budget", "--fail-on", "--md", "--dry-run"),
          List.of(
              OptionGroup.of("How long", "--budget"),
              OptionGroup.of("What is built", "--build-java", "--clean", "--java", "--home"),
              OptionGroup.of(
                  "Output",
                  "--fail-on",
                  "--md",
                  "--junit",
                  "--dry-run",
                  "--help",
                  "--help-all",
                  "--version")),
          List.of(
              new Example("./scripts/ab.sh main HEAD -- orders.yml", "this branch against main"),
              new Example("./scripts/ab.sh HEAD . -- orders.yml", "changes that are not committed"),
              new Example("./scripts/ab.sh v1.4 HEAD -- orders.yml --rates 2000", "at one rate"),
              new Example(
                  "./scripts/ab.sh main HEAD --md ab.md --junit ab.xml -- orders.yml",
                  "for a CI job"),
              new Example(
                  "./scripts/ab.sh old.jar new.jar -- orders.yml --profile cpu", "two jars")));

  private AbHelp() {}
}
