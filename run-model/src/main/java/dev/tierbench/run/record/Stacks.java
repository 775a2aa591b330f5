package dev.tierbench.run.record;

import dev.tierbench.run.file.TerminalText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Stacks with their weights, each under the role of its thread: {@code cpu.collapsed} and the like,
 * in the format that flame graph tools read, one line {@code role;outermost;…;innermost weight} for
 * each.
 */
public record Stacks(List<Stack> stacks) {

  private static final char SEPARATOR = ';';

  /** Twice what the deeper of the two recorders keeps of a stack. */
  private static final int MOST_FRAMES = 4_096;

  public Stacks {
    stacks = List.copyOf(stacks);
  }

  /**
   * One stack.
   *
   * @param frames the outermost first
   */
  public record Stack(String role, List<String> frames, long weight) {
    public Stack {
      frames = List.copyOf(frames);
    }
  }

  /** Adds up samples with the same stack. */
  public static final class Sum {
    private final Map<String, Long> lines = new LinkedHashMap<>();
    private long samples;

    /** Adds one sample, or as many as it stands for. */
    public void add(String role, List<String> frames, long weight) {
      StringBuilder line = new StringBuilder(name(role));
      frames.forEach(frame -> line.append(SEPARATOR).append(name(frame)));
      lines.merge(line.toString(), weight, Long::sum);
      samples++;
    }

    /** How many were added. */
    public long samples() {
      return samples;
    }

    /** What was added, in the order in which the stacks came first. */
    public Stacks stacks() {
      return new Stacks(
          lines.entrySet().stream().map(line -> stack(line.getKey(), line.getValue())).toList());
    }

    private static String name(String frame) {
      return frame.replace(SEPARATOR, ',').replaceAll("\\R", " ");
    }
  }

  /**
   * The stacks of a file.
   *
   * @throws IllegalArgumentException naming the first line of another form, or with too many frames
   */
  public static Stacks parse(String text) {
    List<Stack> stacks = new ArrayList<>();
    int number = 0;
    for (String line : text.lines().toList()) {
      number++;
      int blank = line.lastIndexOf(' ');
      if (blank < 1 || !line.substring(blank + 1).matches("\\d{1,18}")) {
        throw new IllegalArgumentException(
            "line %d is not 'role;frame;... weight': %s"
                .formatted(number, TerminalText.line(line)));
      }
      long frames = line.chars().filter(character -> character == SEPARATOR).count();
      if (frames > MOST_FRAMES) {
        throw new IllegalArgumentException(
            "line %d has %d frames: expected at most %d".formatted(number, frames, MOST_FRAMES));
      }
      stacks.add(stack(line.substring(0, blank), Long.parseLong(line.substring(blank + 1))));
    }
    return new Stacks(stacks);
  }

  private static Stack stack(String path, long weight) {
    List<String> names = List.of(path.split(String.valueOf(SEPARATOR), -1));
    return new Stack(names.getFirst(), names.subList(1, names.size()), weight);
  }

  /** The sum of the weights. */
  public long weight() {
    return stacks.stream().mapToLong(Stack::weight).sum();
  }

  /** The text of the file. */
  public String text() {
    StringBuilder text = new StringBuilder();
    for (Stack stack : stacks) {
      text.append(stack.role());
      stack.frames().forEach(frame -> text.append(SEPARATOR).append(frame));
      text.append(' ').append(stack.weight()).append('\n');
    }
    return text.toString();
  }
}
