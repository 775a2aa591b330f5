package dev.tierbench.harness.http.window;

import static dev.tierbench.run.Units.MICROS_PER_SECOND;

import dev.tierbench.run.Settle;
import dev.tierbench.run.record.Warmup.Slice;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Decides whether a server under constant load is in a steady state: its throughput and its CPU per
 * request of the last slices differ little from those of the slices before, and its JIT compilers
 * are idle.
 *
 * @param span how many slices are averaged on either side; what one second scatters is no trend
 * @param least how many slices there have to be at least
 * @param tolerancePercent that throughput and CPU per request may differ by
 * @param jitPercent of a core that the compilers stay below
 * @param calls requests before which idle compilers say little: methods have to be called so often
 *     before they are compiled for good
 */
public record SteadyState(
    int span, int least, double tolerancePercent, double jitPercent, int calls) {

  /**
   * The rule below saturation, where throughput is given: the compilers decide. C2 compiles a
   * method with loops from 15,000 calls and turns of loops on ({@code Tier4CompileThreshold}), one
   * without from 5,000 calls on.
   */
  public static final SteadyState BELOW_SATURATION = new SteadyState(2, 8, 10, 5, 10_000);

  /** A load of few requests does not make them up in a time that anybody waits. */
  private static final double LONGEST_CALLS_SECONDS = 30;

  /**
   * The rule at the level that is measured: the rules on the window after it warn earlier and fail
   * later.
   */
  public static final SteadyState AT_LEVEL = new SteadyState(2, 4, 5, 5, 0);

  /** {@code /proc/PID/stat} counts in ticks of 10 ms: one at each end, and one for good measure. */
  private static final double RESOLUTION_SECONDS = 0.03;

  boolean isSteady(List<Slice> slices) {
    return slices.size() >= Math.max(least, 2 * span)
        && isCalledOften(slices)
        && isSmall(change(slices, SteadyState::throughput))
        && (isSmall(change(slices, SteadyState::cpuPerRequest)) || isBelowResolution(slices))
        && jit(slices).filter(percent -> percent < jitPercent).isPresent();
  }

  private boolean isCalledOften(List<Slice> slices) {
    return requests(slices) >= calls || seconds(slices) >= LONGEST_CALLS_SECONDS;
  }

  /** The CPU of a server with few requests differs by ticks that say nothing about it. */
  private boolean isBelowResolution(List<Slice> slices) {
    int last = slices.size();
    Optional<Double> before = cpuSeconds(slices.subList(last - 2 * span, last - span));
    Optional<Double> after = cpuSeconds(slices.subList(last - span, last));
    return before
        .flatMap(from -> after.map(to -> Math.abs(to - from) <= RESOLUTION_SECONDS))
        .orElse(false);
  }

  private boolean isSmall(Optional<Double> change) {
    return change.filter(percent -> Math.abs(percent) <= tolerancePercent).isPresent();
  }

  /** What the slices show, for the record. */
  Settle describe(List<Slice> slices, boolean steady) {
    return new Settle(
        seconds(slices),
        steady,
        change(slices, SteadyState::throughput).map(SteadyState::rounded),
        change(slices, SteadyState::cpuPerRequest).map(SteadyState::rounded),
        jit(slices).map(SteadyState::rounded));
  }

  /** Rounds to one decimal, as all values of slices are recorded. */
  static double rounded(double value) {
    return Math.round(value * 10) / 10.0;
  }

  private Optional<Double> change(
      List<Slice> slices, Function<List<Slice>, Optional<Double>> value) {
    int last = slices.size();
    if (last < 2 * span) {
      return Optional.empty();
    }
    Optional<Double> before = value.apply(slices.subList(last - 2 * span, last - span));
    Optional<Double> after = value.apply(slices.subList(last - span, last));
    return before
        .filter(from -> from > 0)
        .flatMap(from -> after.map(to -> 100 * (to - from) / from));
  }

  private static Optional<Double> throughput(List<Slice> slices) {
    double seconds = seconds(slices);
    return seconds > 0 ? Optional.of(requests(slices) / seconds) : Optional.empty();
  }

  private static Optional<Double> cpuPerRequest(List<Slice> slices) {
    double requests = requests(slices);
    if (requests <= 0) {
      return Optional.empty();
    }
    return cpuSeconds(slices).map(seconds -> seconds * MICROS_PER_SECOND / requests);
  }

  private static Optional<Double> cpuSeconds(List<Slice> slices) {
    return slices.stream().anyMatch(slice -> slice.cpuUsPerRequest().isEmpty())
        ? Optional.empty()
        : Optional.of(
            slices.stream()
                .mapToDouble(slice ->
                    slice.cpuUsPerRequest().get()
                        / MICROS_PER_SECOND
                        * slice.throughputRps()
                        * slice.seconds())
                .sum());
  }

  private static double seconds(List<Slice> slices) {
    return slices.stream().mapToDouble(Slice::seconds).sum();
  }

  private static double requests(List<Slice> slices) {
    return slices.stream().mapToDouble(slice -> slice.throughputRps() * slice.seconds()).sum();
  }

  private Optional<Double> jit(List<Slice> slices) {
    List<Slice> last = slices.subList(Math.max(0, slices.size() - span), slices.size());
    double seconds = seconds(last);
    if (seconds <= 0 || last.stream().anyMatch(slice -> slice.jitPercent().isEmpty())) {
      return Optional.empty();
    }
    return Optional.of(
        last.stream().mapToDouble(slice -> slice.jitPercent().get() * slice.seconds()).sum()
            / seconds);
  }
}
