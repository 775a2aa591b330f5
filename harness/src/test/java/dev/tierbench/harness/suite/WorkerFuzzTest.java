package dev.tierbench.harness.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.run.Fuzz;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the worker of a cell sends and leaves, damaged. */
@Tag("fuzz")
class WorkerFuzzTest {

  private static final List<byte[]> EVENTS =
      Stream.of(
              "{\"event\":\"settings\",\"settings\":{\"pid\":42,\"threads\":8,\"heap_max_bytes\":1024,\"cores\":2}}",
              "{\"event\":\"ready\",\"phase\":\"measure\"}",
              "{\"event\":\"phase-start\",\"nano_time\":123456789,\"phase\":\"measure\"}",
              "{\"event\":\"phase-end\",\"nano_time\":223456789,\"phase\":\"measure\"}",
              "{\"event\":\"run\",\"phase\":\"measure\",\"run\":{\"wall_ns\":1000000,\"submitted\":10,"
                  + "\"completed\":10,\"failed\":0,\"rejected\":0,\"checksum\":-7,\"checksum_expected\":-7,"
                  + "\"threads_peak\":12,\"settled\":true}}",
              "{\"event\":\"failed\",\"error\":\"no memory\"}",
              "{\"event\":\"done\"}")
          .map(line -> line.getBytes(StandardCharsets.UTF_8))
          .toList();

  @TempDir private Path folder;

  @Test
  void anEventOrALine() {
    Fuzz.feed(
        EVENTS,
        IOException.class,
        input -> {
          WorkerEvent event = WorkerEvent.parse(new String(input, StandardCharsets.UTF_8));
          switch (event.event()) {
            case PHASE_START, PHASE_END -> assertThat(event.nanoTime()).isPresent();
            case RUN -> assertThat(event.run()).isPresent();
            case SETTINGS -> assertThat(WorkerFacts.of(event.settings()).pid()).isNotNull();
            case READY, FAILED, DONE -> {}
          }
        });
  }

  @Test
  void theResultOfJmhOrALine() throws IOException {
    Path file = folder.resolve("jmh.json");
    Fuzz.feed(
        List.of(Files.readAllBytes(Path.of("src/test/resources/jmh-1.37.json"))),
        IOException.class,
        input -> {
          Files.write(file, input);
          assertThat(JmhResult.read(file).allocatedPerPass())
              .allSatisfy(bytes -> assertThat(bytes).isFinite());
        });
  }
}
