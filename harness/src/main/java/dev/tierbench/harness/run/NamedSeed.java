package dev.tierbench.harness.run;

import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** Seeds of random numbers that follow from a name, so that a run draws the same when repeated. */
public final class NamedSeed {

  private NamedSeed() {}

  /** The seed of a name: 64 bits, alike for the same name and unrelated for any other. */
  public static long of(String name) {
    return UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8)).getMostSignificantBits();
  }
}
