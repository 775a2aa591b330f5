package dev.tierbench.report.stats;

import java.util.Optional;

/**
 * What was found of a pair, with the evidence.
 *
 * @param ratio median of b over median of a; empty when a side is missing or a's median is not
 *     positive
 * @param adjusted the p-value of {@link RowTest#welch} corrected for the number of rows
 * @param trialsNeeded of an inconclusive pair, trials a side that would likely decide (4 in 5)
 */
public record Judgement(
    Finding finding,
    Optional<Double> ratio,
    Optional<Interval> interval,
    RowTest test,
    Optional<Double> adjusted,
    Optional<Integer> trialsNeeded) {}
