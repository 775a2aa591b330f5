package dev.tierbench.observer;

import static dev.tierbench.run.Units.NANOS_PER_MICRO;
import static dev.tierbench.run.Units.NANOS_PER_MILLI;

import dev.tierbench.run.file.TextTable;
import dev.tierbench.run.record.Observation;
import dev.tierbench.run.threads.Counter;
import dev.tierbench.run.threads.Counts;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A printed column: one counter or the sum of several that belong together. */
enum Column {
  CPU("cpu", List.of(Counter.CPU_NS)),
  DELAY("delay", List.of(Counter.RUN_DELAY_NS)),
  CS_VOL("cs.vol", List.of(Counter.CS_VOLUNTARY)),
  CS_INVOL("cs.inv", List.of(Counter.CS_INVOLUNTARY)),
  CS("cs", List.of(Counter.CS_VOLUNTARY, Counter.CS_INVOLUNTARY)),
  MIGRATIONS("migr", List.of(Counter.MIGRATIONS)),
  FAULTS("faults", List.of(Counter.MINOR_FAULTS, Counter.MAJOR_FAULTS)),
  SYSCALLS("syscalls", List.of(Counter.SYSCALLS)),
  FUTEX("futex", List.of(Counter.FUTEX)),
  WAIT("f.wait", List.of(Counter.FUTEX_WAIT)),
  WAKE("f.wake", List.of(Counter.FUTEX_WAKE)),
  READ("read", List.of(Counter.READ)),
  WRITE("write", List.of(Counter.WRITE)),
  EPOLL("epoll", List.of(Counter.EPOLL)),
  OTHER("other", List.of(Counter.OTHER));

  private final String title;

  @SuppressWarnings("ImmutableEnumChecker") // List.of
  private final List<Counter> counters;

  Column(String title, List<Counter> counters) {
    this.title = title;
    this.counters = counters;
  }

  /** The sum of the counters; empty unless all were measured. */
  Optional<Long> value(Counts counts) {
    Optional<Long> sum = Optional.of(0L);
    for (Counter counter : counters) {
      sum = sum.flatMap(before -> counts.get(counter).map(value -> before + value));
    }
    return sum;
  }

  private boolean isTime() {
    return this == CPU || this == DELAY;
  }

  /** The title with its unit: times in ms, or in µs per request. */
  String header(Optional<Long> requests) {
    if (!isTime()) {
      return title;
    }
    return title + (requests.isPresent() ? " µs" : " ms");
  }

  /** The value, per request when there are requests. */
  String cell(Counts counts, Optional<Long> requests) {
    return value(counts)
        .map(value -> requests.map(count -> perRequest(value, count)).orElseGet(() -> total(value)))
        .orElse(TextTable.NOT_MEASURED);
  }

  private String total(long value) {
    return isTime()
        ? String.format(Locale.ROOT, "%,.1f", value / NANOS_PER_MILLI)
        : String.format(Locale.ROOT, "%,d", value);
  }

  private String perRequest(long value, long requests) {
    double perRequest = (isTime() ? value / NANOS_PER_MICRO : value) / requests;
    return String.format(
        Locale.ROOT, perRequest != 0 && perRequest < 1 ? "%.3f" : "%.2f", perRequest);
  }

  /**
   * Returns the part's value as a percentage of the total's, with one decimal; {@code –} when
   * either was not measured.
   */
  String share(Counts part, Counts total) {
    return text("%.1f", Observation.ratio(100, value(part), value(total)));
  }

  /** A value in that format, or what stands for one that was not measured. */
  static String text(String format, Optional<?> value) {
    return value
        .map(measured -> String.format(Locale.ROOT, format, measured))
        .orElse(TextTable.NOT_MEASURED);
  }
}
