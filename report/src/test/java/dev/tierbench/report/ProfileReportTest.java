package dev.tierbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.run.ProfileKind;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.record.Stacks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What two runs with profiles say of each other's frames. */
class ProfileReportTest {

  @TempDir Path temp;
  private Path before;
  private Path after;

  /** Nanoseconds of a request. */
  private static Map<ProfileKind, Stacks> stacks(long hot) {
    return Map.of(
        ProfileKind.CPU,
        Stacks.parse(
            """
            worker;Thread.run;Handler.handle;Handler.parse 40000
            worker;Thread.run;Handler.handle;read [kernel] 30000
            worker;Thread.run;Handler.handle;Rare.frame 100
            gc;GC Thread;mark 8000
            worker;Thread.run;Handler.handle;Handler.hot %d
            """
                .formatted(hot)));
  }

  private Path run(String name, long hot, long seed) {
    return run(name, stacks(hot), seed);
  }

  private Path run(String name, Map<ProfileKind, Stacks> stacks, long seed) {
    RunGenerator generator = new RunGenerator();
    generator.servers = List.of(RunGenerator.TOMCAT);
    generator.levels = List.of(200, 800);
    generator.trials = 5;
    generator.seed = seed;
    generator.stacks = stacks;
    return generator.write(temp.resolve(name));
  }

  @BeforeEach
  void write() {
    before = run("before", 2_000, 1);
    after = run("after", 6_000, 2);
  }

  private static JsonNode compare(Path a, Path b, String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of("compare", a.toString(), b.toString(), "--by", "frame", "--format", "json"));
    arguments.addAll(List.of(more));
    return RunJson.parse(Programs.run(arguments).out());
  }

  private static List<String> found(JsonNode comparison, String finding) {
    return comparison
        .path("rows")
        .valueStream()
        .filter(row -> row.path("finding").asString().equals(finding))
        .map(row -> row.path("frame").asString())
        .toList();
  }

  @Test
  void theFrameThatCostsMoreIsTheOnlyOneNamed() {
    JsonNode comparison = compare(before, after);
    assertThat(found(comparison, "worse")).containsExactly("Handler.hot");
    assertThat(found(comparison, "better")).isEmpty();
    assertThat(found(comparison, "equivalent")).contains("Handler.parse", "mark");
    assertThat(comparison.path("rows").get(0).path("a").asDouble()).isEqualTo(2, within());
    assertThat(comparison.path("rows").get(0).path("b").asDouble()).isEqualTo(6, within());
  }

  private static Offset<Double> within() {
    return Offset.offset(0.2);
  }

  @Test
  void aFrameOfTooFewSamplesHasNoRow() {
    assertThat(compare(before, after).path("rows").valueStream())
        .noneMatch(row -> row.path("frame").asString().equals("Rare.frame"));
  }

  @Test
  void aRoleLimitsTheFramesToItsThreads() {
    JsonNode comparison = compare(before, after, "--role", "gc");
    assertThat(comparison.path("rows").valueStream().map(row -> row.path("frame").asString()))
        .containsOnly("mark");
  }

  @Test
  void twoRunsOfTheSameCodeDifferInNoFrame() {
    JsonNode comparison = compare(before, run("again", 2_000, 3));
    assertThat(found(comparison, "worse")).isEmpty();
    assertThat(found(comparison, "better")).isEmpty();
  }

  /** It was looked for in both: none is a cost of 0. */
  @Test
  void aWaitThatOnlyOneSideHasIsFound() {
    Map<ProfileKind, Stacks> none = Map.of(ProfileKind.LOCK, Stacks.parse(""));
    Map<ProfileKind, Stacks> some =
        Map.of(ProfileKind.LOCK, Stacks.parse("worker;Handler.handle;Handler.await 5000\n"));
    JsonNode comparison = compare(run("none", none, 4), run("some", some, 5));
    assertThat(found(comparison, "worse")).containsExactly("Handler.await");
    assertThat(comparison.path("rows").get(0).path("a").asDouble(-1)).isZero();
  }

  @Test
  void aDamagedFileOfStacksIsNamedAndTheRestIsRead() throws IOException {
    RunFolder.Step step = RunGenerator.step(before, 800);
    Files.writeString(step.stacks(ProfileKind.CPU), "worker;a;b ten\n");
    Programs.Ended ended = Programs.run("report", before.toString());
    assertThat(ended.out() + ended.err())
        .contains("cpu.collapsed", "line 1 is not 'role;frame;... weight'");
    assertThat(found(compare(before, after), "worse")).containsExactly("Handler.hot");
  }
}
