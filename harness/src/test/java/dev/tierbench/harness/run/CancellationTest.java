package dev.tierbench.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("process")
class CancellationTest {

  /** Commands in each other, of which the innermost says how often it is interrupted. */
  static final class Nested {
    /** So many that not all interrupts of as many hooks would pass for one. */
    private static final int DEPTH = 30;

    private static final long PUTS_IN_ORDER_MILLIS = 500;

    private Nested() {}

    public static void main(String[] none) throws Exception {
      System.exit(nested(DEPTH));
    }

    private static int nested(int depth) throws Exception {
      return Cancellation.interrupting(() -> depth > 0 ? nested(depth - 1) : innermost());
    }

    private static int innermost() throws InterruptedException {
      System.out.println("ready");
      try {
        TimeUnit.MINUTES.sleep(1);
      } catch (InterruptedException first) {
        System.out.println("interrupted");
      }
      try {
        Thread.sleep(PUTS_IN_ORDER_MILLIS);
        System.out.println("in order");
      } catch (InterruptedException second) {
        System.out.println("interrupted again");
      }
      throw new InterruptedException();
    }
  }

  @Test
  void commandsInEachOtherAreInterruptedOnce() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                Nested.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      assertThat(lines.readLine()).isEqualTo("ready");
      process.toHandle().destroy(); // leaves the output open
      assertThat(lines.lines()).containsExactly("interrupted", "in order");
      assertThat(process.waitFor()).isEqualTo(Cancellation.EXIT_CODE);
    } finally {
      process.destroyForcibly();
    }
  }
}
