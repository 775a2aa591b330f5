package dev.tierbench.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class PlainProgressTest {

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private long seconds;

  @Test
  void theExpectedTimeFollowsWhatTookLongerThanPlannedAndWhatCameOnTop() {
    PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    try (PlainProgress progress = new PlainProgress(out, () -> seconds * 1_000_000_000L, 100)) {
      progress.begins("warm-up", 60);
      seconds = 30;
      progress.say("half");
      seconds = 90;
      progress.begins("step", 40);
      seconds = 130;
      progress.adds(40);
      progress.begins("step again", 40);
      seconds = 150;
      progress.say("end");
    }
    assertThat(bytes.toString(StandardCharsets.UTF_8).lines())
        .containsExactly(
            "[00:00 of about 01:40] warm-up",
            "[00:30 of about 01:40] half",
            "[01:30 of about 02:10] step",
            "[02:10 of about 02:50] step again",
            "[02:30 of about 02:50] end");
  }
}
