package dev.tierbench.rules;

/**
 * The limits that {@link ValidityRules} holds figures against; data, so that other limits can be
 * applied to an old run folder. Percent unless the name says otherwise; a {@code warn} limit is
 * passed below it, a {@code fail} limit makes the step invalid from it on; of {@code rateRatio} and
 * {@code onTime} more is better, and below the limit is what counts.
 *
 * @param version changes whenever a limit or a rule does
 * @param echoDelayP99Us what the echo tier's own p99 has to stay below
 * @param helperCoresWarn how busy the cores of echo and generator may be
 * @param coresSaturated how busy the server's cores are when tiers on them compete for them
 * @param cgroupWarn difference between the CPU of a container and of its JVM, over the window
 * @param throttledWarn how long a CPU quota stopped a container, over the window
 * @param sumWarn by how much the sum over the threads may differ from the process
 * @param namedWarn CPU that has to belong to threads with a known name
 * @param taxWarn what the tracer may cost before it is worth a look; noise alone can reach it
 */
public record Limits(
    String version,
    double failedWarn,
    double failedFail,
    double littlesLawFail,
    double rateRatioFail,
    double onTimeWarn,
    double onTimeFail,
    double loopLagWarn,
    double loopLagFail,
    double generatorCpuWarn,
    double generatorCpuFail,
    double echoDelayP99Us,
    double helperCoresWarn,
    double helperCoresFail,
    double coresSaturated,
    double jitWarn,
    double jitFail,
    double trendWarn,
    double trendFail,
    double stealWarn,
    double stealFail,
    double edgeLagWarn,
    double edgeLagFail,
    double cgroupWarn,
    double cgroupFail,
    double throttledWarn,
    double throttledFail,
    double mapUsageFail,
    double sumWarn,
    double sumFail,
    double namedWarn,
    double taxWarn) {

  public static final Limits DEFAULT =
      new Limits(
          "tierbench/rules/5",
          0.0, // failedWarn: one failed request is worth a look
          0.1,
          2.0,
          99.0,
          99.0,
          90.0,
          5.0,
          20.0,
          70.0,
          85.0,
          55_000.0,
          70.0,
          85.0,
          90.0,
          2.0,
          10.0,
          2.0,
          20.0,
          1.0,
          10.0,
          0.5,
          5.0,
          2.0,
          10.0,
          0.01, // throttledWarn: any at all
          1.0,
          80.0,
          1.0,
          5.0,
          99.0,
          10.0);
}
