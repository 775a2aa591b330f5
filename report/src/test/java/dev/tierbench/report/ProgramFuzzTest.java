package dev.tierbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.run.Fuzz;
import dev.tierbench.run.file.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The whole program over a run folder with one damaged file: it ends with a known code, foresees
 * each damage and writes nothing outside the folder.
 */
@Tag("fuzz")
class ProgramFuzzTest {

  /** A run of the program costs so many inputs of a parser. */
  private static final int COST = 2_000;

  @TempDir Path temp;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "manifest.json",
        "trials/01-tomcat-platform/settings.json",
        "trials/01-tomcat-platform/warmup.json",
        "trials/01-tomcat-platform/steps/concurrency=0800/load.json",
        "trials/01-tomcat-platform/steps/concurrency=0800/tiers.json",
        "trials/01-tomcat-platform/steps/concurrency=0800/measurements.json",
        "trials/01-tomcat-platform/steps/concurrency=0800/checks.json",
        "trials/01-tomcat-platform/steps/concurrency=0800/observation.json",
        "trials/01-tomcat-platform/steps/concurrency=0800/profile.json",
        "trials/01-tomcat-platform/steps/concurrency=0800/cpu.collapsed",
        "trials/01-tomcat-platform/steps/concurrency=0800/threads.csv",
        "trials/01-tomcat-platform/steps/concurrency=0800/syscalls.csv",
        "trials/01-tomcat-platform/steps/concurrency=0800/latency.hlog"
      })
  void aSweepWithADamagedFile(String name) throws IOException {
    RunGenerator generator = RunGenerator.profiled();
    generator.trials = 2;
    feed(generator.write(temp.resolve("run")), name);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "manifest.json",
        "trials/01-jdk-virtual/settings.json",
        "trials/01-jdk-virtual/steps/case=sleep-1s,size=0010/work.json",
        "trials/01-jdk-virtual/steps/case=sleep-1s,size=0010/measurements.json"
      })
  void aSuiteWithADamagedFile(String name) throws IOException {
    SuiteGenerator generator = new SuiteGenerator();
    generator.trials = 2;
    feed(generator.write(temp.resolve("run")), name);
  }

  private void feed(Path run, String name) throws IOException {
    Path file = run.resolve(name);
    byte[] real = Files.readAllBytes(file);
    List<List<String>> commands =
        List.of(
            List.of("report", run.toString()),
            List.of("check", run.toString(), "--all"),
            List.of("compare", run.toString(), run.toString(), "--metric", "all"),
            List.of("compare", run.toString(), run.toString(), "--by", "role", "--format", "md"),
            List.of("report", "--predict", "cores=8", run.toString()));
    Fuzz.feed(
        List.of(real),
        Math.max(1, Fuzz.inputs() / COST),
        input -> {
          Files.write(file, input);
          commands.forEach(ProgramFuzzTest::assertForeseen);
        });
    try (Stream<Path> beside = Files.list(temp)) {
      assertThat(beside).containsExactly(run);
    }
    assertThat(new RunFolder(run).summaryCsv()).exists();
  }

  private static void assertForeseen(List<String> command) {
    Programs.Ended ended = Programs.run(command);
    assertThat(ended.exitCode()).as("%s: %s", command, ended.err()).isBetween(0, 3);
    assertThat(ended.err())
        .as("%s", command)
        .doesNotContain("\tat ", "shows where", "more memory")
        .doesNotContainPattern("[\\p{Cntrl}\\p{Cf}&&[^\\n]]");
    assertThat(ended.out()).doesNotContainPattern("[\\p{Cntrl}\\p{Cf}&&[^\\n]]");
  }
}
