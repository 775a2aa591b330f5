package dev.tierbench.suite.worker;

import dev.tierbench.suite.Case;
import dev.tierbench.suite.Sink;
import dev.tierbench.suite.Tally;
import dev.tierbench.suite.Work;
import java.util.LinkedHashMap;
import java.util.Map;

/** One run of a work between two edges, and its figures. */
final class Run {

  private final Link link;
  private final String phase;
  private final Sink sink = Sink.adding();
  private long checksum;
  private Throwable error;

  Run(Link link, String phase) {
    this.link = link;
    this.phase = phase;
  }

  /** Runs the work when the harness says so; an error becomes part of the figures. */
  Figures of(Work work, Case studyCase, int size, PrintCounter prints) {
    long heapBefore = Meter.heapAfterGcBytes();
    // The first readings load classes, which are no part of the run.
    Meter.Reading unused = Meter.Reading.after(prints);
    link.ready(phase);
    Meter.resetThreadPeak();
    link.edge("phase-start", phase);
    Meter.Reading before = Meter.Reading.before(prints);
    attempt(work, studyCase, size);
    Meter.Reading after = Meter.Reading.after(prints);
    int threadPeak = Meter.threadPeak();
    link.edge("phase-end", phase);
    link.awaitGo();
    Figures figures = new Figures(before, after, heapBefore, Meter.heapAfterGcBytes(), threadPeak);
    figures.values.put("writer_ns_per_op", work.writerNanosPerOperation());
    return figures;
  }

  /** Every error is told to the harness, one of the JVM included: it is a result of the study. */
  private void attempt(Work work, Case studyCase, int size) {
    try {
      checksum = work.run(studyCase, size, sink);
    } catch (Throwable e) {
      error = e;
    }
  }

  /** What one run was measured to be. */
  final class Figures {

    private final Map<String, Object> values = new LinkedHashMap<>();
    private final long wallNanos;
    private final long compileMillis;

    private Figures(
        Meter.Reading before, Meter.Reading after, long heapBefore, long heapAfter, int threads) {
      Tally tally = sink.tally();
      wallNanos = after.nanos() - before.nanos();
      compileMillis = after.compileMillis() - before.compileMillis();
      values.put("wall_ns", wallNanos);
      values.put("submitted", tally.submitted());
      values.put("completed", tally.completed());
      values.put("failed", tally.failed());
      values.put("rejected", tally.rejected());
      values.put("checksum", checksum);
      values.put("allocated_bytes", after.allocatedBytes() - before.allocatedBytes());
      values.put("gc_ms", after.gcMillis() - before.gcMillis());
      values.put("compile_ms", compileMillis);
      values.put("heap_before_bytes", heapBefore);
      values.put("heap_after_gc_bytes", heapAfter);
      values.put("threads_peak", threads);
      values.put("parked_frames", tally.parkedFrames());
      values.put("printed_bytes", after.printed() - before.printed());
      values.put("error", firstError());
    }

    private String firstError() {
      Throwable first = error == null ? sink.tally().firstError().orElse(null) : error;
      return first == null ? null : Errors.describe(first);
    }

    /** Sends them with the checksum that was due. */
    void send(long expected) {
      values.put("checksum_expected", expected);
      link.run(phase, values);
    }

    /** What the run threw, or null. */
    Throwable thrown() {
      return error;
    }

    /** Adds it to a warm-up, and whether that has settled with it to what is sent. */
    void addTo(WarmUp warmUp) {
      warmUp.add(wallNanos, compileMillis);
      values.put("settled", warmUp.settled());
    }
  }
}
