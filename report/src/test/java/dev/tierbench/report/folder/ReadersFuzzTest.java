package dev.tierbench.report.folder;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.metrics.Measurements;
import dev.tierbench.report.RunGenerator;
import dev.tierbench.report.SuiteGenerator;
import dev.tierbench.run.Fuzz;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.PhaseName;
import dev.tierbench.run.ProfileKind;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.plan.Manifest;
import dev.tierbench.run.plan.SuitePlan;
import dev.tierbench.run.record.Checks;
import dev.tierbench.run.record.LoadResult;
import dev.tierbench.run.record.Observation;
import dev.tierbench.run.record.Profile;
import dev.tierbench.run.record.Stacks;
import dev.tierbench.run.record.Tiers;
import dev.tierbench.run.record.TrialSettings;
import dev.tierbench.run.record.Warmup;
import dev.tierbench.run.record.Work;
import dev.tierbench.run.threads.SyscallTable;
import dev.tierbench.run.threads.ThreadTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Of a damaged file comes a record or a line that names it: no other exception, and no hang. */
@Tag("fuzz")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Execution(ExecutionMode.CONCURRENT)
class ReadersFuzzTest {

  private Path temp;
  private Path http;
  private Path suite;

  @BeforeAll
  void write(@TempDir Path folder) throws IOException {
    temp = folder;
    http = RunGenerator.profiled().write(temp.resolve("http"));
    suite = new SuiteGenerator().write(temp.resolve("suite"));
  }

  /** A folder for the inputs of one test, which others run beside. */
  private Path scratch() throws IOException {
    return Files.createTempDirectory(temp, "scratch");
  }

  static Stream<Arguments> records() {
    return Stream.of(
        Arguments.of("load.json", LoadResult.class, LoadResult.SCHEMA),
        Arguments.of("tiers.json", Tiers.class, Tiers.SCHEMA),
        Arguments.of("measurements.json", Measurements.class, Measurements.SCHEMA),
        Arguments.of("checks.json", Checks.class, Checks.SCHEMA),
        Arguments.of("observation.json", Observation.class, Observation.SCHEMA),
        Arguments.of("profile.json", Profile.class, Profile.SCHEMA),
        Arguments.of("settings.json", TrialSettings.class, TrialSettings.SCHEMA),
        Arguments.of("warmup.json", Warmup.class, Warmup.SCHEMA),
        Arguments.of("work.json", Work.class, Work.SCHEMA));
  }

  @ParameterizedTest
  @MethodSource("records")
  <T extends Record> void aRecordOrALine(String name, Class<T> type, String schema)
      throws IOException {
    Path scratch = scratch();
    Path file = scratch.resolve(name);
    Fuzz.feed(
        real(name),
        Fuzz.inputs(),
        input -> {
          Files.write(file, input);
          ReadProblems problems = new ReadProblems(scratch);
          boolean there = new JsonFiles(problems).read(file, type, schema).isPresent();
          assertThat(there || !problems.lines().isEmpty()).isTrue();
          assertLines(problems, name);
          ofHarness(() -> RunJson.read(file, type));
        });
  }

  @Test
  void aManifestOrALine() throws IOException {
    Path scratch = scratch();
    Path file = scratch.resolve("manifest.json");
    Fuzz.feed(
        List.of(
            Files.readAllBytes(new RunFolder(http).manifest()),
            Files.readAllBytes(new RunFolder(suite).manifest())),
        Fuzz.inputs(),
        input -> {
          Files.write(file, input);
          Run run = RunReader.read(scratch, RunReader.Depth.RECORDS);
          run.readProblems().forEach(line -> assertLine(line, "manifest.json"));
          touch(run);
          ofHarness(() -> RunJson.read(file, Manifest.class));
        });
  }

  /** Everything that a manifest is asked for. */
  private static void touch(Run run) {
    RunManifest manifest = run.manifest();
    assertThat(
            Stream.of(
                manifest.host(),
                manifest.layout(),
                manifest.containerNetworks(),
                manifest.generator(),
                manifest.caveats(),
                manifest.goal(),
                manifest.pinning(),
                manifest.verifications(),
                manifest.commandLine(),
                manifest.cores(),
                run.kind(),
                run.subjects(),
                run.operation(),
                run.axis(),
                run.suitePlan().map(SuitePlan::descriptor)))
        .doesNotContainNull();
  }

  @Test
  void threadsOrALine() throws IOException {
    Path scratch = scratch();
    RunFolder.Step step = new RunFolder.Step(scratch, Parameters.concurrency(1));
    Fuzz.feed(
        real("threads.csv"),
        Fuzz.inputs(),
        input -> {
          Files.write(step.threads(), input);
          ReadProblems problems = new ReadProblems(scratch);
          boolean there = new ThreadCsv(problems).read(step).isPresent();
          assertThat(there || !problems.lines().isEmpty()).isTrue();
          assertLines(problems, "threads.csv");
          ofHarness(() -> ThreadTable.read(step.threads()));
        });
  }

  @Test
  void systemCallsOrALine() throws IOException {
    Path scratch = scratch();
    RunFolder.Step step = new RunFolder.Step(scratch, Parameters.concurrency(1));
    Files.write(step.threads(), real("threads.csv").getFirst());
    Fuzz.feed(
        real("syscalls.csv"),
        Fuzz.inputs(),
        input -> {
          Files.write(step.syscalls(), input);
          ReadProblems problems = new ReadProblems(scratch);
          assertThat(new ThreadCsv(problems).read(step)).isPresent();
          assertLines(problems, "syscalls.csv");
          ofHarness(() -> SyscallTable.read(step.syscalls()));
        });
  }

  @Test
  void latenciesOrALine() throws IOException {
    Path scratch = scratch();
    Path file = scratch.resolve("latency.hlog");
    Fuzz.feed(
        real("latency.hlog"),
        Fuzz.inputs(),
        input -> {
          Files.write(file, input);
          ReadProblems problems = new ReadProblems(scratch);
          LatencyLog.read(file, PhaseName.MEASURE.id(), problems)
              .ifPresent(log -> assertThat(log.seconds()).isNotEmpty());
          assertLines(problems, "latency.hlog");
        });
  }

  @Test
  void stacksOrALine() throws IOException {
    Fuzz.feed(
        real(RunFolder.stacksName(ProfileKind.CPU)),
        Fuzz.inputs(),
        input -> {
          try {
            Stacks stacks = Stacks.parse(new String(input, StandardCharsets.UTF_8));
            assertThat(Stacks.parse(stacks.text())).isEqualTo(stacks);
          } catch (IllegalArgumentException e) {
            assertLine("cpu.collapsed: " + e.getMessage(), "cpu.collapsed");
          }
        });
  }

  /** A reader that throws what it declares. */
  private interface Reader {
    Object read() throws IOException;
  }

  private static void ofHarness(Reader reader) {
    try {
      assertThat(reader.read()).isNotNull();
    } catch (IOException e) {
      assertThat(e.getMessage()).isNotBlank();
    }
  }

  private static void assertLines(ReadProblems problems, String file) {
    problems.lines().forEach(line -> assertLine(line, file));
  }

  private static void assertLine(String line, String file) {
    assertThat(line).startsWith(file + ": ").doesNotContainPattern("[\\p{Cntrl}\\p{Cf}]");
    assertThat(line.length()).isLessThan(400);
  }

  /** The first files of that name in either run. */
  private List<byte[]> real(String name) throws IOException {
    try (Stream<Path> ofHttp = Files.walk(http);
        Stream<Path> ofSuite = Files.walk(suite)) {
      List<Path> found =
          Stream.concat(ofHttp, ofSuite)
              .filter(file -> file.getFileName().toString().equals(name))
              .limit(5)
              .toList();
      assertThat(found).isNotEmpty();
      return found.stream().map(ReadersFuzzTest::bytes).toList();
    }
  }

  private static byte[] bytes(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
