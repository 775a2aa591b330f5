package dev.tierbench.contract;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Takes what this JVM writes to its console, until closed. One at a time. */
final class ConsoleCapture implements AutoCloseable {
  private final PrintStream originalOut = System.out;
  private final PrintStream originalErr = System.err;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  ConsoleCapture() {
    System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
    System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
  }

  List<String> out() {
    return out.toString(StandardCharsets.UTF_8).lines().toList();
  }

  List<String> err() {
    return err.toString(StandardCharsets.UTF_8).lines().toList();
  }

  @Override
  public void close() {
    System.setOut(originalOut);
    System.setErr(originalErr);
  }
}
