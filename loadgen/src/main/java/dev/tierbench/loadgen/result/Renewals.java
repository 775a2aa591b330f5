package dev.tierbench.loadgen.result;

import dev.tierbench.run.record.LatencySummary;
import dev.tierbench.run.record.LoadResult;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/**
 * Counts connections that were replaced because they had carried all their requests, and the time
 * that it took. Renewals add up.
 */
final class Renewals {

  /** Histograms of nanoseconds, which most runs have no use for. */
  private record Times(Histogram whole, Histogram connect, Histogram handshake) {
    Times() {
      this(Tally.histogram(), Tally.histogram(), Tally.histogram());
    }
  }

  private Optional<Times> times = Optional.empty();

  private Times times() {
    if (times.isEmpty()) {
      times = Optional.of(new Times());
    }
    return times.get();
  }

  void add(Renewal renewal) {
    Times all = times();
    all.whole().recordValue(Tally.clamped(renewal.wholeNanos()));
    all.connect().recordValue(Tally.clamped(renewal.connectNanos()));
    renewal.handshakeNanos().ifPresent(nanos -> all.handshake().recordValue(Tally.clamped(nanos)));
  }

  void add(Renewals other) {
    other.times.ifPresent(added -> {
      Times all = times();
      all.whole().add(added.whole());
      all.connect().add(added.connect());
      all.handshake().add(added.handshake());
    });
  }

  /** The renewals as {@code load.json} has them; empty without any. */
  Optional<LoadResult.Renewals> toRecord() {
    return times.map(all ->
        new LoadResult.Renewals(
            all.whole().getTotalCount(),
            LatencySummary.ofNanos(all.whole()),
            LatencySummary.ofNanos(all.connect()),
            all.handshake().getTotalCount() == 0
                ? Optional.empty()
                : Optional.of(LatencySummary.ofNanos(all.handshake()))));
  }
}
