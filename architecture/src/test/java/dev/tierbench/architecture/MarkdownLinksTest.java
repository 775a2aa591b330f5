package dev.tierbench.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

class MarkdownLinksTest {

  private static final Path ROOT = Path.of("..");

  /** Folders that hold no text of the repository. */
  private static final Set<String> NOT_OURS = Set.of(".git", "target", "results", "node_modules");

  @TestFactory
  Stream<DynamicTest> everyLinkOfThePagesHasATarget() throws IOException {
    MarkdownLinks links = new MarkdownLinks();
    List<Path> pages = pages();
    assertThat(pages).contains(ROOT.resolve("README.md"), ROOT.resolve("docs/methodology.md"));
    return pages.stream()
        .map(page ->
            DynamicTest.dynamicTest(
                page.toString(), () -> assertThat(links.broken(page)).isEmpty()));
  }

  @Test
  void aMissingFileAndAMissingHeadingAreFound(@TempDir Path folder) throws IOException {
    Files.writeString(
        folder.resolve("other.md"), "# What `x.sh` does: a, b\n\n## Twice\n\n## Twice\n");
    Path page = folder.resolve("page.md");
    Files.writeString(
        page,
        """
        # Page
        [good](other.md#what-xsh-does-a-b), [second](other.md#twice-1), [self](#page), [site](https://x.y)
        [file](no.md) and ![picture](no.png)
        [heading](other.md#no) and a link that is
        [broken over
        lines](missing.md)
        `[code](no.md)`
        ```
        [block](no.md)
        ```
        """);
    assertThat(new MarkdownLinks().broken(page))
        .hasSize(4)
        .satisfiesExactly(
            first -> assertThat(first).startsWith("line 3: no.md: there is no "),
            second -> assertThat(second).startsWith("line 3: no.png: there is no "),
            third -> assertThat(third).startsWith("line 4: other.md#no: no such heading in "),
            fourth -> assertThat(fourth).startsWith("line 6: missing.md: there is no "));
  }

  private static List<Path> pages() throws IOException {
    try (Stream<Path> folders = Files.walk(ROOT)) {
      return folders
          .filter(path -> path.toString().endsWith(".md"))
          .filter(MarkdownLinksTest::isOurs)
          .sorted()
          .toList();
    }
  }

  private static boolean isOurs(Path page) {
    Path within = ROOT.relativize(page);
    boolean isKeptResult = within.startsWith("docs/results");
    for (Path part : within) {
      if (NOT_OURS.contains(part.toString()) && !isKeptResult) {
        return false;
      }
    }
    return true;
  }
}
