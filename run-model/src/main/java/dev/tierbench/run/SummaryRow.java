package dev.tierbench.run;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Optional;

/**
 * One line of {@code summary.csv}: the median trial of one server at one level, or one step that
 * failed. All figures of a line come from one trial, the one named, so no percentile is averaged.
 *
 * @param trial the trial that the figures come from: of the valid ones the median by throughput
 * @param validTrials trials that are not FAIL; 0 in the line of a failed step
 * @param throughputMinRps least and most over the valid trials
 * @param serverCoresThere the cores that the server may use
 * @param csVoluntaryPerRequest of the server's threads in the counted window, as the next six
 * @param taxThroughputPercent by how much the counted window's throughput was below the clean
 *     one's, of the clean one's
 * @param taxCpuPercent by how much the counted window's CPU per request was above the clean one's,
 *     of the clean one's
 * @param reason of a failed step; empty otherwise
 */
public record SummaryRow(
    String server,
    int concurrency,
    Verdict verdict,
    String trial,
    int validTrials,
    int plannedTrials,
    Optional<Double> throughputRps,
    Optional<Double> throughputMinRps,
    Optional<Double> throughputMaxRps,
    Optional<Double> meanUs,
    Optional<Double> p50Us,
    Optional<Double> p90Us,
    Optional<Double> p99Us,
    @JsonProperty("p99_9_us") Optional<Double> p999Us,
    Optional<Double> maxUs,
    Optional<Long> ok,
    Optional<Long> failed,
    Optional<Double> serverCoresUsed,
    Optional<Integer> serverCoresThere,
    Optional<Double> serverCpuUsPerRequest,
    Optional<Double> echoCoresUsed,
    Optional<Double> echoCpuUsPerRequest,
    Optional<Double> loadgenCoresUsed,
    Optional<Double> loadgenCpuUsPerRequest,
    Optional<Double> hostCoresUsed,
    Optional<Integer> hostCoresThere,
    Optional<Double> stealPercent,
    Optional<Long> serverRssBytes,
    Optional<Integer> serverThreads,
    Optional<Double> csVoluntaryPerRequest,
    Optional<Double> csInvoluntaryPerRequest,
    Optional<Double> futexPerRequest,
    Optional<Double> readPerRequest,
    Optional<Double> writePerRequest,
    Optional<Double> epollPerRequest,
    Optional<Double> syscallsPerRequest,
    Optional<Double> taxThroughputPercent,
    Optional<Double> taxCpuPercent,
    Optional<String> reason) {}
