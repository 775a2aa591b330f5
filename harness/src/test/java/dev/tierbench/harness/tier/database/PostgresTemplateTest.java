package dev.tierbench.harness.tier.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PostgresTemplateTest {

  @TempDir Path cache;

  private Path folder(String name, Duration age) throws IOException {
    Path folder = Files.createDirectories(cache.resolve(name));
    Files.createDirectories(folder.resolve("data"));
    return Files.setLastModifiedTime(folder, FileTime.from(Instant.now().minus(age)));
  }

  @Test
  void aCopyThatWasCutShortIsDeletedAndTemplatesAndNewCopiesStay() throws IOException {
    Path left = folder("postgres-0a1b.4711", Duration.ofHours(2));
    Path underWay = folder("postgres-0a1b.4712", Duration.ofMinutes(1));
    Path template = folder("postgres-0a1b", Duration.ofHours(2));
    PostgresTemplate.removeAbandoned(cache);
    assertThat(left).doesNotExist();
    assertThat(underWay).exists();
    assertThat(template).exists();
  }
}
