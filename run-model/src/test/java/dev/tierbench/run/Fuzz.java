package dev.tierbench.run;

import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.junit.jupiter.api.function.Executable;

/**
 * Feeds a parser with damaged variants of real inputs. {@code -Dtierbench.fuzz.inputs} is their
 * number, {@code -Dtierbench.fuzz.seed} the first seed; a failure names the seed of its input,
 * which alone makes it again with one input.
 */
public final class Fuzz {

  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final int PARTS = 100;
  private static final int MOST_SHOWN = 2_000;
  private static final int LONGEST_LINE = 10_000;

  /** Shows in a message that it is not for a person: it breaks a line or speaks of Java. */
  private static final Pattern UNREADABLE =
      Pattern.compile(
          "[\\p{Cntrl}\\p{Cf}]|\\b(java|tools\\.jackson|com\\.fasterxml|org|io\\.netty|dev\\.tierbench)"
              + "\\.[a-z]|Exception\\b|StreamReadConstraints|\\[Source: ");

  private Fuzz() {}

  /** A parser with the judgement on what came of an input. */
  public interface Parser {
    void parse(byte[] input) throws Exception;
  }

  /** How many inputs a parser gets. */
  public static int inputs() {
    return Integer.getInteger("tierbench.fuzz.inputs", 10_000);
  }

  private static long seed() {
    return Long.getLong("tierbench.fuzz.seed", 1);
  }

  /** The damaged input of a seed. */
  private static byte[] input(List<byte[]> real, long seed) {
    return new Mutator(seed).mutate(real.get((int) (seed % real.size())));
  }

  /**
   * Feeds a parser. Inputs share a thread by the hundredth part, since making one for each input
   * takes longer than most parsers do.
   *
   * @throws AssertionError when it throws, or takes longer than half a minute for a part
   */
  public static void feed(List<byte[]> real, int inputs, Parser parser) {
    int part = Math.max(1, inputs / PARTS);
    for (int from = 0; from < inputs; from += part) {
      int first = from;
      int end = Math.min(inputs, from + part);
      AtomicLong seed = new AtomicLong();
      Executable parse =
          () -> {
            for (int i = first; i < end; i++) {
              seed.set(seed() + i);
              parser.parse(input(real, seed.get()));
            }
          };
      try {
        assertTimeoutPreemptively(LIMIT, parse);
      } catch (Throwable e) {
        throw new AssertionError(failure(seed.get(), input(real, seed.get()), e), e);
      }
    }
  }

  /**
   * Feeds a parser that refuses an input with one exception, whose message is a line for a person.
   *
   * @throws AssertionError also when it throws another, or one with another message
   */
  public static void feed(List<byte[]> real, Class<? extends Exception> refusal, Parser parser) {
    feed(
        real,
        inputs(),
        input -> {
          try {
            parser.parse(input);
          } catch (Exception e) {
            if (!refusal.isInstance(e)) {
              throw e;
            }
            requireLine(String.valueOf(e.getMessage()), e);
          }
        });
  }

  private static void requireLine(String message, Exception e) {
    if (message.isBlank()
        || message.length() > LONGEST_LINE
        || UNREADABLE.matcher(message).find()) {
      throw new AssertionError("no line for a person: " + message, e);
    }
  }

  private static String failure(long seed, byte[] input, Throwable e) {
    String base64 = Base64.getEncoder().encodeToString(input);
    return "seed %d (-Dtierbench.fuzz.seed=%d -Dtierbench.fuzz.inputs=1): %s; input as Base64: %s"
        .formatted(seed, seed, e, base64.substring(0, Math.min(MOST_SHOWN, base64.length())));
  }
}
