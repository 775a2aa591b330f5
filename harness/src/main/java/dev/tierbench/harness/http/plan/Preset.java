package dev.tierbench.harness.http.plan;

import dev.tierbench.harness.run.EnumOption;
import dev.tierbench.run.Tier;
import dev.tierbench.run.plan.Plan.Pinning;
import java.util.List;
import java.util.Optional;

/**
 * A plan for a purpose; every part of it can be changed by an option.
 *
 * @param levels of a host with room for them: {@link #levels(Pinning)}
 * @param tracedTrials of each server, from the first, in which threads are counted
 */
public record Preset(
    String name,
    List<Integer> levels,
    int trials,
    int tracedTrials,
    double measureSeconds,
    double traceSeconds,
    double warmupTopCapSeconds) {

  public static final double SETTLE_SECONDS = 12;
  public static final double WARMUP_CAP_SECONDS = 40;

  /** How long a generator other than ours drives the server before it measures. */
  public static final double GENERATOR_SETTLE_SECONDS = 6;

  /** Steps of a trial that are measured again at most, when others on the hardware spoiled them. */
  public static final int REPEAT_NOISY = 2;

  /**
   * Concurrent requests of the warm-up, which an echo tier that answers after 50 ms limits to 3,000
   * requests a second.
   */
  public static final int WARMUP_CONCURRENCY = 150;

  /** 8,000 requests a second with an echo tier that answers after 50 ms. */
  private static final int LEVEL_PER_SERVER_CORE = 400;

  /**
   * All presets, in this order: a first run with verdicts, in five minutes with the build (one
   * level, which the step before its window settles at, threads counted in one trial of each
   * server); results to publish, of which six tenths are measured or traced; the finer curve, for
   * the knee.
   */
  private static final List<Preset> ALL =
      List.of(
          new Preset("quick", Levels.parse("800"), 3, 1, 4, 3, 0),
          new Preset("standard", Levels.parse("200..2600:400"), 3, Integer.MAX_VALUE, 20, 8, 20),
          new Preset("full", Levels.parse("200..2600:200"), 5, Integer.MAX_VALUE, 20, 8, 20));

  /**
   * The levels with the tiers on those cores. One level alone is below saturation where a request
   * costs up to 125 us, so that a first run compares servers at equal work.
   */
  public List<Integer> levels(Pinning pinning) {
    Optional<Integer> most =
        pinning.cores(Tier.SERVER).map(cores -> LEVEL_PER_SERVER_CORE * cores.size());
    return levels.size() > 1 || most.isEmpty()
        ? levels
        : List.of(Math.min(levels.getFirst(), most.get()));
  }

  /**
   * The preset of that name.
   *
   * @throws IllegalArgumentException naming those that there are
   */
  public static Preset named(String text) {
    return EnumOption.named(text, ALL, Preset::name, "--preset: unknown preset");
  }
}
