package dev.tierbench.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.harness.EarlierRuns;
import dev.tierbench.harness.Plans;
import dev.tierbench.harness.preflight.Installation;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.plan.Manifest;
import dev.tierbench.run.plan.Plan;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RunExecutionTest {

  @TempDir Path folder;
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

  private int carryOut(RunExecution.Trials trials) throws IOException {
    Plan.Pinning pinning = new Plan.Pinning("off", Map.of(), "");
    Manifest manifest =
        EarlierRuns.of(
            Plans.sweep(List.of("tomcat-platform"), List.of(5), pinning, Map.of(), Map.of()));
    return new RunExecution(
            new RunFolder(folder),
            RunLock.of(folder),
            manifest,
            new Installation(folder.resolve("none"), Path.of(System.getProperty("java.home"))),
            "--resume DIR --hosts hosts.yml",
            new PrintStream(printed, true, StandardCharsets.UTF_8))
        .carryOut(new SilentProgress(), trials);
  }

  private String text() {
    return printed.toString(StandardCharsets.UTF_8);
  }

  private Manifest left() throws IOException {
    return RunJson.read(new RunFolder(folder).manifest(), Manifest.class);
  }

  private static Stream<Throwable> defects() {
    return Stream.of(
        new IllegalStateException("first\nsecond", new IOException("why")),
        new OutOfMemoryError("Java heap space"),
        new StackOverflowError());
  }

  @ParameterizedTest
  @MethodSource("defects")
  void anErrorOfTheProgramLeavesAStateAReasonAndAReport(Throwable defect) throws IOException {
    int exit =
        carryOut(progress -> {
          if (defect instanceof Error error) {
            throw error;
          }
          throw (RuntimeException) defect;
        });
    assertThat(exit).isEqualTo(1);
    assertThat(left().state()).isEqualTo(Manifest.State.FAILED);
    assertThat(left().finishedAt()).isPresent();
    assertThat(left().caveats())
        .singleElement()
        .satisfies(caveat ->
            assertThat(caveat.what()).contains(defect.getClass().getName()).doesNotContain("\n"));
    assertThat(text())
        .contains("earlier broke off: an error of the program, " + defect.getClass().getName())
        .contains("warning: report.html or the summary is missing") // which was to be made
        .doesNotContain("\tat ");
    assertThat(Files.readString(folder.resolve(Defect.FILE))).contains("\tat ");
    RunLock.of(folder).close();
  }

  @Test
  void theCauseOfAnErrorIsNamed() throws IOException {
    int exit =
        carryOut(progress -> {
          throw new IllegalArgumentException("roles", new IOException("no such file"));
        });
    assertThat(exit).isEqualTo(1);
    assertThat(text()).contains("roles, cause: java.io.IOException: no such file");
  }

  @Test
  void anInterruptedRunPrintsWhatFinishesIt() throws IOException {
    int exit =
        carryOut(progress -> {
          throw new InterruptedException();
        });
    assertThat(exit).isEqualTo(Cancellation.EXIT_CODE);
    assertThat(left().state()).isEqualTo(Manifest.State.PARTIAL);
    assertThat(text()).contains("finish it with: --resume DIR --hosts hosts.yml");
  }
}
