package dev.tierbench.loadgen.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tierbench.loadgen.TestRun;
import dev.tierbench.loadgen.plan.LoadPlan;
import dev.tierbench.loadgen.plan.PhasePlan;
import dev.tierbench.loadgen.plan.Quantities;
import dev.tierbench.run.Load;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OptionsTest {

  @Test
  void wrk2sFlagsKeepTheirMeaning() {
    LoadPlan plan =
        Plans.of(
            "-t2",
            "-c100",
            "-d30s",
            "-R2k",
            "-H",
            "X: y",
            "-L",
            "-U",
            "--timeout",
            "2s",
            "http://h:1/p");
    assertThat(plan.load()).isEqualTo(new Load.Open(2_000, "constant", 100));
    assertThat(plan.loops()).isEqualTo(2);
    assertThat(plan.phases()).containsExactly(new PhasePlan("measure", Duration.ofSeconds(30)));
    assertThat(new String(plan.target().encoded(), java.nio.charset.StandardCharsets.US_ASCII))
        .isEqualTo("GET /p HTTP/1.1\r\nHost: h:1\r\nX: y\r\n\r\n");
    assertThat(plan.timeout()).isEqualTo(Duration.ofSeconds(2));
  }

  @Test
  void aLoopForEachCoreHasConnectionsToServe() {
    int cores = Runtime.getRuntime().availableProcessors();
    assertThat(Plans.of("http://h", "-t", "all", "-c", "100000").loops()).isEqualTo(cores);
    assertThat(Plans.of("http://h", "-t", "all", "-c", "31").loops()).isEqualTo(1);
  }

  @Test
  void phasesAreTakenInOrder() {
    assertThat(Plans.of("http://h", "--phases", "settle=500ms,measure=1.5s").phases())
        .containsExactly(
            new PhasePlan("settle", Duration.ofMillis(500)),
            new PhasePlan("measure", Duration.ofMillis(1_500)));
  }

  @ParameterizedTest
  @CsvSource({"10,PT10S", "10s,PT10S", "2m,PT2M", "1h,PT1H", "250ms,PT0.25S", "0.5s,PT0.5S"})
  void durationsAreReadAsWrkReadsThem(String text, Duration duration) {
    assertThat(Quantities.duration(text)).isEqualTo(duration);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "s", "-1s", "1d", "1 s", "1e3s", "99999999999s"})
  void whatIsNoDurationIsRefused(String text) {
    assertThatThrownBy(() -> Quantities.duration(text)).hasMessageContaining("'" + text + "'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ftp://h/", "http://", "http://h:99999/", "http://h h/", "file"})
  void onlyAnHttpUrlCanBeDriven(String url) {
    if (url.equals("file")) {
      assertThat(Plans.of(url).target().hostAndPort()).isEqualTo("file:80");
    } else {
      assertThatThrownBy(() -> Plans.of(url)).isInstanceOf(IllegalArgumentException.class);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-c 0|connections must be 1 or more",
        "-c 2 -t 3|threads must be 1 to the number of connections",
        "-t two|invalid --threads 'two': expected a number, or 'all'",
        "--arrivals poisson|belongs to the open model",
        "-R 5 --start burst|belongs to the closed model",
        "--share 1/2|belongs to the open model",
        "-R 5 --share 3/2|invalid --share '3/2'",
        "-R 5 --share 2|invalid --share '2'",
        "--phases a=1s,a=2s|two phases are named a",
        "--phases a|NAME=DURATION",
        "--phases a=0s|above zero",
        "--phases a=1s -d 5s|takes the place",
        "--timeout 0s|time-out must be 1 ms to 1 h",
        "--timeout 2h|time-out must be 1 ms to 1 h",
        "--events --json|takes stdout",
        "-R 0|rate must be positive",
        "-H Connection:close --requests-per-connection 2|ends a connection after one request",
      })
  void aUsageErrorIsNamed(String arguments, String reason) {
    assertThatThrownBy(() -> TestRun.plan("http://h " + arguments))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(reason);
  }

  @Test
  void aPathOutsideAsciiIsEncoded() {
    assertThat(
            new String(
                Plans.of("http://h/\u00e9").target().encoded(),
                java.nio.charset.StandardCharsets.US_ASCII))
        .startsWith("GET /%C3%A9 HTTP/1.1\r\n");
  }

  @Test
  void aHeaderCannotSmuggleASecondOne() {
    assertThatThrownBy(() -> Plans.of("http://h", "-H", "a: b\r\nc: d"))
        .hasMessageContaining("'Name: value'");
  }
}
