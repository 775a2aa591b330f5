package dev.tierbench.harness.http.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tierbench.run.plan.Manifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RememberedResultsTest {

  private static final String KEY = "ab12";

  @TempDir private Path cache;
  private RememberedResults results;

  @BeforeEach
  void folder() {
    results = RememberedResults.ofUser(Map.of("XDG_CACHE_HOME", cache.toString()), "/none");
  }

  private Path file() {
    return results.folder().resolve(KEY + ".json");
  }

  private void remember() throws IOException {
    results.remember(
        KEY,
        new Verified(
            new Manifest.Verification("mine", 41, 0, 9.5, 7, List.of(), Optional.empty()),
            Optional.empty()));
  }

  @Test
  void aResultIsFoundAgainWithItsTime() throws IOException {
    assertThat(results.find(KEY, "mine")).isEmpty();
    remember();
    remember(); // replaces what is there
    Verified found = results.find(KEY, "mine").orElseThrow();
    assertThat(found.kept()).isTrue();
    assertThat(found.counts().passed()).isEqualTo(41);
    assertThat(found.line()).contains(", verified at 20", "Z, remembered");
    assertThat(results.find("cd34", "mine")).isEmpty();
  }

  @Test
  void nobodyElseMayReadOrWriteIt() throws IOException {
    remember();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
        .isEqualTo("rw-------");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(results.folder())))
        .isEqualTo("rwx------");
    try (var files = Files.list(results.folder())) {
      assertThat(files).as("no part is left").containsExactly(file());
    }
  }

  @Test
  void theFolderIsThatOfTheUser() {
    assertThat(RememberedResults.ofUser(Map.of(), "/home/u").folder())
        .isEqualTo(Path.of("/home/u/.cache/tierbench/verified"));
    assertThat(RememberedResults.ofUser(Map.of("XDG_CACHE_HOME", "relative"), "/home/u").folder())
        .isEqualTo(Path.of("/home/u/.cache/tierbench/verified"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"passed\" : 41 | \"passed\" : 0",
        "\"passed\" : 41 | \"passed\" : 99999999",
        "\"passed\" : 41 | \"passed\" : \"x\"",
        "\"seconds\" : 9.5 | \"seconds\" : \"NaN\"",
        "\"seconds\" : 9.5 | \"seconds\" : -1",
        "\"mine\" | \"other\"",
        "\"ab12\" | \"ab13\"",
        "verified/1 | verified/2",
        "\"verified_at\" : \"2 | \"verified_at\" : \"3",
        "\"verified_at\" : \" | \"verified_at\" : \"x",
        "{ | [",
        "} | ",
      })
  void aFileThatIsNotAsItWasWrittenDoesNotCount(String text, String other) throws IOException {
    remember();
    String before = Files.readString(file());
    String edited = before.replace(text, other == null ? "" : other);
    assertThat(edited).isNotEqualTo(before);
    Files.writeString(file(), edited);
    assertThatThrownBy(() -> results.find(KEY, "mine"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("does not count");
  }

  @Test
  void aFileThatAnotherUserMayHaveWrittenDoesNotCount() throws IOException {
    remember();
    Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString("rw-rw-rw-"));
    assertThatThrownBy(() -> results.find(KEY, "mine")).hasMessageContaining("others may write");
    Files.delete(file());
    remember();
    Files.setPosixFilePermissions(results.folder(), PosixFilePermissions.fromString("rwxrwxrwx"));
    assertThatThrownBy(() -> results.find(KEY, "mine")).hasMessageContaining("others may write");
    assertThatThrownBy(this::remember).hasMessageContaining("others may write");
  }

  @Test
  void whatIsNoRegularFileOrTooLargeIsNotRead() throws IOException, InterruptedException {
    remember();
    Files.writeString(file(), " ".repeat(5_000));
    assertThatThrownBy(() -> results.find(KEY, "mine")).hasMessageContaining("larger than");
    Files.delete(file());
    Files.createSymbolicLink(file(), cache.resolve("elsewhere"));
    assertThatThrownBy(() -> results.find(KEY, "mine")).hasMessageContaining("regular file");
    Files.delete(file());
    assertThat(new ProcessBuilder("mkfifo", "-m", "600", file().toString()).start().waitFor())
        .isZero();
    assertThatThrownBy(() -> results.find(KEY, "mine")).hasMessageContaining("regular file");
  }
}
