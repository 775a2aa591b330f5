package dev.tierbench.run.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JacksonException;

class RunJsonTest {

  @TempDir Path folder;

  private record Numbers(
      double plain, Optional<Double> perhaps, List<Double> list, Map<String, Double> map) {}

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"plain\": 1e999}",
        "{\"plain\": \"NaN\"}",
        "{\"plain\": \"1\"}",
        "{\"plain\": NaN}",
        "{\"perhaps\": -1e999}",
        "{\"perhaps\": \"Infinity\"}",
        "{\"list\": [1, \"NaN\"]}",
        "{\"list\": [1e400]}",
        "{\"map\": {\"a\": \"-Infinity\"}}",
        "{\"map\": {\"a\": {}}}"
      })
  void onlyFiniteNumbersAreNumbers(String json) throws IOException {
    Path file = Files.writeString(folder.resolve("x.json"), json);
    assertThatIOException()
        .isThrownBy(() -> RunJson.read(file, Numbers.class))
        .withMessageStartingWith(file + " is not a Numbers: ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " \n", "null", "[]", "7", "{}", "{\"plain\": 1, \"list\": []}"})
  void aFileThatLacksAPartIsNoRecord(String json) throws IOException {
    Path file = Files.writeString(folder.resolve("x.json"), json);
    assertThatIOException()
        .isThrownBy(() -> RunJson.read(file, Numbers.class))
        .withMessageStartingWith(file + " is not a Numbers: ");
  }

  @Test
  void whatIsMissingIsNothingOrNone() {
    assertThat(RunJson.parse("{\"list\": [0, 1.5], \"map\": {\"a\": 2}}", Numbers.class))
        .isEqualTo(new Numbers(0, Optional.empty(), List.of(0.0, 1.5), Map.of("a", 2.0)));
  }

  @Test
  void theFieldOfANumberThatIsNoneIsNamed() {
    assertThatExceptionOfType(JacksonException.class)
        .isThrownBy(() -> RunJson.parse("{\"a\": [{\"b\": 1e999}]}"))
        .satisfies(e ->
            assertThat(e.getOriginalMessage()).startsWith("a.b is ").contains("finite number"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "null", "[]", "{\"plain\": 1", "{\"plain\": \"\u001b[2J\"}", "{\"list\": []}"})
  void aLineThatIsNoSuchRecordIsShownOnOneLineWithoutAWordOfJava(String line) {
    assertThatIOException()
        .isThrownBy(() -> RunJson.parseLine(line, Numbers.class))
        .withMessageContaining("cannot be read")
        .satisfies(e ->
            assertThat(e.getMessage()).doesNotContainPattern("\\p{Cntrl}|java|jackson|Numbers"));
  }

  @Test
  void aLineNamesTheFieldThatIsWrong() throws IOException {
    String whole = "{\"plain\": 1, \"list\": [], \"map\": {}}";
    assertThat(RunJson.parseLine(whole, Numbers.class).plain()).isEqualTo(1);
    assertThatIOException()
        .isThrownBy(() -> RunJson.parseLine(whole.replace("1", "{}"), Numbers.class))
        .withMessageStartingWith("a line cannot be read at 'plain': {");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[1}",
        "[1",
        "{\"a\"",
        "[1, nul]",
        "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[["
      })
  void theDescriptionOfMalformedJsonHasNoWordOfTheLibrary(String json) {
    assertThatExceptionOfType(JacksonException.class)
        .isThrownBy(() -> RunJson.parse(json))
        .satisfies(e ->
            assertThat(RunJson.description(e)).isNotBlank().doesNotContain("Source", "Stream"));
  }

  @Test
  void jsonHasALimitOfDepth() {
    String deep = "[".repeat(65) + "]".repeat(65);
    assertThat(RunJson.parse(deep.substring(1, deep.length() - 1)).isArray()).isTrue();
    assertThatExceptionOfType(JacksonException.class).isThrownBy(() -> RunJson.parse(deep));
  }
}
