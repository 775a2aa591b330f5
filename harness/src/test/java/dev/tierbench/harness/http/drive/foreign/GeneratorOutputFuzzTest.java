package dev.tierbench.harness.http.drive.foreign;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.run.Fuzz;
import dev.tierbench.run.GeneratorName;
import dev.tierbench.run.Load;
import dev.tierbench.run.PhaseName;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.record.LoadResult;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What generators print, damaged: a result that can be written and read again, or a line. */
@Tag("fuzz")
class GeneratorOutputFuzzTest {

  private static final Path RESOURCES = Path.of("src/test/resources");
  private static final Load CLOSED = new Load.Closed(200);

  @TempDir private Path folder;

  private LoadOrder order() {
    return new LoadOrder(
        PhaseName.MEASURE,
        ForeignGeneratorTest.request("http://127.0.0.1:8080/sleep"),
        CLOSED,
        8,
        Optional.empty(),
        1,
        folder.resolve("requests.log"));
  }

  private static List<byte[]> real(String prefix) throws IOException {
    try (Stream<Path> files = Files.list(RESOURCES)) {
      return files
          .filter(file -> file.getFileName().toString().matches(prefix + "-\\d.*(txt|json)"))
          .sorted()
          .map(GeneratorOutputFuzzTest::bytes)
          .toList();
    }
  }

  private static byte[] bytes(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"WRK", "WRK2", "H2LOAD", "OHA", "AB"})
  void aResultOrALine(GeneratorName name) throws IOException {
    ForeignGenerator generator = ForeignGenerator.of(name).orElseThrow();
    LoadOrder order = order();
    Fuzz.feed(
        real(name.id()),
        IOException.class,
        input ->
            assertPlausible(
                generator.read(
                    order, "2026-01-01T00:00:00Z", new String(input, StandardCharsets.UTF_8))));
  }

  @Test
  void aLogOfRequestsOrALine() throws IOException {
    LoadOrder order = order();
    String summary = Files.readString(RESOURCES.resolve("h2load-1.52-status.txt"));
    String log = Files.readString(RESOURCES.resolve("h2load-1.52-status.log"));
    String beginning = log.lines().limit(100).reduce("", (all, line) -> all + line + "\n");
    Fuzz.feed(
        List.of(beginning.getBytes(StandardCharsets.UTF_8)),
        IOException.class,
        input -> {
          Files.write(order.requestLog(), input);
          LoadReport report = new H2load().read(order, "2026-01-01T00:00:00Z", summary);
          assertPlausible(report);
          assertThat((long) report.seconds().size()).isLessThanOrEqualTo(RequestLog.MOST_SECONDS);
        });
  }

  private static void assertPlausible(LoadReport report) {
    LoadResult.Phase phase = report.phase();
    assertThat(phase.ok()).isNotNegative();
    assertThat(phase.failed().total()).isNotNegative();
    assertThat(phase.seconds()).isFinite().isNotNegative();
    assertThat(phase.throughputRps()).isFinite().isNotNegative();
    assertThat(report.failures()).allMatch(failure -> failure.count() > 0);
    assertThat(RunJson.parse(RunJson.toJsonLine(phase), LoadResult.Phase.class)).isEqualTo(phase);
  }
}
