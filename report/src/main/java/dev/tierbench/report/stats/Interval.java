package dev.tierbench.report.stats;

/** A closed interval of a value. */
public record Interval(double low, double high) {
  public Interval {
    if (!(low <= high)) {
      throw new IllegalArgumentException("no interval from " + low + " to " + high);
    }
  }

  public boolean contains(double value) {
    return low <= value && value <= high;
  }
}
