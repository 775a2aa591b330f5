package dev.tierbench.metrics;

import static dev.tierbench.run.Units.MICROS_PER_SECOND;
import static dev.tierbench.run.Units.MILLIS_PER_SECOND;
import static dev.tierbench.run.Units.NANOS_PER_SECOND;

import dev.tierbench.run.PhaseName;
import dev.tierbench.run.descriptor.SuiteDescriptor.Waits;
import dev.tierbench.run.record.Work;
import java.util.Locale;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * How long a run of waiting items takes at least: items start in their order, each as soon as a
 * thread is free (list scheduling).
 */
public final class Bounds {

  /** Largest multiple of its bound at which the bound explains the time of a run. */
  public static final double EXPLAINED = 1.1;

  private Bounds() {}

  /**
   * What the work of a call needs besides its wait.
   *
   * @param echoSeconds the delay of the echo tier
   * @param writerSeconds that one database operation holds a connection, of which each task has two
   * @param writers connections of the database, each of which does one operation at a time
   */
  public record Call(double echoSeconds, double writerSeconds, int writers) {}

  /**
   * A bound and how it was worked out.
   *
   * @param seconds when items start in their order
   * @param least what no other order could beat
   */
  public record Bound(double seconds, double least, String formula) {
    Bound(double seconds, String formula) {
      this(seconds, seconds, formula);
    }
  }

  /** The bound of the runs of a cell, by the threads that its implementation really had. */
  public static Optional<Bound> of(Work work) {
    double writerSeconds =
        work.runs(PhaseName.MEASURE)
            .flatMap(run -> run.writerNsPerOp().stream())
            .min(Long::compare)
            .map(nanos -> nanos / NANOS_PER_SECOND)
            .orElse(0.0);
    Call call = new Call(work.echoSeconds().orElse(0.0), writerSeconds, work.writers().orElse(1));
    return work.waits().map(waits -> of(waits, work.size(), work.threads(), call));
  }

  /**
   * The bound of a run.
   *
   * @param threads items under way at once; empty without a limit
   */
  public static Bound of(Waits waits, int items, Optional<Integer> threads, Call call) {
    return switch (waits) {
      case SECOND -> equal(items, threads, 1);
      case MILLISECOND -> equal(items, threads, 1 / MILLIS_PER_SECOND);
      case CALL -> calls(items, threads, call);
      case SERIAL_CALL -> calls(items, Optional.of(1), call);
      case STORAGE, NETWORK, MIXED -> scheduled(waits, items, threads);
    };
  }

  private static Bound equal(int items, Optional<Integer> threads, double seconds) {
    int rounds = rounds(items, threads);
    return new Bound(rounds * seconds, formula(items, threads, seconds));
  }

  private static int rounds(int items, Optional<Integer> threads) {
    return threads.map(count -> Math.ceilDiv(items, count)).orElse(1);
  }

  private static String formula(int items, Optional<Integer> threads, double seconds) {
    return threads
        .map(count ->
            String.format(Locale.ROOT, "ceil(%d / %d threads) x %s", items, count, text(seconds)))
        .orElse(text(seconds) + ", every item at once");
  }

  private static String text(double seconds) {
    return seconds < 1
        ? String.format(Locale.ROOT, "%.0f ms", seconds * MILLIS_PER_SECOND)
        : String.format(Locale.ROOT, "%.0f s", seconds);
  }

  private static Bound calls(int items, Optional<Integer> threads, Call call) {
    double waiting = rounds(items, threads) * call.echoSeconds();
    double writing = 2.0 * items * call.writerSeconds() / call.writers();
    return new Bound(
        Math.max(waiting, writing),
        writing <= waiting ? formula(items, threads, call.echoSeconds()) : writing(items, call));
  }

  private static String writing(int items, Call call) {
    String held =
        String.format(
            Locale.ROOT, "2 x %d x %.0f µs", items, call.writerSeconds() * MICROS_PER_SECOND);
    return call.writers() == 1
        ? held + " of the database's one writer"
        : held + " / " + call.writers() + " connections of the database";
  }

  private static Bound scheduled(Waits waits, int items, Optional<Integer> threads) {
    IntToDoubleFunction wait = item -> seconds(waits, item);
    String what = waits.id() + " waits of " + items + " items";
    double longest = IntStream.range(0, items).mapToDouble(wait).max().orElse(0);
    if (threads.isEmpty() || threads.get() >= items) {
      return new Bound(longest, "the longest of the " + what);
    }
    double sum = IntStream.range(0, items).mapToDouble(wait).sum();
    return new Bound(
        listScheduled(items, threads.get(), wait),
        Math.max(longest, sum / threads.get()),
        String.format(Locale.ROOT, "%s in their order on %d threads", what, threads.get()));
  }

  private static double listScheduled(int items, int threads, IntToDoubleFunction wait) {
    PriorityQueue<Double> free = new PriorityQueue<>();
    IntStream.range(0, threads).forEach(thread -> free.add(0.0));
    double last = 0;
    for (int item = 0; item < items; item++) {
      double end = free.remove() + wait.applyAsDouble(item);
      free.add(end);
      last = Math.max(last, end);
    }
    return last;
  }

  /** How long an item of unequal waits waits. */
  private static double seconds(Waits waits, int item) {
    double storage = (500 + 10.0 * item) / MICROS_PER_SECOND;
    double network = item / MILLIS_PER_SECOND;
    return switch (waits) {
      case STORAGE -> storage;
      case NETWORK -> network;
      case MIXED -> item % 5 == 0 ? network : item % 3 == 0 ? storage : 0;
      case SECOND, MILLISECOND, CALL, SERIAL_CALL ->
          throw new IllegalArgumentException("the waits of " + waits + " are equal");
    };
  }
}
