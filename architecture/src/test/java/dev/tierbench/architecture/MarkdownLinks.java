package dev.tierbench.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds links of Markdown files whose target does not exist. Links to other sites are not followed.
 */
final class MarkdownLinks {

  private static final Pattern LINK = Pattern.compile("\\[[^\\]]*\\]\\(([^)\\s]+)\\)");
  private static final Pattern OTHER_SITE = Pattern.compile("[a-z]+:.*");
  private static final Pattern HEADING = Pattern.compile("#{1,6} +(.*)");
  private static final Pattern CODE = Pattern.compile("`[^`]*`");

  private final Map<Path, Set<String>> anchors = new HashMap<>();

  /** One line for each broken link of a file: the line number, the link and what is missing. */
  List<String> broken(Path file) throws IOException {
    List<String> broken = new ArrayList<>();
    List<String> lines = Files.readAllLines(file);
    boolean[] prose = prose(lines);
    for (int i = 0; i < lines.size(); i++) {
      int number = i + 1;
      if (prose[i]) {
        links(lines.get(i), link -> problem(file, link, broken, number));
      }
    }
    return broken;
  }

  /**
   * Links within code spans are samples. A link that a line break divides has its target on one
   * line.
   */
  private static void links(String line, Consumer<String> use) {
    Matcher links = LINK.matcher("[" + CODE.matcher(line).replaceAll("code"));
    while (links.find()) {
      if (!OTHER_SITE.matcher(links.group(1)).matches()) {
        use.accept(links.group(1));
      }
    }
  }

  private void problem(Path file, String link, List<String> broken, int number) {
    String[] parts = link.split("#", 2);
    Path target = parts[0].isEmpty() ? file : file.resolveSibling(parts[0]).normalize();
    if (!Files.exists(target)) {
      broken.add("line " + number + ": " + link + ": there is no " + target);
    } else if (parts.length == 2
        && target.toString().endsWith(".md")
        && !anchors.computeIfAbsent(target, MarkdownLinks::anchorsOf).contains(parts[1])) {
      broken.add("line " + number + ": " + link + ": no such heading in " + target);
    }
  }

  /** The anchors that GitHub makes of the headings. */
  private static Set<String> anchorsOf(Path file) {
    try {
      List<String> lines = Files.readAllLines(file);
      boolean[] prose = prose(lines);
      Set<String> anchors = new HashSet<>();
      for (int i = 0; i < lines.size(); i++) {
        Matcher heading = HEADING.matcher(lines.get(i));
        if (prose[i] && heading.matches()) {
          String anchor = anchor(heading.group(1));
          for (int again = 1; !anchors.add(anchor); again++) {
            anchor = anchor(heading.group(1)) + "-" + again;
          }
        }
      }
      return anchors;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }

  static String anchor(String heading) {
    return heading
        .replaceAll("\\[([^\\]]*)\\]\\([^)]*\\)", "$1")
        .toLowerCase(Locale.ROOT)
        .replaceAll("[^\\p{L}\\p{N}_ -]", "")
        .replace(' ', '-');
  }

  /** Whether each line is outside of blocks of code. */
  private static boolean[] prose(List<String> lines) {
    boolean[] prose = new boolean[lines.size()];
    boolean inCode = false;
    for (int i = 0; i < prose.length; i++) {
      boolean fence = lines.get(i).strip().startsWith("```");
      prose[i] = !inCode && !fence;
      inCode ^= fence;
    }
    return prose;
  }
}
