package dev.tierbench.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * A Javadoc stands alone: its first sentence starts with a verb or a noun, never with a preposition
 * or a pronoun that continues the name of what it documents.
 */
class JavadocSentencesTest {

  /** Words that a first sentence must not start with. */
  private static final Pattern CONTINUES_THE_NAME =
      Pattern.compile(
          "(?:After|Also|As|At|Because|Before|Beside|Between|By|For|From|In|It|Its|Likewise|Of|On"
              + "|Only|Over|Since|So|Such|That|Their|These|They|Those|To|Under|Until|Up|Where"
              + "|While|Who|Whose|With|Without)\\b.*",
          Pattern.DOTALL);

  private static final Pattern JAVADOC = Pattern.compile("/\\*\\*(.*?)\\*/", Pattern.DOTALL);
  private static final Pattern MARGIN = Pattern.compile("\\s*\\n\\s*\\*?\\s*");

  /**
   * How many places a module still has; a module that is not named has none. Only to be lowered.
   */
  private static final Map<String, Integer> CEILING = Map.of();

  @TestFactory
  Stream<DynamicTest> theFirstSentenceOfAJavadocStandsAlone() throws IOException {
    List<Path> modules;
    try (Stream<Path> folders = Files.list(Path.of(".."))) {
      modules = folders.filter(module -> Files.isDirectory(module.resolve("src/main"))).toList();
    }
    assertThat(modules).hasSizeGreaterThan(10);
    return modules.stream()
        .map(module ->
            DynamicTest.dynamicTest(
                module.getFileName().toString(),
                () ->
                    assertThat(places(module))
                        .as("Javadocs whose first word continues the name of what they document")
                        .hasSizeLessThanOrEqualTo(
                            CEILING.getOrDefault(module.getFileName().toString(), 0))));
  }

  @Test
  void aPrepositionAndAPronounAreFoundAndANounAndAVerbAreNot() {
    assertThat(
            places(
                "X.java",
                """
                /** Of the echo tier. */
                /**
                 * Its length in bytes.
                 */
                /** Ofthand is a word. */
                /** Length of the body, in bytes. */
                /** Reads the body. */
                """))
        .containsExactly("X.java:1: Of the echo tier.", "X.java:2: Its length in bytes.");
  }

  private static List<String> places(Path module) throws IOException {
    List<String> places = new ArrayList<>();
    try (Stream<Path> files = Files.walk(module.resolve("src/main"))) {
      for (Path file : files.sorted().toList()) {
        if (file.toString().endsWith(".java") || file.toString().endsWith(".kt")) {
          places.addAll(places(file.toString(), Files.readString(file)));
        }
      }
    }
    return places;
  }

  private static List<String> places(String file, String source) {
    List<String> places = new ArrayList<>();
    Matcher javadocs = JAVADOC.matcher(source);
    while (javadocs.find()) {
      String text = MARGIN.matcher(javadocs.group(1)).replaceAll(" ").strip();
      if (CONTINUES_THE_NAME.matcher(text).matches()) {
        long line = 1 + source.chars().limit(javadocs.start()).filter(c -> c == '\n').count();
        places.add(file + ":" + line + ": " + text);
      }
    }
    return places;
  }
}
