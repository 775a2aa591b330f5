package dev.tierbench.harness.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.harness.preflight.Installation;
import dev.tierbench.harness.tier.DatabaseAccess;
import dev.tierbench.observer.host.child.ChildCommand;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.descriptor.SuiteDescriptor;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.plan.SuitePlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkerCommandsTest {

  @TempDir Path folder;

  private List<String> worker(SuitePlan plan, String subject, Parameters cell, boolean traced)
      throws IOException {
    return command(plan, subject, cell, traced, Optional.empty()).program();
  }

  private ChildCommand command(
      SuitePlan plan,
      String subject,
      Parameters cell,
      boolean traced,
      Optional<DatabaseAccess> database)
      throws IOException {
    Installation installation = new Installation(Path.of("/home"), Path.of("/jdk"));
    RunFolder.Step step = new RunFolder(folder).trial("01-" + subject).step(cell);
    return new WorkerCommands(installation, plan, folder, database)
        .worker(subject, cell, step, new WorkerCommands.Repeats(5, 3), traced);
  }

  @Test
  void aWorkerGetsTheHeapOfItsSuiteAndTheWorkOfItsCell() throws IOException {
    List<String> command =
        worker(
            SuitePlans.plan("sleeps", "--preset=standard"),
            "reactor-parallel",
            SuiteDescriptor.cell("sleep-1s", 10),
            true);
    assertThat(command)
        .startsWith("/jdk/bin/java", "-Xms4g", "-Xmx4g")
        .contains("-XX:+ExitOnOutOfMemoryError", "dev.tierbench.suite.worker.Worker")
        .contains(
            "/home/suite-java/target/suite-java.jar:/home/suite-kotlin/target/suite-kotlin.jar")
        .containsSubsequence("--implementation", "reactor-parallel", "--size", "10")
        .containsSubsequence("--warm-seconds", "4.0", "--warm-size", "5", "--repeats", "3")
        .containsSubsequence("--trace", "true");
  }

  @Test
  void aHeapOfAVariantIsItsFirstSizeToo() throws IOException {
    List<String> command =
        worker(
            SuitePlans.plan("sleeps", "--impl=jdk-virtual+-Xmx64m", "--aa"),
            "jdk-virtual+Xmx64m-aa",
            SuiteDescriptor.cell("sleep-1s", 10),
            false);
    assertThat(command)
        .contains("-Xms64m", "-Xmx64m")
        .doesNotContain("-Xms4g")
        .containsSubsequence("--implementation", "jdk-virtual");
    assertThat(command.lastIndexOf("-Xmx64m")).isGreaterThan(command.lastIndexOf("-Xmx4g"));
  }

  @Test
  void aCollectorOfAVariantReplacesThatOfTheSuite() throws IOException {
    List<String> command =
        worker(
            SuitePlans.plan("sleeps", "--impl=jdk-virtual+-XX:+UseZGC"),
            "jdk-virtual+UseZGC",
            SuiteDescriptor.cell("sleep-1s", 10),
            false);
    assertThat(command)
        .contains("-XX:+UseZGC", "-XX:+ExitOnOutOfMemoryError")
        .doesNotContain("-XX:+UseG1GC");
  }

  @Test
  void aForkOfJmhEndsWithItsHost() throws IOException {
    List<String> command =
        worker(SuitePlans.plan("streams"), "reactor", SuiteDescriptor.cell("range", 1_000), true);
    assertThat(command)
        .contains("org.openjdk.jmh.Main", "workload=range", "implementation=reactor", "size=1000")
        .containsSubsequence("-wi", "2", "-w", "300ms", "-i", "4", "-r", "300ms")
        .containsSubsequence("-jvm", folder.resolve("java").toString());
    assertThat(folder.resolve("java"))
        .isExecutable()
        .content()
        .as("JMH takes options apart at blanks, the wrapper does not")
        .contains("--pdeathsig KILL /jdk/bin/java -Xms1g -Xmx1g")
        .contains(" -Dtierbench.trace=true", " -Dtierbench.socket=")
        .endsWith(" \"$@\"\n");
    assertThat(Files.isDirectory(folder.resolve("trials"))).isTrue();
  }

  @Test
  void whatHasAModuleOfItsOwnFindsNoLibraryOfAnother() throws IOException {
    SuitePlan plan = SuitePlans.plan("streams", "--impl=reactor-2015,reactor");
    assertThat(worker(plan, "reactor-2015", SuiteDescriptor.cell("range", 1), false))
        .containsSubsequence("-cp", "/home/suite-vintage/target/suite-vintage.jar");
    assertThat(worker(plan, "reactor", SuiteDescriptor.cell("range", 1), false))
        .noneMatch(word -> word.contains("vintage"));
    assertThat(new SuiteReadiness(new Installation(folder, folder), plan).modules())
        .containsExactly("suite-java", "suite-kotlin", "suite-vintage");
  }

  @Test
  void aLimitOnThreadsStandsInFrontOfTheWorkerOfItsCaseAlone() throws IOException {
    SuitePlan plan = SuitePlans.plan("tasks", "--preset=published");
    assertThat(worker(plan, "rx-io", SuiteDescriptor.cell("thread-limit", 500), false))
        .startsWith("prlimit")
        .containsSubsequence("/jdk/bin/java", "-Xms2g");
    assertThat(worker(plan, "rx-io", SuiteDescriptor.cell("concurrent", 500), false))
        .startsWith("/jdk/bin/java");
  }

  @Test
  void tasksFindTheEchoTierAndADatabaseOfTheirOwn() throws IOException {
    List<String> command =
        worker(
            SuitePlans.plan("tasks", "--echo-port=17081"),
            "virtual",
            SuiteDescriptor.cell("concurrent", 10),
            false);
    assertThat(command)
        .contains("echo=http://127.0.0.1:17081/echo", "database=" + folder.resolve("tasks.db"));
  }

  @Test
  void theDatabaseOfTasksIsToldByItsAddressAndThePasswordByTheEnvironmentAlone()
      throws IOException {
    ChildCommand command =
        command(
            SuitePlans.plan("tasks", "--database=postgres", "--database-port=17542"),
            "virtual",
            SuiteDescriptor.cell("concurrent", 10),
            false,
            Optional.of(DatabaseAccess.own(17_542).withPassword("hidden")));
    assertThat(command.program())
        .contains("database=jdbc:postgresql://127.0.0.1:17542/tierbench", "user=tierbench")
        .contains("pool=20")
        .noneMatch(word -> word.contains("hidden"));
    assertThat(command.environment()).containsEntry("DATABASE_PASSWORD", "hidden");
  }
}
