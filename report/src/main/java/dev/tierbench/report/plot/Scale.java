package dev.tierbench.report.plot;

import java.util.ArrayList;
import java.util.List;

/** Maps values to pixels, linearly or by the logarithm. */
record Scale(double least, double most, boolean logarithmic, double from, double to) {

  private static final int TICKS = 5;

  /** Most powers of ten that a scale may span and still have ticks at 2 and 5. */
  private static final double MOST_DECADES = 4;

  /** Linear scale from 0 to a round number above the largest value. */
  static Scale linear(double most, double from, double to) {
    double step = step(most);
    double top = most <= 0 ? 1 : Math.ceil(most / step) * step;
    return new Scale(0, top, false, from, to);
  }

  /** Logarithmic scale between round numbers (1, 2 or 5 times a power of ten) around the values. */
  static Scale logarithmic(double least, double most, double from, double to) {
    if (!(least > 0 && Double.isFinite(most))) {
      throw new IllegalArgumentException(
          "no logarithm from %s to %s: expected positive and finite".formatted(least, most));
    }
    double low = decade(least);
    double bottom = least >= 5 * low ? 5 * low : least >= 2 * low ? 2 * low : low;
    double high = decade(most);
    double top = most <= 2 * high ? 2 * high : most <= 5 * high ? 5 * high : 10 * high;
    // One round number alone is both ends.
    return new Scale(bottom, top > bottom ? top : 2 * bottom, true, from, to);
  }

  double at(double value) {
    double share =
        logarithmic
            ? Math.log(value / least) / Math.log(most / least)
            : (value - least) / (most - least);
    return from + share * (to - from);
  }

  List<Double> ticks() {
    List<Double> ticks = new ArrayList<>();
    if (logarithmic) {
      double[] factors =
          Math.log10(most / least) > MOST_DECADES ? new double[] {1} : new double[] {1, 2, 5};
      for (double decade = decade(least); decade <= most; decade *= 10) {
        for (double factor : factors) {
          double tick = decade * factor;
          if (tick >= least * 0.999 && tick <= most * 1.001) {
            ticks.add(tick);
          }
        }
      }
      return ticks;
    }
    double step = step(most);
    for (int i = 0; i * step <= most * 1.0001; i++) {
      ticks.add(i * step);
    }
    return ticks;
  }

  private static double decade(double value) {
    return Math.pow(10, Math.floor(Math.log10(value)));
  }

  /** 1, 2 or 5 times a power of ten, so that there are about five steps. */
  private static double step(double most) {
    double raw = most / TICKS;
    if (raw <= 0) {
      return 1;
    }
    double decade = decade(raw);
    double factor = raw / decade;
    return decade * (factor <= 1 ? 1 : factor <= 2 ? 2 : factor <= 5 ? 5 : 10);
  }
}
