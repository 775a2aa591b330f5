package dev.tierbench.harness.run;

import dev.tierbench.metrics.Numbers;
import dev.tierbench.run.Tier;
import dev.tierbench.run.protocol.LiveState;
import java.nio.charset.Charset;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The last second of a load in a few words, and the throughput before it as a sparkline. */
final class LastSeconds {

  private static final String BARS = "▁▂▃▄▅▆▇█";
  private static final int MOST = 12;

  private final boolean sparkline;
  private final Deque<LiveState.Second> seconds = new ArrayDeque<>();

  /**
   * @param sparkline whether the terminal can show one
   */
  LastSeconds(boolean sparkline) {
    this.sparkline = sparkline;
  }

  static boolean canShow(Charset charset) {
    return charset.canEncode() && charset.newEncoder().canEncode(BARS);
  }

  void add(LiveState.Second second) {
    seconds.add(second);
    if (seconds.size() > MOST) {
      seconds.removeFirst();
    }
  }

  void clear() {
    seconds.clear();
  }

  String text() {
    LiveState.Second last = seconds.getLast();
    return last.requests().throughputRps().map(Numbers::whole).orElse(Numbers.NOT_MEASURED)
        + " req/s  p99 "
        + last.requests().p99Ms().map(Numbers::duration).orElse(Numbers.NOT_MEASURED)
        + "  CPU "
        + serverCores(last)
            .map(cores -> String.format(Locale.ROOT, "%.2f", cores))
            .orElse(Numbers.NOT_MEASURED)
        + (sparkline ? "  " + bars() : "");
  }

  private static Optional<Double> serverCores(LiveState.Second second) {
    return second.cpu().stream()
        .filter(tier -> tier.tier() == Tier.SERVER)
        .findFirst()
        .flatMap(LiveState.TierCpu::cores);
  }

  /** A bar per second, from 0 to the highest of them; a second that was not measured is a gap. */
  private String bars() {
    double highest =
        seconds.stream()
            .flatMap(second -> second.requests().throughputRps().stream())
            .reduce(0.0, Math::max);
    return seconds.stream()
        .map(second -> second.requests().throughputRps().map(rps -> bar(rps, highest)).orElse(" "))
        .collect(Collectors.joining());
  }

  private static String bar(double value, double highest) {
    int level = highest > 0 ? (int) Math.round(value / highest * (BARS.length() - 1)) : 0;
    return BARS.substring(level, level + 1);
  }
}
