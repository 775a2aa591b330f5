package dev.tierbench.harness.http.verify;

import dev.tierbench.run.Manifest;
import java.util.Locale;
import java.util.Optional;

/**
 * What the contract test of a server came to.
 *
 * @param first of the checks that failed, and how that showed; empty when the server keeps the
 *     contract
 */
public record Verified(Manifest.Verification counts, Optional<String> first) {

  public boolean kept() {
    return first.isEmpty();
  }

  /** One line: what the server kept, or the first thing that it does not keep. */
  public String line() {
    return first
        .map(check -> counts.server() + " does not keep the contract: " + check)
        .orElseGet(() ->
            String.format(
                Locale.ROOT,
                "%s keeps the contract: %d checks in %.1f s (seed %d)",
                counts.server(),
                counts.passed(),
                counts.seconds(),
                counts.seed()));
  }
}
