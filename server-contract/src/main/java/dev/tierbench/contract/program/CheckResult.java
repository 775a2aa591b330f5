package dev.tierbench.contract.program;

import dev.tierbench.contract.Check;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What a check came to.
 *
 * @param failure why it failed the last time, in one line; empty when the server passed
 * @param earlier why it failed the times before; none when it was not repeated
 */
record CheckResult(String name, Optional<String> failure, List<String> earlier, Duration took) {
  private static final int LONGEST = 400;

  CheckResult {
    earlier = List.copyOf(earlier);
  }

  boolean passed() {
    return failure.isEmpty();
  }

  static CheckResult of(Check check) throws InterruptedException {
    long start = System.nanoTime();
    Optional<String> failure = failure(check.body());
    return new CheckResult(
        check.name(), failure, List.of(), Duration.ofNanos(System.nanoTime() - start));
  }

  /** Why the server fails the check; empty when it passes. */
  static Optional<String> failure(Check.Body body) throws InterruptedException {
    try {
      body.run();
      return Optional.empty();
    } catch (InterruptedException e) {
      throw e;
    } catch (AssertionError e) {
      return Optional.of(oneLine(String.valueOf(e.getMessage())));
    } catch (Exception e) {
      return Optional.of(oneLine(e.toString()));
    }
  }

  private static String oneLine(String message) {
    String line =
        message
            .lines()
            .map(String::strip)
            .filter(part -> !part.isEmpty())
            .collect(Collectors.joining(" "));
    return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + " ...";
  }
}
