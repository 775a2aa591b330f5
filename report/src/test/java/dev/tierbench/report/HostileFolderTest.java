package dev.tierbench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.tierbench.run.ProfileKind;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.record.Stacks;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a folder that somebody prepared can make the report read, write or print: nothing more. */
class HostileFolderTest {

  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final String SECRET = "{\"auths\": \"S3CRET\"}";

  @TempDir Path temp;
  private Path root;
  private Path victim;
  private RunFolder.Step step;

  @BeforeEach
  void write() throws IOException {
    RunGenerator generator = new RunGenerator();
    generator.levels = List.of(200, 800);
    root = generator.write(temp.resolve("run"));
    step = RunGenerator.step(root, 800);
    victim = temp.resolve("victim");
    Files.writeString(victim, SECRET);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ".summary.csv.tmp",
        ".summary.md.tmp",
        ".report.html.tmp",
        "summary.csv",
        "summary.md",
        "report.html"
      })
  void noPlantedLinkIsWrittenThrough(String name) throws IOException {
    Files.createSymbolicLink(root.resolve(name), victim);
    assertThat(report().exitCode()).isZero();
    assertThat(victim).hasContent(SECRET);
    assertThat(Files.isSymbolicLink(root.resolve("summary.csv"))).isFalse();
    assertThat(Files.isSymbolicLink(root.resolve("report.html"))).isFalse();
  }

  @Test
  void plotsAreNotWrittenThroughALinkToAFolder() throws IOException {
    Path elsewhere = Files.createDirectory(temp.resolve("elsewhere"));
    Files.createSymbolicLink(root.resolve("plots"), elsewhere);
    Programs.Ended ended = report();
    assertThat(elsewhere).isEmptyDirectory();
    assertThat(ended.exitCode()).isEqualTo(1);
    assertThat(ended.err().lines()).singleElement().asString().contains("plots is a link");
    assertThat(root.resolve("summary.csv")).exists();
    assertThat(root.resolve("report.html")).exists();
  }

  @Test
  void aNamedFileThatIsALinkIsReplaced() throws IOException {
    Path page = temp.resolve("page.html");
    Files.createSymbolicLink(page, victim);
    assertThat(report("--out", page.toString()).exitCode()).isZero();
    assertThat(victim).hasContent(SECRET);
    assertThat(Files.isSymbolicLink(page)).isFalse();
  }

  @Test
  void aRunFolderMayBeNamedByALink() throws IOException {
    Path latest = Files.createSymbolicLink(temp.resolve("latest"), root);
    Programs.Ended ended = Programs.run("report", latest.toString());
    assertThat(ended.err()).isEmpty();
    assertThat(ended.exitCode()).isZero();
    assertThat(root.resolve("plots")).isDirectory();
  }

  @Test
  void aTrialThatIsALinkIsNamedAndLeftOut() throws IOException {
    Path other = new RunGenerator().write(temp.resolve("other"));
    Path trial = root.resolve("trials/01-" + RunGenerator.TOMCAT);
    Files.move(trial, temp.resolve("away"));
    Files.createSymbolicLink(trial, new RunFolder(other).trial("01-" + RunGenerator.TOMCAT).path());
    assertOneLineNaming("trials/01-tomcat-platform", "is a link", report());
  }

  @ParameterizedTest
  @ValueSource(strings = {"steps", "steps/concurrency=0800"})
  void aFolderInATrialThatIsALinkIsNamedAndLeftOut(String name) throws IOException {
    Path folder = root.resolve("trials/01-" + RunGenerator.TOMCAT).resolve(name);
    Path away = temp.resolve("away");
    Files.move(folder, away);
    Files.createSymbolicLink(folder, away);
    assertOneLineNaming(name, "is a link", report());
  }

  @Test
  void aTrialsFolderThatIsALinkIsNamedAndLeftOut() throws IOException {
    Files.move(root.resolve("trials"), temp.resolve("away"));
    Files.createSymbolicLink(root.resolve("trials"), temp.resolve("away"));
    assertOneLineNaming("trials", "is a link", Programs.run("check", root.toString()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "load.json",
        "tiers.json",
        "measurements.json",
        "checks.json",
        "observation.json",
        "latency.hlog"
      })
  void aFileThatIsALinkIsNamedAndNotRead(String name) throws IOException {
    link(step.path().resolve(name), Path.of("/dev/zero"));
    assertTimeoutPreemptively(LIMIT, () -> assertOneLineNaming(name, "is a link", report()));
  }

  @Test
  void tablesThatAreLinksAreNotRead() throws IOException {
    try (Stream<Path> trials = Files.list(new RunFolder(root).trials())) {
      for (Path trial : trials.toList()) {
        RunFolder.Step of = RunGenerator.step(root, trial.getFileName().toString(), 800);
        link(of.threads(), Path.of("/dev/zero"));
        link(of.syscalls(), Path.of("/dev/zero"));
      }
    }
    Programs.Ended ended = assertTimeoutPreemptively(LIMIT, () -> report());
    assertThat(ended.exitCode()).isZero();
    assertThat(ended.err().lines()).isNotEmpty().allMatch(line -> line.contains("is a link"));
  }

  @Test
  void aSecretBehindAManifestIsNotPublished() throws IOException {
    link(new RunFolder(root).manifest(), victim);
    Programs.Ended ended = report();
    assertThat(ended.err()).contains("manifest.json: cannot be read: the file is a link");
    assertThat(Files.readString(root.resolve("report.html"))).doesNotContain("S3CRET");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {SECRET, "{\"schema\": \"\", \"auths\": \"S3CRET\"}", "{\"schema\": \"x\"}"})
  void anObjectOfAnotherSchemaIsNotPublished(String json) throws IOException {
    Files.writeString(new RunFolder(root).manifest(), json);
    Files.writeString(step.path().resolve("../../settings.json"), json);
    Programs.Ended ended = report();
    assertThat(ended.exitCode()).isZero();
    assertThat(ended.err().lines())
        .hasSize(2)
        .allMatch(line -> line.contains("expected tierbench/"));
    assertThat(Files.readString(root.resolve("report.html"))).doesNotContain("auths");
  }

  @Test
  @Tag("process")
  void noPipeIsWaitedFor() throws Exception {
    Path manifest = new RunFolder(root).manifest();
    RunFolder.Trial trial = new RunFolder(root).trial("01-" + RunGenerator.TOMCAT);
    List<Path> files =
        List.of(
            manifest,
            trial.settings(),
            trial.warmup(),
            step.load(),
            step.tiers(),
            step.measurements(),
            step.checks(),
            step.observation(),
            step.threads(),
            step.latency());
    for (Path file : files) {
      Files.delete(file);
      assertThat(new ProcessBuilder("mkfifo", file.toString()).start().waitFor()).isZero();
    }
    for (String verb : List.of("report", "check")) {
      Programs.Ended ended =
          assertTimeoutPreemptively(LIMIT, () -> Programs.run(verb, root.toString()));
      assertThat(ended.err())
          .contains("manifest.json: cannot be read: the file is a pipe")
          .doesNotContain("\tat ");
    }
    Programs.Ended compared =
        assertTimeoutPreemptively(
            LIMIT, () -> Programs.run("compare", root.toString(), root.toString()));
    assertThat(compared.err().lines().filter(line -> line.contains("manifest.json"))).hasSize(1);
  }

  @Test
  void aFileThatIsTooLargeForItsKindIsNamedAndNotRead() throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(step.load().toFile(), "rw")) {
      file.setLength(1L << 40);
    }
    assertOneLineNaming("load.json", "larger than 16 MiB", report());
  }

  @Test
  void jsonThatIsNestedTooDeepIsNamed() throws IOException {
    edit(
        step.load(),
        text -> text.replaceFirst("\\{", "{\"a\": " + "[".repeat(400) + "]".repeat(400) + ","));
    assertOneLineNaming("load.json", "depth", report());
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e999", "-1e999", "\"NaN\"", "\"Infinity\"", "NaN", "\"12\"", "true"})
  void whatIsNoFiniteNumberIsNamedWithItsField(String number) throws IOException {
    edit(
        step.measurements(),
        text ->
            text.replaceFirst("\"throughput_rps\" : [\\d.E]+", "\"throughput_rps\" : " + number));
    Programs.Ended ended = report();
    assertThat(ended.exitCode()).isZero();
    assertThat(ended.err().lines())
        .singleElement()
        .asString()
        .contains("measurements.json")
        .satisfiesAnyOf(
            line -> assertThat(line).contains("values.throughput_rps"),
            line -> assertThat(line).contains("'NaN'"));
  }

  @ParameterizedTest
  @ValueSource(ints = {600, 2_048})
  void deepStacksAreDataOfTheReport(int frames) throws IOException {
    RunGenerator generator = new RunGenerator();
    generator.levels = List.of(200);
    String stack =
        String.join(";", Collections.nCopies(frames - 1, "Recursion.of")) + ";Recursion.end";
    generator.stacks = Map.of(ProfileKind.CPU, Stacks.parse("worker;" + stack + " 40000\n"));
    Path deep = generator.write(temp.resolve("deep"));
    Programs.Ended ended = Programs.run("report", deep.toString());
    assertThat(ended.err()).isEmpty();
    assertThat(ended.exitCode()).isZero();
    assertThat(deep.resolve("summary.csv")).exists();
  }

  @Test
  void aStackWithoutEndIsNamedAndTheRestIsReported() throws IOException {
    RunGenerator generator = new RunGenerator();
    generator.levels = List.of(200);
    generator.stacks = Map.of(ProfileKind.CPU, Stacks.parse("worker;a;b 40000\n"));
    Path deep = generator.write(temp.resolve("deep"));
    Files.writeString(
        RunGenerator.step(deep, 200).stacks(ProfileKind.CPU),
        "worker" + ";a".repeat(1 << 20) + " 5\n");
    Programs.Ended ended = Programs.run("report", deep.toString());
    assertThat(ended.err().lines()).singleElement().asString().contains("expected at most 4096");
    assertThat(ended.exitCode()).isZero();
  }

  @Test
  void aPlanOfEndlessStepsIsNamed() throws IOException {
    String many =
        IntStream.rangeClosed(1, 100_000)
            .mapToObj(String::valueOf)
            .collect(Collectors.joining(", "));
    edit(
        new RunFolder(root).manifest(),
        text ->
            text.replaceFirst("\"levels\" : \\[[^\\]]*", "\"levels\" : [" + many)
                .replaceFirst(
                    "\"trial_order\" : \\[",
                    "\"trial_order\" : ["
                        + Stream.iterate(10, i -> i + 1)
                            .limit(100_000)
                            .map(i -> "\"" + i + "-x\",")
                            .reduce("", String::concat)));
    Programs.Ended ended =
        assertTimeoutPreemptively(LIMIT, () -> Programs.run("check", root.toString()));
    assertThat(ended.err()).contains("manifest.json").contains("at most");
  }

  @Test
  void noNameDrivesTheTerminal() throws IOException {
    String name = "01-\u001b]52;c;eA==\u0007\u009b2K\u202egnp\u2066";
    Files.move(root.resolve("trials/01-" + RunGenerator.TOMCAT), root.resolve("trials/" + name));
    edit(
        root.resolve("trials/" + name + "/steps/concurrency=0800/measurements.json"),
        text -> text.replace("\"worker\"", "\"wor\\u001b[2Kker\""));
    List<Programs.Ended> all =
        List.of(
            report(),
            Programs.run("check", root.toString(), "--all"),
            Programs.run("compare", root.toString(), root.toString(), "--by", "role"),
            Programs.run("compare", root + ":\u001b", root.toString()));
    for (Programs.Ended ended : all) {
      assertThat((ended.out() + ended.err()).replace("\n", ""))
          .doesNotContainPattern("[\\p{Cntrl}\\p{Cf}\u0080-\u009f]");
    }
    assertThat(all.getFirst().out()).contains("\\u001b]52;c;eA==\\u0007\\u009b2K\\u202e");
    assertThat(Files.readString(root.resolve("summary.md")).replace("\n", ""))
        .doesNotContainPattern("[\\p{Cntrl}\\p{Cf}]");
  }

  @Test
  void noNameIsMarkupOfAComment() throws IOException {
    Path other = new RunGenerator().write(temp.resolve("other"));
    String name = "<img src=x>|[x](http:%@team";
    for (Path run : List.of(root, other)) {
      for (String trial : List.of("01-", "04-", "05-")) {
        Files.move(
            new RunFolder(run).trial(trial + RunGenerator.TOMCAT).path(),
            new RunFolder(run).trial(trial + name).path());
      }
    }
    Programs.Ended ended =
        Programs.run("compare", root.toString(), other.toString(), "--format", "md");
    report();
    for (String markdown : List.of(ended.out(), Files.readString(root.resolve("summary.md")))) {
      assertThat(markdown)
          .contains("\\<img src=x>\\|\\[x\\](http:%@&#8203;team")
          .doesNotContainPattern("(?<![\\\\`])<img");
    }
  }

  @Test
  void anInitialiserIsReadAsSuchInATable() {
    RunGenerator generator = new RunGenerator();
    generator.levels = List.of(200);
    generator.stacks =
        Map.of(
            ProfileKind.CPU,
            Stacks.parse(
                "worker;a;java.lang.Thread.<init> 40000\nworker;a;__libc_start_main 40000\n"));
    String a = generator.write(temp.resolve("a")).toString();
    Programs.Ended text = Programs.run("compare", a, a, "--by", "frame");
    Programs.Ended markdown = Programs.run("compare", a, a, "--by", "frame", "--format", "md");
    assertThat(text.out()).contains("java.lang.Thread.<init>", "__libc_start_main");
    assertThat(markdown.out()).contains("java.lang.Thread.\\<init>", "\\_\\_libc_start_main");
  }

  @Test
  void aProblemOfAFolderThatIsReadTwiceIsShownOnce() throws IOException {
    edit(step.load(), text -> "{");
    String run = root.toString();
    assertThat(Programs.run("compare", run, run).err().lines()).hasSize(1);
    assertThat(
            Programs.run(
                    "report", "--predict", "cores=8", run, "--out", temp.resolve("p").toString())
                .err()
                .lines()
                .filter(line -> line.contains("load.json")))
        .hasSize(1);
  }

  @Test
  void aCellOfSizeNoneEndsNoPlot() throws IOException {
    Path suite = new SuiteGenerator().write(temp.resolve("suite"));
    try (Stream<Path> trials = Files.list(new RunFolder(suite).trials())) {
      for (Path trial : trials.toList()) {
        Path steps = trial.resolve("steps");
        Files.move(steps.resolve("case=range,size=0010"), steps.resolve("case=range,size=0000"));
      }
    }
    Programs.Ended ended =
        assertTimeoutPreemptively(LIMIT, () -> Programs.run("report", suite.toString()));
    assertThat(ended.exitCode()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"threads\" : 2147483647",
        "\"threads\" : 0",
        "\"size\" : 2147483647",
        "\"size\" : -1"
      })
  void aCellWithAnOddCountIsNamedAndLeftOut(String count) throws IOException {
    Path suite = new SuiteGenerator().write(temp.resolve("suite"));
    RunFolder.Step cell = SuiteGenerator.step(suite, "01-jdk-virtual", "sleep-1s", 10);
    String field = count.substring(0, count.indexOf(':'));
    edit(cell.work(), text -> text.replaceFirst(field + ": [^,]+", count));
    Programs.Ended ended =
        assertTimeoutPreemptively(LIMIT, () -> Programs.run("check", suite.toString()));
    assertThat(ended.err().lines()).singleElement().asString().contains("work.json", "expected");
  }

  @Test
  void aTierWithoutCoresIsNoEndOfTheCheck() throws IOException {
    edit(step.tiers(), text -> text.replaceAll("\"cpus\" : \"[^\"]*\"", "\"cpus\" : \"\""));
    Programs.Ended ended = Programs.run("check", root.toString(), "--all");
    assertThat(ended.err()).isEmpty();
    assertThat(ended.out()).contains("12 steps");
  }

  @Test
  void coresThatAreNoneAreNamed() throws IOException {
    edit(
        step.tiers(),
        text -> text.replaceFirst("\"planned\" : \"[^\"]*\"", "\"planned\" : \"cpu\""));
    edit(
        new RunFolder(root).manifest(),
        text -> text.replaceFirst("\"server\" : \"2-5\"", "\"server\" : \"-7\""));
    for (Map.Entry<String, Integer> verb : Map.of("report", 0, "check", 1).entrySet()) {
      Programs.Ended ended = Programs.run(verb.getKey(), root.toString());
      assertThat(ended.exitCode()).isEqualTo(verb.getValue());
      assertThat(ended.err().lines())
          .hasSize(2)
          .anyMatch(line -> line.contains("tiers.json: scheduling: 'cpu' is not a list of cores"))
          .anyMatch(line -> line.matches(".*manifest.json: .*'-7' is not a list of cores.*"));
    }
  }

  @Test
  void valuesWhoseRecordsAreGoneAreNotTakenForChecked() throws IOException {
    Files.delete(step.load());
    Programs.Ended ended = Programs.run("check", root.toString());
    assertThat(ended.exitCode()).isOne();
    assertThat(ended.out()).contains("all values", "the raw records are missing or unreadable");
  }

  @Test
  void publishedSizesWithoutValuesAreNoEndOfTheReport() throws IOException {
    Path suite = new SuiteGenerator().write(temp.resolve("suite"));
    edit(
        new RunFolder(suite).manifest(),
        text ->
            text.replaceFirst(
                "\"sizes\" : \\[ 10, 100, 1000 \\]", "\"sizes\" : [10, 100, 1000, 5, 6, 7]"));
    Programs.Ended ended = Programs.run("report", suite.toString());
    assertThat(ended.err()).isEmpty();
    assertThat(ended.exitCode()).isZero();
  }

  private Programs.Ended report(String... more) {
    return Programs.run(
        Stream.concat(Stream.of("report", root.toString()), Stream.of(more)).toList());
  }

  private static void assertOneLineNaming(String file, String what, Programs.Ended ended) {
    assertThat(ended.err().lines()).singleElement().asString().contains(file).contains(what);
    assertThat(ended.exitCode()).isZero();
  }

  private static void link(Path file, Path to) throws IOException {
    Files.delete(file);
    Files.createSymbolicLink(file, to);
  }

  private static void edit(Path file, UnaryOperator<String> change) throws IOException {
    String before = Files.readString(file);
    String after = change.apply(before);
    assertThat(after).isNotEqualTo(before);
    Files.writeString(file, after);
  }
}
