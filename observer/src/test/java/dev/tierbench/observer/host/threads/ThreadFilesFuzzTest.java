package dev.tierbench.observer.host.threads;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.run.Fuzz;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The files of a thread, one of them damaged: a sample or none. */
@Tag("fuzz")
class ThreadFilesFuzzTest {

  private static final Map<String, String> REAL =
      Map.of(
          "stat",
          "7 (a (thread) b) S 1 7 7 0 -1 4194368 11 0 12 0 1 2 0 0 20 0 30 0 4567 9 9 9",
          "status",
          "Name:\tx\nNSpid:\t7\t3\nvoluntary_ctxt_switches:\t21\nnonvoluntary_ctxt_switches:\t22\n",
          "schedstat",
          "1000 2000 3\n",
          "sched",
          "a (7, #threads: 1)\n-----\nse.nr_migrations           :            5\nnr_switches :  8\n",
          "io",
          "rchar: 1\nwchar: 2\nsyscr: 31\nsyscw: 32\n");

  @TempDir private Path tasks;

  @ParameterizedTest
  @ValueSource(strings = {"stat", "status", "schedstat", "sched", "io"})
  void aSampleOrNone(String damaged) throws IOException {
    Path folder = Files.createDirectories(tasks.resolve("7"));
    for (Map.Entry<String, String> file : REAL.entrySet()) {
      Files.writeString(folder.resolve(file.getKey()), file.getValue());
    }
    ThreadFiles files = new ThreadFiles(true, true);
    Fuzz.feed(
        List.of(REAL.get(damaged).getBytes(StandardCharsets.UTF_8)),
        Fuzz.inputs(),
        input -> {
          Files.write(folder.resolve(damaged), input);
          try (OpenThread open = OpenThread.open(tasks.toString(), "7", true)) {
            files.read(open).ifPresent(sample -> assertThat(sample.tid()).isEqualTo(7));
          }
        });
  }
}
