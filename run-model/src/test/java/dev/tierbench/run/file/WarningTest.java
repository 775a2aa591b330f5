package dev.tierbench.run.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class WarningTest {

  @Test
  void aTerminalObeysNothingInTheWordsOfAnotherProgram() {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    PrintStream before = System.err;
    System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      Warning.print("it may still run: ssh: \u001b]52;c;x\u0007\n\u202etxt");
    } finally {
      System.setErr(before);
    }
    assertThat(printed.toString(StandardCharsets.UTF_8))
        .isEqualToNormalizingNewlines(
            "warning: it may still run: ssh: \\u001b]52;c;x\\u0007\n\\u202etxt\n");
  }
}
