package dev.tierbench.observer;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Real output of the tools. */
public final class Fixture {
  private Fixture() {}

  public static String read(String name) {
    try (InputStream in = Fixture.class.getResourceAsStream("fixtures/" + name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
