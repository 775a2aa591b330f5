package dev.tierbench.harness.http.plan;

import dev.tierbench.harness.run.EnumOption;
import dev.tierbench.run.Tier;
import dev.tierbench.run.delay.DelayDistribution;
import dev.tierbench.run.plan.Plan.Pinning;
import java.util.List;
import java.util.Optional;

/**
 * A plan for a purpose; every part of it can be changed by an option.
 *
 * @param levels of a host with room for them: {@link #levels(Pinning, DelayDistribution)}
 * @param trials of each server, which are rounds where all of them can be up together
 * @param tracedTrials of each server, from the first, in which threads are counted
 * @param rounds how the windows alternate
 */
public record Preset(
    String name,
    List<Integer> levels,
    int trials,
    int tracedTrials,
    double measureSeconds,
    double traceSeconds,
    double warmupTopCapSeconds,
    Rounds rounds) {

  /**
   * The settings of a published study: cold JVMs, one server after the other, and tiers that share
   * all cores.
   *
   * @param servers in place of the standard ones
   * @param requests of a server at a level
   * @param requestsPerConnection after which a connection is replaced
   */
  public record Study(List<String> servers, long requests, int requestsPerConnection) {}

  /**
   * How the windows of a round alternate.
   *
   * @param windows of each server at each level
   * @param leadInSeconds of load before each of them
   * @param settles whether each server has load at a level until it is steady, before the first
   */
  public record Rounds(int windows, double leadInSeconds, boolean settles) {}

  /** The name of the preset for a first look. */
  public static final String QUICK = "quick";

  private static final String PUBLISHED = "published";

  private static final double SETTLE_SECONDS = 12;
  private static final double WARMUP_CAP_SECONDS = 40;

  /** How long a generator other than ours drives the server before it measures. */
  public static final double GENERATOR_SETTLE_SECONDS = 6;

  /** More requests that wait cost memory and prove nothing. */
  static final int MOST_CONCURRENCY = 2_600;

  /**
   * Most connections of the open model unless more are asked for: Tomcat and Jetty accept 8,192,
   * and a fourth of the usual ephemeral ports is 7,000.
   */
  private static final int MOST_CONNECTIONS = 6_000;

  /** Steps of a trial that are measured again at most, when others on the hardware spoiled them. */
  private static final int REPEAT_NOISY = 2;

  /**
   * Concurrent requests of the warm-up, which an echo tier that answers after 50 ms limits to 3,000
   * requests a second.
   */
  public static final int WARMUP_CONCURRENCY = 150;

  /** 8,000 requests a second with an echo tier that answers after 50 ms. */
  private static final int LEVEL_PER_SERVER_CORE = 400;

  private static final Rounds SETTLING = new Rounds(2, 0.5, true);

  /** The study that this project is named after, on {@code ab -n 90000 -c N}. */
  private static final Study PUBLISHED_STUDY =
      new Study(
          List.of("tomcat-webclient", "webflux-reactor+-Dreactor.netty.ioWorkerCount=8"),
          90_000,
          1);

  /** Longest window of the study: its slowest took 10 s on 32 cores. */
  private static final double LONGEST_STUDY_SECONDS = 300;

  /**
   * All presets, in this order: a first run with verdicts, in five minutes (the ends of the
   * published study's range, threads counted in one trial of each server); results to publish, of
   * which six tenths are measured or traced; the finer curve, for the knee; the published study as
   * it was run.
   */
  private static final List<Preset> ALL =
      List.of(
          new Preset(QUICK, Levels.parse("200,1800"), 3, 1, 5, 3, 0, new Rounds(2, 0.5, false)),
          new Preset(
              "standard", Levels.parse("200..2600:400"), 3, Integer.MAX_VALUE, 24, 8, 20, SETTLING),
          new Preset(
              "full", Levels.parse("200..2600:200"), 5, Integer.MAX_VALUE, 24, 8, 20, SETTLING),
          new Preset(
              PUBLISHED,
              Levels.parse("200,800,1800"),
              1,
              1,
              LONGEST_STUDY_SECONDS,
              8,
              0,
              SETTLING));

  /**
   * The levels with the tiers on those cores. Those of a first look are below saturation where a
   * request costs up to 125 us, so that it compares servers at equal work.
   */
  public List<Integer> levels(Pinning pinning, DelayDistribution delay) {
    Optional<Integer> most =
        pinning
            .cores(Tier.SERVER)
            .filter(cores -> name.equals(QUICK))
            .map(cores -> atDelay(LEVEL_PER_SERVER_CORE * cores.size(), delay));
    return levels.stream()
        .map(level -> most.map(cap -> Math.min(level, cap)).orElse(level))
        .distinct()
        .toList();
  }

  /**
   * Connections of the open model: the top level, and with a longer delay of the echo tier as many
   * as answer as many requests a second, up to {@value #MOST_CONNECTIONS}.
   */
  public int connections(DelayDistribution delay) {
    return Math.clamp(scaled(levels.getLast(), delay), levels.getLast(), MOST_CONNECTIONS);
  }

  /**
   * The concurrent requests that make as many requests a second with another delay of the echo tier
   * as those do with the standard one.
   */
  public static int atDelay(int concurrency, DelayDistribution delay) {
    return Math.clamp(scaled(concurrency, delay), 1, MOST_CONCURRENCY);
  }

  private static long scaled(int concurrency, DelayDistribution delay) {
    return Math.round(concurrency * delay.mean() / DelayDistribution.Constant.STANDARD.mean());
  }

  /** The settings of the study that is run as it was published; empty for a method of our own. */
  public Optional<Study> study() {
    return name.equals(PUBLISHED) ? Optional.of(PUBLISHED_STUDY) : Optional.empty();
  }

  /** The longest load before a measured window, in seconds. */
  public double settleSeconds() {
    return study().isPresent() ? 0 : SETTLE_SECONDS;
  }

  /** The longest load that warms a JVM up, in seconds. */
  public double warmupCapSeconds() {
    return study().isPresent() ? 0 : WARMUP_CAP_SECONDS;
  }

  /** Which cores the tiers have. */
  public String pinning() {
    return study().isPresent() ? Pinning.OFF : CpuAffinity.AUTO;
  }

  /** Steps of a trial that are measured again at most. */
  public int repeatNoisy() {
    return study().isPresent() ? 0 : REPEAT_NOISY;
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
