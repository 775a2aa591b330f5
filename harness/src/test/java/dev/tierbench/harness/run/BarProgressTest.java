package dev.tierbench.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.run.Tier;
import dev.tierbench.run.protocol.LiveState;
import dev.tierbench.run.protocol.LoadEvent;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BarProgressTest {

  private static LiveState.Second second(long ok, Optional<Double> p99Ms, Optional<Double> cores) {
    LiveState.Requests counted = LiveState.Requests.of(LoadEvent.second(0, "measure", 1, ok, 0), 1);
    return new LiveState.Second(
        0,
        "01-a",
        "200",
        "measure",
        new LiveState.Requests(1, ok, 0, counted.throughputRps(), Optional.empty(), p99Ms, 1),
        List.of(new LiveState.TierCpu(Tier.SERVER, "server", cores, cores)));
  }

  @Test
  void theLastSecondIsShownWithTheThroughputBeforeIt() {
    LastSeconds seconds = new LastSeconds(true);
    seconds.add(second(0, Optional.empty(), Optional.empty()));
    assertThat(seconds.text()).isEqualTo("0 req/s  p99 –  CPU –  ▁");
    seconds.add(second(7_850, Optional.of(70.4), Optional.of(0.5)));
    seconds.add(second(15_700, Optional.of(61.2), Optional.of(1.02)));
    assertThat(seconds.text()).isEqualTo("15,700 req/s  p99 61.2 ms  CPU 1.02  ▁▅█");
  }

  @Test
  void aTerminalThatCannotShowASparklineGetsNone() {
    assertThat(LastSeconds.canShow(StandardCharsets.US_ASCII)).isFalse();
    assertThat(LastSeconds.canShow(StandardCharsets.UTF_8)).isTrue();
    LastSeconds seconds = new LastSeconds(false);
    seconds.add(second(100, Optional.of(61.2), Optional.of(1.0)));
    assertThat(seconds.text()).isEqualTo("100 req/s  p99 61.2 ms  CPU 1.00");
  }

  @Test
  void theBarGivesWayFirstAndTheLineNeverWraps() {
    String what = "01-tomcat-platform at 200  15,700 req/s  p99 61.2 ms";
    assertThat(BarProgress.line(30, 60, what, 120))
        .isEqualTo("[==========          ]  50% 00:30 of about 01:00  " + what);
    assertThat(BarProgress.line(30, 60, what, 80)).startsWith(" 50% 00:30").endsWith("61.2 ms");
    assertThat(BarProgress.line(90, 60, what, 40)).startsWith("100%").hasSize(40);
    assertThat(BarProgress.line(0, 0, "", 0)).isEmpty();
  }
}
