package dev.tierbench.harness.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.harness.EarlierRuns;
import dev.tierbench.harness.HarnessProgram;
import dev.tierbench.harness.Plans;
import dev.tierbench.harness.http.SweepCommand;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.descriptor.SuiteDescriptor;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.plan.HttpPlan;
import dev.tierbench.run.plan.Plan;
import dev.tierbench.run.plan.SuitePlan;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class SuiteCommandTest {

  private static final double MINUTES = 60;

  private final StringWriter err = new StringWriter();

  private int suite(String... args) {
    return HarnessProgram.commandLine(new SuiteCommand())
        .setErr(new PrintWriter(err))
        .execute(args);
  }

  private static String[] dryRun(String... args) {
    return Stream.concat(Stream.of("--home", "..", "--dry-run"), Stream.of(args))
        .toArray(String[]::new);
  }

  private static Stream<List<String>> everySuiteAndPreset() {
    return SuitePlans.SUITES.keySet().stream()
        .flatMap(suite ->
            Stream.of("quick", "standard", "full", "published")
                .map(preset -> List.of(suite, preset)));
  }

  @ParameterizedTest
  @MethodSource("everySuiteAndPreset")
  void everyPresetOfEverySuiteMakesAPlan(List<String> names) {
    assertThat(suite(dryRun(names.getFirst(), "--preset", names.getLast()))).isZero();
    SuitePlan plan = SuitePlans.plan(names.getFirst(), "--preset", names.getLast());
    assertThat(plan.common().preset()).isEqualTo(names.getLast());
    assertThat(plan.subjects()).isNotEmpty().doesNotHaveDuplicates();
    assertThat(plan.cells()).isNotEmpty().doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @ValueSource(strings = {"quick", "standard", "full", "published"})
  void allSuitesArePlannedTogether(String preset) {
    assertThat(suite(dryRun("all", "--preset", preset))).isZero();
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void quickRunsOfAllSuitesAreOverInSixMinutes() {
    double seconds =
        SuitePlans.SUITES.keySet().stream()
            .map(SuitePlans::plan)
            .map(SuitePlans::predictions)
            .mapToDouble(every -> SuiteRun.missingSeconds(Optional.empty(), every))
            .sum();
    assertThat(seconds).isBetween(2 * MINUTES, 6 * MINUTES);
  }

  @Test
  void aPlanInWordsStatesWhatIsOnlyPredicted() {
    SuitePlan plan = SuitePlans.plan("sleeps", "--impl", "parallel", "--size", "10,100");
    assertThat(SuitePlanText.lines(SuitePlans.predictions(plan), 6))
        .anyMatch(line -> line.contains("2 cells") && line.contains("1 only predicted"))
        .anyMatch(line -> line.contains("reactor-parallel"))
        .anyMatch(line -> line.contains("-Xmx4g"))
        .anyMatch(line -> line.contains("about 00:06"));
  }

  @Test
  void optionsChangeThePreset() {
    SuitePlan plan =
        SuitePlans.plan(
            "streams",
            "--preset=standard",
            "--impl=rxjava3,loop",
            "--case=range",
            "--size=1000,1,1000",
            "--trials=2",
            "--budget=2m",
            "--no-observe");
    assertThat(plan.subjects()).containsExactly("rxjava3", "loop");
    assertThat(plan.cells())
        .containsExactly(SuiteDescriptor.cell("range", 1), SuiteDescriptor.cell("range", 1_000));
    assertThat(plan.common().trials()).isEqualTo(2);
    assertThat(plan.budgetSeconds()).isEqualTo(120);
    assertThat(plan.engines().trace()).isEmpty();
  }

  @Test
  void aCaseOutsideThePresetCanBeNamed() {
    assertThat(SuitePlans.plan("executors", "--case", "lists").cells())
        .containsExactly(SuiteDescriptor.cell("lists", 100));
  }

  @Test
  void aControlIsOfItsOneImplementation() {
    SuitePlan standard = SuitePlans.plan("executors", "--preset", "standard");
    Parameters control = SuiteDescriptor.cell("park-1ms", 100);
    assertThat(standard.cells("direct-invoke")).contains(control);
    assertThat(standard.cells("virtual")).doesNotContain(control).hasSize(5);
    assertThat(SuitePlans.plan("executors", "--case", "park-1ms").subjects())
        .containsExactly("direct-invoke");
    assertThat(suite(dryRun("executors", "--impl", "virtual", "--case", "park-1ms"))).isEqualTo(2);
    assertThat(err.toString()).contains("virtual", "control", "direct-invoke");
  }

  @Test
  void anotherHeapIsAVariantAndTheControlIsOfTheFirst() {
    SuitePlan plan = SuitePlans.plan("sleeps", "--impl=jdk-virtual+-Xmx64m,parallel", "--aa");
    assertThat(plan.subjects())
        .containsExactly("jdk-virtual+Xmx64m", "reactor-parallel", "jdk-virtual+Xmx64m-aa");
    assertThat(plan.variant("jdk-virtual+Xmx64m-aa").jvmOptions()).containsExactly("-Xmx64m");
    assertThat(plan.implementation("jdk-virtual+Xmx64m-aa").perTask().micros()).isEqualTo(3);
  }

  @Test
  void onlyTasksNeedTheEchoTier() {
    assertThat(SuitePlans.plan("tasks", "--echo-port=17081").settings())
        .containsExactlyInAnyOrderEntriesOf(Map.of("echo_port", "17081", "echo_delay_ms", "50"));
    assertThat(SuitePlans.plan("sleeps").settings()).isEmpty();
  }

  @Test
  void aPlanStatesADatabaseThatTheRunStarts() {
    assertThat(SuitePlans.plan("tasks", "--database=postgres").settings())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "database", "postgres",
                "database_port", "5442",
                "pool", "20",
                "echo_port", "8081",
                "echo_delay_ms", "50"));
    assertThat(SuitePlans.plan("tasks", "--database=sqlite").settings())
        .isEqualTo(SuitePlans.plan("tasks").settings());
  }

  @Test
  void aDatabaseIsTypedAgainToResume(@TempDir Path folder) {
    RunJson.write(
        new RunFolder(folder).manifest(),
        EarlierRuns.of(SuitePlans.plan("tasks", "--database=postgres", "--database-port=17542")));
    assertThat(suite(dryRun("--resume", folder.toString(), "--database=postgres")))
        .as(err.toString())
        .isZero();
    assertThat(suite(dryRun("--resume", folder.toString()))).isEqualTo(1);
    assertThat(err.toString())
        .contains("database: the run folder says postgres", "type --database");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "naps",
        "sleeps --impl=jdk",
        "sleeps --impl=jdk-virtual,jdk-virtual",
        "sleeps --impl=jdk-virtual@/nonexistent",
        "sleeps --case=sleep",
        "sleeps --size=0",
        "sleeps --size=1e3",
        "sleeps --size=100000000",
        "sleeps --preset=slow",
        "sleeps --budget=10",
        "sleeps --budget=0s",
        "sleeps --trials=0",
        "sleeps --trials=many",
        "tasks --echo-port=0",
        "tasks --echo-port=65536",
        "tasks --database=mysql",
        "tasks --database=postgres --database-port=0",
        "tasks --database=postgres --database-port=8081",
        "sleeps --database=postgres",
        "all --database=postgres",
        "sleeps --nonsense",
        "sleeps --name=a/b",
        "sleeps streams",
        "all --impl=jdk-virtual",
        "all --case=range",
        "--size=10"
      })
  void aUsageErrorIsOneLineAndExitCode2(String line) {
    assertThat(suite(dryRun(line.split(" ", -1)))).describedAs(err.toString()).isEqualTo(2);
    assertThat(err.toString().strip().lines()).singleElement().asString().startsWith("suite: ");
  }

  @Test
  void anErrorNamesWhatThereIs() {
    suite(dryRun("naps"));
    assertThat(err.toString()).contains("executors, sleeps, streams, tasks, or all");
    suite(dryRun("sleeps", "--case", "nap"));
    assertThat(err.toString()).contains("unknown case 'nap': expected one of sleep-1s");
    suite(dryRun("sleeps", "--impl", "nap"));
    assertThat(err.toString()).contains("bounded-elastic (reactor-bounded-elastic)");
    suite(dryRun("--impl", "loop"));
    assertThat(err.toString()).contains("name it first, one of executors, sleeps, streams, tasks");
  }

  @Test
  void aSweepIsResumedByItsOwnCommand(@TempDir Path folder) {
    Plan.Pinning pinning = new Plan.Pinning("off", Map.of(), "");
    HttpPlan sweep =
        Plans.sweep(List.of("tomcat-platform"), List.of(5), pinning, Map.of(), Map.of());
    RunJson.write(new RunFolder(folder).manifest(), EarlierRuns.of(sweep));
    assertThat(suite("--resume", folder.toString())).isEqualTo(2);
    assertThat(err.toString())
        .isEqualToIgnoringNewLines(
            "suite: " + folder + " is a sweep: ./scripts/sweep.sh --resume " + folder);
  }

  @Test
  void aRunOfASuiteIsNoSweepToResume(@TempDir Path folder) {
    RunJson.write(new RunFolder(folder).manifest(), EarlierRuns.of(SuitePlans.plan("sleeps")));
    CommandLine sweep = HarnessProgram.commandLine(new SweepCommand()).setErr(new PrintWriter(err));
    assertThat(sweep.execute("--resume", folder.toString())).isEqualTo(2);
    assertThat(err.toString())
        .isEqualToIgnoringNewLines(
            "sweep: "
                + folder
                + " is a run of the suite sleeps: ./scripts/suite.sh --resume "
                + folder);
  }

  @Test
  void theRestOfARunIsPlannedByItsOwnPlan(@TempDir Path folder) {
    RunJson.write(new RunFolder(folder).manifest(), EarlierRuns.of(SuitePlans.plan("sleeps")));
    assertThat(suite(dryRun("--resume", folder.toString()))).isZero();
    SuitePlan plan = SuitePlans.plan("sleeps", "--impl=jdk-virtual", "--size=10,100");
    Predictions predictions = SuitePlans.predictions(plan);
    RunFolder run = new RunFolder(folder);
    double all = SuiteRun.missingSeconds(Optional.empty(), predictions);
    Parameters done = plan.cells().getFirst();
    RunJson.write(
        run.trial("01-jdk-virtual").step(done).checks(),
        dev.tierbench.run.record.Checks.of("rules", List.of()));
    assertThat(all - SuiteRun.missingSeconds(Optional.of(run), predictions))
        .isEqualTo(predictions.cellSeconds("jdk-virtual", done, 1));
  }

  /** What somebody else wrote into the plan of a run. */
  private void edited(Path folder, String from, String to) throws IOException {
    Path manifest = new RunFolder(folder).manifest();
    String text = Files.readString(manifest);
    assertThat(text).contains(from);
    Files.writeString(manifest, text.replace(from, to));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"java_home\" : null|\"java_home\" : \"/tmp/planted\"|JDK of virtual: the run folder says /tmp/planted",
        "\"-XX:+UseG1GC\"|\"-agentpath:/tmp/planted\"|options of the JVMs",
        "\"-XX:+UseSerialGC\"|\"-agentpath:/tmp/planted\"|options of the JVMs",
        "\"operation\" :|\"operation\" : \"x\", \"y\" :|the descriptor of the suite tasks is not the one",
        "\"suite\" : \"tasks\"|\"suite\" : \"other\"|the descriptor of the suite other is not the one",
        "\"virtual\" ]|\"x/../../planted\" ]|invalid subject 'x/../../planted'",
        "\"echo_delay_ms\" : \"50\"|\"echo_delay_ms\" : \"50ms --host=0.0.0.0\"|settings of the tiers",
        "\"size\" : \"10\"|\"size\" : \"../../planted\"|invalid parameter",
      })
  void whatIsRunIsNotTakenFromTheFolder(String from, String to, String reason, @TempDir Path folder)
      throws IOException {
    SuitePlan plan = SuitePlans.plan("tasks", "--impl=virtual", "--size=10");
    RunJson.write(new RunFolder(folder).manifest(), EarlierRuns.of(plan));
    edited(folder, from, to);
    assertThat(suite(dryRun("--resume", folder.toString()))).isNotZero();
    assertThat(err.toString().strip().lines()).singleElement().asString().contains(reason);
  }

  @Test
  void variantsOfAResumedRunAreTypedAgain(@TempDir Path folder) {
    String typed = "--impl=jdk-virtual+-Xmx64m,parallel";
    RunJson.write(
        new RunFolder(folder).manifest(), EarlierRuns.of(SuitePlans.plan("sleeps", typed)));
    assertThat(suite(dryRun("--resume", folder.toString(), typed))).as(err.toString()).isZero();
    assertThat(suite(dryRun("--resume", folder.toString()))).isEqualTo(1);
    assertThat(err.toString()).contains("type --impl again");
  }

  @Test
  void aResumedRunTakesNeitherASuiteNorAnotherPlan() {
    assertThat(suite("sleeps", "--resume", "/nonexistent")).isEqualTo(2);
    assertThat(err.toString()).contains("drop sleeps");
    assertThat(suite("--resume", "/nonexistent", "--budget", "1m")).isEqualTo(2);
    assertThat(err.toString()).contains("drop --budget");
  }

  @Test
  void aFolderThatIsNoRunIsNamed() {
    assertThat(suite("--resume", "/nonexistent")).isEqualTo(1);
    assertThat(err.toString()).isEqualTo("suite: /nonexistent is not a folder\n");
  }

  @Test
  void helpShowsExamplesAndExitCodes() {
    StringWriter out = new StringWriter();
    assertThat(
            HarnessProgram.commandLine(new SuiteCommand())
                .setOut(new PrintWriter(out))
                .execute("--help"))
        .isZero();
    assertThat(out.toString())
        .contains("suite.sh all --preset quick", "130", "--resume", "--budget");
  }
}
