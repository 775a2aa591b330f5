package dev.tierbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.run.file.RunFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What a reader asks first, as docs/reading-a-report.md lists it, is answered at the top. */
class FirstPageTest {

  private static final int LOW = 200;
  private static final int TOP = 2_600;
  private static final int TRIALS = 5;

  @TempDir Path temp;
  private JsonNode page;

  @BeforeEach
  void write() throws IOException {
    RunGenerator generator = RunGenerator.fiveTrials(7, 1);
    generator.levels = List.of(LOW, TOP);
    Path root = generator.write(temp.resolve("run"));
    for (int trial = 1; trial <= 2 * TRIALS; trial++) {
      for (String server : List.of(RunGenerator.TOMCAT, RunGenerator.NETTY)) {
        RunFolder.Step step = RunGenerator.step(root, "%02d-%s".formatted(trial, server), TOP);
        if (step.checks().toFile().exists()) {
          RunGenerator.limit(
              step, "the server's cores", trial % 2 == 0 ? "97 % busy" : "99 % busy");
        }
      }
    }
    page = ReportPageTest.report(root);
  }

  private String sentence(String topic) {
    return ReportPageTest.finding(page, topic).path("sentence").asString();
  }

  @Test
  void whoWins() {
    assertThat(sentence("Who wins"))
        .startsWith("At 2,600 concurrent requests: webflux-reactor throughput ");
  }

  /** The difference with its interval, what is the same, and of how many trials that is. */
  @Test
  void byHowMuchAndHowSure() {
    Pattern more =
        Pattern.compile(
            "at 2,600 concurrent requests webflux-reactor has \\d+ % more throughput"
                + " \\(\\d+ % to \\d+ %\\)");
    assertThat(sentence("In short"))
        .containsPattern(more)
        .contains("at 200 concurrent requests", "both have the same throughput", "(within 5.0 %)");
    assertThat(sentence("How sure"))
        .isEqualTo(
            "5 trials of each server, each with a fresh JVM; brackets have 95 % intervals over"
                + " them.");
  }

  @Test
  void whatTheWorkCost() {
    assertThat(sentence("Who wins")).containsPattern("CPU [\\d.]+ µs/req");
    assertThat(sentence("What was counted"))
        .contains("context switches ", "futex calls ", "syscalls ");
  }

  /** With the evidence of one trial, where all have the same cause. */
  @Test
  void whatLimitsEach() {
    assertThat(sentence("What limits each"))
        .startsWith("At 2,600 concurrent requests: ")
        .contains("tomcat-platform", "webflux-reactor", "the server's cores (9")
        .doesNotContain(" or ");
    assertThat(sentence("Where each breaks"))
        .startsWith("tomcat-platform, webflux-reactor beyond 200 concurrent: less than half");
  }

  @Test
  void whetherItCounts() {
    assertThat(sentence("Where each breaks")).endsWith("no step failed its checks.");
    assertThat(page.path("key_findings").path("steps").path("valid").intValue()).isEqualTo(20);
  }
}
