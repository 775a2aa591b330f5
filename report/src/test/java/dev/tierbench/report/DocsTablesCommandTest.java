package dev.tierbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.report.Programs.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DocsTablesCommandTest {

  @TempDir Path folder;

  @Test
  void theGalleryIsCheckedWithoutBeingWrittenAndWrittenOnce() throws IOException {
    Path page = Files.writeString(folder.resolve("page.md"), "text\n");
    Path results = Files.createDirectory(folder.resolve("results"));
    Path index = results.resolve("index.html");
    String[] check = {"docs-tables", "--check", "--gallery", results.toString(), page.toString()};

    Ended absent = Programs.run(check);
    assertThat(absent.exitCode()).isEqualTo(1);
    assertThat(absent.err()).contains("index.html differs from its results");
    assertThat(index).doesNotExist();

    Ended written = Programs.run("docs-tables", "--gallery", results.toString(), page.toString());
    assertThat(written.exitCode()).isZero();
    assertThat(written.out()).contains("index.html").doesNotContain("page.md");
    assertThat(Programs.run(check).exitCode()).isZero();

    Files.writeString(results.resolve("2026-01-02-new.md"), "a summary");
    assertThat(Programs.run(check).exitCode()).isEqualTo(1);
  }
}
