package dev.tierbench.report.folder;

import java.util.Optional;

/**
 * One interval of a latency log.
 *
 * @param startSeconds since the load began
 * @param count answers in it
 * @param p99Us empty with too few answers
 */
public record LatencySecond(
    double startSeconds, double lengthSeconds, long count, Optional<Double> p99Us) {}
