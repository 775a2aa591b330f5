package dev.tierbench.harness.http;

import dev.tierbench.run.delay.DelayDistribution;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options of the echo tier. */
final class EchoOptions {

  @Option(
      names = "--echo-delay",
      paramLabel = "DELAY",
      description =
          "Time that echo takes to answer: 5ms; lognormal(50ms,p99=400ms), by median and p99; or"
              + " 95%%:20ms,5%%:1s, by shares. Every server meets the same sequence. Default: 50ms.")
  private Optional<String> delay = Optional.empty();

  /**
   * The delay of a plan; empty for the standard one.
   *
   * @param asksEcho whether its servers call an echo tier
   * @throws IllegalArgumentException saying what is wrong with it
   */
  Optional<DelayDistribution> delay(boolean asksEcho) {
    if (delay.isPresent() && !asksEcho) {
      throw new IllegalArgumentException("--echo-delay: servers without a contract call no echo");
    }
    return delay.map(EchoOptions::parsed);
  }

  boolean isGiven() {
    return delay.isPresent();
  }

  private static DelayDistribution parsed(String text) {
    try {
      return DelayDistribution.parse(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("--echo-delay: " + e.getMessage(), e);
    }
  }
}
