package dev.tierbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.run.file.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
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
    for (String server : List.of(RunGenerator.TOMCAT, RunGenerator.NETTY)) {
      List<RunFolder.Step> steps = steps(root, server);
      steps.forEach(step -> RunGenerator.limit(step, "the server's cores", "97 % busy"));
    }
    List<RunFolder.Step> netty = steps(root, RunGenerator.NETTY);
    RunGenerator.limit(netty.getFirst(), "the echo delay", "mean service time 51 ms");
    RunGenerator.limit(netty.getLast(), "the echo delay", "mean service time 52 ms");
    page = ReportPageTest.report(root);
  }

  /** The steps of a server at the highest level, by trial. */
  private static List<RunFolder.Step> steps(Path root, String server) {
    return IntStream.rangeClosed(1, 2 * TRIALS)
        .mapToObj(trial -> RunGenerator.step(root, "%02d-%s".formatted(trial, server), TOP))
        .filter(step -> Files.exists(step.checks()))
        .toList();
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
        .isEqualTo("5 trials of each server, each with a fresh JVM; intervals are of 95 %.");
  }

  @Test
  void whatTheWorkCost() {
    assertThat(sentence("Who wins")).containsPattern("CPU [\\d.]+ µs/req");
    assertThat(sentence("What was counted"))
        .contains("context switches ", "futex calls ", "syscalls ");
  }

  /** A cause that all trials have is stated with the evidence of the first. */
  @Test
  void whatLimitsEach() {
    assertThat(sentence("What limits each"))
        .isEqualTo(
            "At 2,600 concurrent requests: tomcat-platform the server's cores (97 % busy);"
                + " webflux-reactor the echo delay in 2 of 5 trials, the server's cores in 3 of 5"
                + " trials.");
    assertThat(sentence("Where each breaks"))
        .startsWith("tomcat-platform, webflux-reactor scaling up to 200 concurrent, gaining less");
  }

  @Test
  void theAnswerComesFirst() {
    assertThat(page.path("key_findings").path("findings").valueStream())
        .extracting(finding -> finding.path("topic").asString())
        .containsExactly(
            "In short",
            "Who wins",
            "Where each breaks",
            "What limits each",
            "How sure",
            "What was counted");
  }

  @Test
  void whetherItCounts() {
    assertThat(sentence("Where each breaks")).endsWith("no step failed its checks.");
    assertThat(page.path("key_findings").path("steps").path("valid").intValue()).isEqualTo(20);
  }
}
