package dev.tierbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.report.Programs.Ended;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.file.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three runs, in which the second server has a fourth, a half and all of the CPU of the first. */
class ChainCommandTest {

  private static final Parameters AT = Parameters.concurrency(800);
  private static final int TRIALS = 3;

  @TempDir Path temp;
  private final List<String> runs = new ArrayList<>();

  @BeforeEach
  void write() throws IOException {
    runs.add(write("20260101T000000Z-published", 0.25));
    runs.add(write("20260101T010000Z-warm", 0.5));
    runs.add(write("20260101T020000Z-kept", 1));
  }

  private String write(String name, double ratio) throws IOException {
    return write(name, ratio, List.of(RunGenerator.TOMCAT, RunGenerator.NETTY));
  }

  private String write(String name, double ratio, List<String> servers) throws IOException {
    RunGenerator generator = new RunGenerator();
    generator.servers = servers;
    generator.trials = TRIALS;
    generator.levels = List.of(200, 800);
    Path run = generator.write(temp.resolve(name));
    RunFolder folder = new RunFolder(run);
    try (var trials = Files.list(folder.trials())) {
      for (Path trial : trials.sorted().toList()) {
        String found = trial.getFileName().toString();
        double noise = 1 + 0.01 * (Integer.parseInt(found.substring(0, 2)) % TRIALS);
        double cpu = 100 * noise * (found.endsWith(RunGenerator.NETTY) ? ratio : 1);
        Path values = folder.trial(found).step(AT).measurements();
        Files.writeString(
            values,
            Files.readString(values)
                .replaceFirst("\"cpu_us_per_op\" : [0-9.]+", "\"cpu_us_per_op\" : " + cpu));
      }
    }
    return run.toString();
  }

  private Ended chain(List<String> folders, String... more) {
    List<String> words = new ArrayList<>(List.of("chain"));
    words.addAll(folders);
    words.addAll(List.of("--html", temp.resolve("chain.html").toString()));
    words.addAll(List.of(more));
    return Programs.run(words);
  }

  @Test
  void eachChoiceHasItsFactorAndItsShareOfTheFirstDifference() throws IOException {
    Ended ended = chain(runs, "--level", "800", "--metric", "cpu_us_per_op");
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    List<String> lines = ended.out().lines().toList();
    assertThat(lines.getFirst()).isEqualTo("CPU, µs/req");
    assertThat(row(lines, "published")).contains("×0.25", "6 of 6").doesNotContain("50 %");
    assertThat(row(lines, "warm")).contains("×0.5", "×2", "50 %");
    assertThat(row(lines, "kept")).contains("×2", "50 %", "6 of 6");
    assertThat(row(lines, "left")).contains("0 %");
    assertThat(Files.readString(temp.resolve("chain.html")))
        .contains("<svg", "What each choice does", ">warm<", "×0.25");
  }

  /** Which server a command line names first says nothing of which is divided by which. */
  @Test
  void aServerKeepsItsSide() throws IOException {
    List<String> turned =
        List.of(
            runs.getFirst(),
            write("20260101T010000Z-turned", 0.5, List.of(RunGenerator.NETTY, RunGenerator.TOMCAT)),
            runs.getLast());
    Ended ended = chain(turned, "--level", "800", "--metric", "cpu_us_per_op");
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    List<String> lines = ended.out().lines().toList();
    assertThat(row(lines, "turned")).contains("×0.50", "×2.0", "6 of 6");
    assertThat(row(lines, "kept")).contains("×0.99", "×1.9", "6 of 6");
  }

  private static String row(List<String> lines, String label) {
    return lines.stream().filter(line -> line.startsWith(label)).findFirst().orElseThrow();
  }

  @Test
  void markdownHasATableForEachMetric() {
    Ended ended = chain(runs, "--level", "800", "--format", "md");
    assertThat(ended.out()).contains("### CPU, µs/req", "### mean latency, ms", "| warm | ×0.5");
  }

  @Test
  void asCsvARunIsARow() {
    Ended ended = chain(runs, "--level", "800", "--format", "csv", "--metric", "cpu_us_per_op");
    assertThat(ended.out().lines())
        .startsWith("run,valid,cpu_us_per_op,cpu_us_per_op_min,cpu_us_per_op_max")
        .hasSize(4)
        .anyMatch(line -> line.startsWith("warm,6 of 6,0.49"));
  }

  /** A step that failed its checks is what a chain may begin with. */
  @Test
  void stepsThatFailedCountAndAreCounted() throws IOException {
    Path checks =
        new RunFolder(Path.of(runs.getFirst()))
            .trial("01-" + RunGenerator.TOMCAT)
            .step(AT)
            .checks();
    Files.writeString(
        checks,
        Files.readString(checks)
            .replaceFirst("\"verdict\" : \"[A-Z]+\"", "\"verdict\" : \"FAIL\""));
    Ended ended = chain(runs, "--level", "800", "--metric", "cpu_us_per_op");
    assertThat(row(ended.out().lines().toList(), "published")).contains("×0.25", "5 of 6");
  }

  @Test
  void whatIsNoChainIsAnErrorOfUsage() {
    assertThat(chain(runs.subList(0, 1)).err()).contains("a chain has two runs or more");
    Ended several = chain(runs);
    assertThat(several.exitCode()).isEqualTo(2);
    assertThat(several.err()).contains("choose one with --level, such as --level 800");
    assertThat(chain(runs, "--level", "300").err()).contains("no level or rate that all runs have");
  }
}
