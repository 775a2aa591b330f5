package dev.tierbench.report.stats;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The two knees between which the trials leave it open: by the 95 % intervals of the growth from
 * level to level. With one trial there is no interval, and both are the knee of its values.
 *
 * @param earliest where growth may have fallen below half of proportional
 * @param latest where it surely has
 */
public record KneeInterval(Knee earliest, Knee latest) {

  /** The throughput of the trials at one level of concurrency. */
  public record Level(int concurrency, Sample throughput) {
    public ThroughputPoint median() {
      return new ThroughputPoint(concurrency, throughput.median());
    }
  }

  /** The interval of levels of rising concurrency; empty with fewer than two. */
  public static Optional<KneeInterval> of(List<Level> levels) {
    List<ThroughputPoint> least = new ArrayList<>();
    List<ThroughputPoint> most = new ArrayList<>();
    double low = 1;
    double high = 1;
    for (int i = 0; i < levels.size(); i++) {
      if (i > 0) {
        Sample before = levels.get(i - 1).throughput();
        Sample after = levels.get(i).throughput();
        double ratio = after.median() / before.median();
        Interval growth = BootstrapMedian.ratio(before, after).orElse(new Interval(ratio, ratio));
        low *= growth.low();
        high *= growth.high();
      }
      least.add(new ThroughputPoint(levels.get(i).concurrency(), low));
      most.add(new ThroughputPoint(levels.get(i).concurrency(), high));
    }
    return Knee.of(least)
        .flatMap(earliest -> Knee.of(most).map(latest -> new KneeInterval(earliest, latest)));
  }

  /** Whether the trials agree on one; the page reads it as {@code decided}. */
  public boolean isDecided() {
    return earliest.equals(latest);
  }
}
