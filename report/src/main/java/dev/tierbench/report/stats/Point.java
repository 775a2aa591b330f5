package dev.tierbench.report.stats;

/** The throughput at one concurrency level. */
public record Point(int concurrency, double throughputRps) {}
