package dev.tierbench.observer.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.tierbench.observer.jvm.ThreadDump;
import dev.tierbench.observer.role.Roles;
import dev.tierbench.observer.role.ThreadRoles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingReaderTest {

  private final RecordingReader.Window window =
      new RecordingReader.Window(Instant.EPOCH, Instant.now().plusSeconds(60));

  @TempDir private Path folder;

  private byte[] recording() throws Exception {
    Path file = folder.resolve("whole.jfr");
    try (Recording recording = new Recording()) {
      recording.enable("jdk.SystemProcess");
      recording.start();
      recording.stop();
      recording.dump(file);
    }
    return Files.readAllBytes(file);
  }

  /** A reader of the JDK throws what it likes, such as IndexOutOfBoundsException. */
  @Test
  void aDamagedRecordingIsReadOrRefusedWithAReason() throws Exception {
    byte[] whole = recording();
    Random random = new Random(1);
    int refused = 0;
    for (int round = 0; round < 200; round++) {
      byte[] damaged = whole.clone();
      for (int change = 0; change < 20; change++) {
        // The sizes in the header are kept: a wrong one is refused before anything is parsed.
        damaged[68 + random.nextInt(damaged.length - 68)] = (byte) random.nextInt();
      }
      Path file = Files.write(folder.resolve("damaged.jfr"), damaged);
      Optional<Throwable> failure =
          Optional.ofNullable(
              catchThrowable(() ->
                  RecordingReader.read(
                      file,
                      new EventWeights(Map.of()),
                      window,
                      new ThreadRoles(Roles.standard(), ThreadDump.NONE))));
      failure.ifPresent(reason -> assertThat(reason).isInstanceOf(IOException.class));
      refused += failure.isPresent() ? 1 : 0;
    }
    assertThat(refused).isPositive();
  }
}
