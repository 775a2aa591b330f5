package dev.tierbench.run;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Damages inputs of a parser: bytes, lines, numbers, types and depth. The same seed makes the same
 * variants of the same inputs. Not thread-safe.
 */
public final class Mutator {

  private static final int MOST_CHANGES = 3;
  private static final int LONGEST_INSERT = 4_096;

  /** Numbers of JSON, CSV and other text, and keywords in their place. */
  private static final Pattern VALUE =
      Pattern.compile("-?\\d+(\\.\\d+)?([eE][-+]?\\d+)?|true|false|null|\"[^\"\\n]{0,200}\"");

  private static final List<String> VALUES =
      List.of(
          "0",
          "-1",
          "1",
          "-0.0",
          "1e999",
          "-1e999",
          "1e-999",
          "NaN",
          "\"NaN\"",
          "\"Infinity\"",
          "2147483647",
          "2147483648",
          "-2147483648",
          "9223372036854775807",
          "9223372036854775808",
          "1e18",
          "0.5",
          "99999999999999999999999999999999",
          "null",
          "true",
          "\"\"",
          "\"12\"",
          "[]",
          "{}",
          "[null]",
          "[1]",
          "{\"a\": 1}",
          "\"\\u001b]52;c;x\\u0007\"",
          "\"<img src=x>|@a\"",
          "\"../../../../x\"",
          "\"\\ud800\"",
          "\"%s%n%d\"",
          "0-8191,0-8191",
          ",",
          "\"");

  private final Random random;

  public Mutator(long seed) {
    random = new Random(seed);
  }

  /** A variant of an input with one to three changes. */
  public byte[] mutate(byte[] input) {
    byte[] changed = input;
    int changes = 1 + random.nextInt(MOST_CHANGES);
    for (int i = 0; i < changes; i++) {
      changed = change(changed);
    }
    return changed;
  }

  private byte[] change(byte[] input) {
    return switch (random.nextInt(11)) {
      case 0 -> flipped(input);
      case 1 -> Arrays.copyOf(input, random.nextInt(input.length + 1));
      case 2 -> spliced(input, slice(input));
      case 3 -> removed(input);
      case 4 -> withLines(input, lines -> lines.remove(random.nextInt(lines.size())));
      case 5 ->
          withLines(
              input,
              lines ->
                  lines.add(random.nextInt(lines.size()), lines.get(random.nextInt(lines.size()))));
      case 6 -> spliced(input, noise());
      case 7 -> spliced(input, nesting());
      default -> withValue(input);
    };
  }

  private byte[] flipped(byte[] input) {
    byte[] changed = input.clone();
    for (int i = 0; changed.length > 0 && i <= random.nextInt(4); i++) {
      changed[random.nextInt(changed.length)] ^= (byte) (1 << random.nextInt(8));
    }
    return changed;
  }

  private byte[] slice(byte[] input) {
    int from = random.nextInt(input.length + 1);
    int length = random.nextInt(Math.min(LONGEST_INSERT, input.length - from) + 1);
    return Arrays.copyOfRange(input, from, from + length);
  }

  private byte[] removed(byte[] input) {
    int from = random.nextInt(input.length + 1);
    int to = from + random.nextInt(Math.min(LONGEST_INSERT, input.length - from) + 1);
    return joined(Arrays.copyOf(input, from), Arrays.copyOfRange(input, to, input.length));
  }

  private byte[] spliced(byte[] input, byte[] insert) {
    int at = random.nextInt(input.length + 1);
    return joined(Arrays.copyOf(input, at), insert, Arrays.copyOfRange(input, at, input.length));
  }

  private byte[] noise() {
    byte[] noise = new byte[1 + random.nextInt(16)];
    random.nextBytes(noise);
    return noise;
  }

  private byte[] nesting() {
    String open = random.nextBoolean() ? "[" : "{\"a\":";
    return open.repeat(1 + random.nextInt(2_000)).getBytes(StandardCharsets.UTF_8);
  }

  /** A change of a list of lines. */
  private interface LineChange {
    void change(List<byte[]> lines);
  }

  private byte[] withLines(byte[] input, LineChange change) {
    List<byte[]> lines = new ArrayList<>();
    int from = 0;
    for (int i = 0; i < input.length; i++) {
      if (input[i] == '\n') {
        lines.add(Arrays.copyOfRange(input, from, i + 1));
        from = i + 1;
      }
    }
    lines.add(Arrays.copyOfRange(input, from, input.length));
    change.change(lines);
    return joined(lines.toArray(byte[][]::new));
  }

  /** Another value, of any type, in the place of one; bytes stay what they are. */
  private byte[] withValue(byte[] input) {
    String text = new String(input, StandardCharsets.ISO_8859_1);
    List<MatchResult> values = VALUE.matcher(text).results().toList();
    if (values.isEmpty()) {
      return flipped(input);
    }
    MatchResult at = values.get(random.nextInt(values.size()));
    String value = VALUES.get(random.nextInt(VALUES.size()));
    return (text.substring(0, at.start()) + value + text.substring(at.end()))
        .getBytes(StandardCharsets.ISO_8859_1);
  }

  private static byte[] joined(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }
}
