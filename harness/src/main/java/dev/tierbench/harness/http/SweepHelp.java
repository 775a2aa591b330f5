package dev.tierbench.harness.http;

import dev.tierbench.cli.Example;
import dev.tierbench.cli.OptionGroup;
import dev.tierbench.cli.ProgramHelp;
import java.util.List;

/** Help of the sweep: its options by what they decide, and examples. */
final class SweepHelp {

  static final ProgramHelp CONTENTS =
      new ProgramHelp(
          "./scripts/sweep.sh [OPTION]...",
          List.of("--preset", "--servers", "--levels", "--dry-run", "--resume"),
          List.of(
              OptionGroup.of(
                  "What is compared",
                  "--servers",
                  "--vary",
                  "--quota",
                  "--memory",
                  "--aa",
                  "--downstream",
                  "--echo-delay",
                  "--requests-per-connection"),
              OptionGroup.of(
                  "At which loads",
                  "--workload",
                  "--preset",
                  "--levels",
                  "--rates",
                  "--find-max",
                  "--overload",
                  "--for",
                  "--recovery",
                  "--deadline",
                  "--connections",
                  "--arrivals",
                  "--requests",
                  "--echo-failures",
                  "--generator"),
              OptionGroup.of(
                  "How long",
                  "--trials",
                  "--windows",
                  "--lead-in",
                  "--consecutive",
                  "--until",
                  "--budget",
                  "--threshold",
                  "--decide",
                  "--warmup-level",
                  "--warmup-cap",
                  "--warmup-top-cap",
                  "--settle",
                  "--measure",
                  "--repeat-noisy"),
              OptionGroup.of(
                  "Where",
                  "--tiers",
                  "--pin",
                  "--server-cores",
                  "--ports",
                  "--heap",
                  "--hosts",
                  "--context",
                  "--java",
                  "--home"),
              OptionGroup.of(
                  "What is recorded",
                  "--trace",
                  "--trace-trials",
                  "--pmu",
                  "--observe-servers-only",
                  "--observe-all-tiers",
                  "--no-observe",
                  "--profile",
                  "--profile-time",
                  "--no-probe",
                  "--verify",
                  "--no-verify"),
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
              new Example("./scripts/sweep.sh --preset quick", "tomcat and netty at two levels"),
              new Example(
                  "./scripts/sweep.sh --until decided --budget 10m", "as long as the answer needs"),
              new Example(
                  "./scripts/sweep.sh --servers all --rates 1000,75%", "the same work for each"),
              new Example(
                  "./scripts/sweep.sh --find-max p99=100ms", "the highest rate that keeps a p99"),
              new Example(
                  "./scripts/sweep.sh --levels 800 --profile cpu", "flame graphs of one level")));

  private SweepHelp() {}
}
