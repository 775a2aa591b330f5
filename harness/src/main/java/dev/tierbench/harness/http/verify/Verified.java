package dev.tierbench.harness.http.verify;

import dev.tierbench.run.Caveat;
import dev.tierbench.run.plan.Manifest;
import java.util.List;
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

  /** Whether every check held at once, so that the result may stand for the next run too. */
  boolean keptAtOnce() {
    return kept() && counts.repeated().isEmpty();
  }

  /** One line: what the server kept, or the first thing that it does not keep. */
  public String line() {
    return first
        .map(check -> counts.server() + " does not keep the contract: " + check)
        .orElseGet(() ->
            String.format(
                Locale.ROOT,
                "%s keeps the contract: %d checks in %.1f s (seed %d)%s",
                counts.server(),
                counts.passed(),
                counts.seconds(),
                counts.seed(),
                counts
                    .remembered()
                    .map(when -> ", verified at " + when + ", remembered")
                    .orElse("")));
  }

  /** One for each check that held only when it was repeated. */
  public List<Caveat> caveats() {
    return counts.repeated().stream()
        .map(check ->
            new Caveat(
                counts.server()
                    + " failed a check of the contract, and kept it when repeated: "
                    + check,
                "a busy host, or a fault that shows only sometimes: ./scripts/verify.sh "
                    + counts.server()))
        .toList();
  }
}
