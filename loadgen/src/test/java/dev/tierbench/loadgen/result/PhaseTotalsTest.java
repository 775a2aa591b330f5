package dev.tierbench.loadgen.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PhaseTotalsTest {

  private static final long SECOND = 1_000_000_000L;

  /** A window of the open model, at whose end so many wait of all that are due until then. */
  private static PhaseTotals window(long due, long waiting) {
    PhaseTotals window = new PhaseTotals("measure", true, 1, Optional.empty());
    Slice slice = new Slice(0, 0, 0, true, 0, true);
    slice.endNanos = SECOND;
    slice.due = due;
    slice.unsentAtEnd = waiting;
    window.addSlice(slice);
    return window;
  }

  private static Optional<Long> unsent(PhaseTotals totals) {
    return totals.toRecord(Instant.EPOCH, new GeneratorUsage.Use(0, 0), List.of()).unsent();
  }

  /** What waited before the first window is not its own, and makes up for none of the second's. */
  @Test
  void whatWindowsLeaveUnsentIsAddedUp() {
    PhaseTotals before = window(4_000, 6_000);
    PhaseTotals after = window(4_000, 1_000);
    assertThat(unsent(before)).contains(4_000L);
    assertThat(unsent(after)).contains(1_000L);
    assertThat(unsent(PhaseTotals.of(List.of(before, after)))).contains(5_000L);
  }
}
