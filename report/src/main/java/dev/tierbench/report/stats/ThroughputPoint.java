package dev.tierbench.report.stats;

/** The throughput at one concurrency level. */
public record ThroughputPoint(int concurrency, double throughputRps) {}
