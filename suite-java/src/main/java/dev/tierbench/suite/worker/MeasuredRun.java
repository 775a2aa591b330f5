package dev.tierbench.suite.worker;

import dev.tierbench.suite.Sink;
import dev.tierbench.suite.Tally;
import dev.tierbench.suite.Work;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** One run of a work between two phase boundaries, and its values. */
final class MeasuredRun {

  private final Sink sink = Sink.adding();
  private final Map<String, Object> values = new LinkedHashMap<>();
  private final Meter.Reading spent;
  private long checksum;
  private Throwable thrown;

  /** Runs the work when the harness lets it; an error becomes part of the values. */
  MeasuredRun(Link link, String phase, Work work, int size, PrintCounter prints) {
    long heapBefore = Meter.heapAfterGcBytes();
    // The first readings load classes, which are no part of the run.
    Meter.Reading unused = Meter.Reading.after(prints);
    link.ready(phase);
    Meter.resetThreadPeak();
    link.boundary("phase-start", phase);
    Meter.Reading before = Meter.Reading.before(prints);
    attempt(work, size);
    Meter.Reading after = Meter.Reading.after(prints);
    int threadPeak = Meter.threadPeak();
    link.boundary("phase-end", phase);
    link.awaitGo();
    spent = after.minus(before);
    record(sink.tally());
    values.put("heap_before_bytes", heapBefore);
    values.put("heap_after_gc_bytes", Meter.heapAfterGcBytes());
    values.put("threads_peak", threadPeak);
    values.put("writer_ns_per_op", work.writerNanosPerOperation());
  }

  /**
   * Every error is reported to the harness, one of the JVM included: it is a result of the study.
   */
  private void attempt(Work work, int size) {
    try {
      checksum = work.run(size, sink);
    } catch (Throwable e) {
      thrown = e;
    }
  }

  private void record(Tally tally) {
    values.put("wall_ns", spent.nanos());
    values.put("submitted", tally.submitted());
    values.put("completed", tally.completed());
    values.put("failed", tally.failed());
    values.put("rejected", tally.rejected());
    values.put("checksum", checksum);
    values.put("allocated_bytes", spent.allocatedBytes());
    spent.gcMillis().ifPresent(millis -> values.put("gc_ms", millis));
    values.put("printed_bytes", spent.printed());
    values.put("error", thrown().or(tally::firstError).map(Errors::describe).orElse(null));
  }

  /** What the run threw. */
  Optional<Throwable> thrown() {
    return Optional.ofNullable(thrown);
  }

  /** Adds it to a warm-up, and to its values whether the warm-up has settled with it. */
  void addTo(WarmUp warmUp) {
    warmUp.add(spent.nanos(), spent.compileMillis());
    values.put("settled", warmUp.settled());
  }

  /** Values of the run, with the checksum that was expected. */
  Map<String, Object> values(long expected) {
    values.put("checksum_expected", expected);
    return values;
  }
}
