package dev.tierbench.harness.suite;

import dev.tierbench.harness.run.EnumOption;
import dev.tierbench.run.plan.SuitePlan.Engines;
import dev.tierbench.run.plan.SuitePlan.Jmh;
import dev.tierbench.run.plan.SuitePlan.Once;
import java.util.List;
import java.util.Optional;

/** How often the cells of a suite are run, for a purpose. */
record SuitePreset(String name, int trials, double budgetSeconds, Engines engines) {

  /** A look: one trial gives no verdict on a difference. */
  static final SuitePreset QUICK =
      new SuitePreset(
          "quick", 1, 8, new Engines(new Once(0.4, 3), new Jmh(2, 0.3, 3, 0.3), Optional.empty()));

  /** Three trials to publish; more and longer rows; and the studies' own parameters. */
  private static final List<SuitePreset> ALL =
      List.of(
          QUICK,
          new SuitePreset(
              "standard",
              3,
              60,
              new Engines(new Once(4, 3), new Jmh(8, 0.5, 5, 0.5), Optional.of(1))),
          new SuitePreset(
              "full", 5, 600, new Engines(new Once(10, 5), new Jmh(5, 1, 5, 2), Optional.of(1))),
          new SuitePreset(
              "published",
              1,
              600,
              new Engines(new Once(0, 1), new Jmh(5, 1, 5, 2), Optional.empty())));

  /**
   * The preset of that name.
   *
   * @throws IllegalArgumentException naming those that there are
   */
  static SuitePreset named(String text) {
    return EnumOption.named(text, ALL, SuitePreset::name, "--preset: unknown preset");
  }
}
