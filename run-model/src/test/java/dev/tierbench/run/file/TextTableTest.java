package dev.tierbench.run.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class TextTableTest {

  private static final TextTable TABLE =
      new TextTable(
          List.of("role", "futex", "verdict"),
          List.of(
              List.of("event-loop", "7", "PASS"),
              List.of("g|c", "1,200,702", "WARN"),
              List.of("jit", TextTable.NOT_MEASURED, "PASS")));

  @Test
  void numbersStandToTheRightAlsoWhereOneWasNotMeasured() {
    assertThat(TABLE.text())
        .containsExactly(
            "role            futex  verdict",
            "event-loop          7  PASS",
            "g|c         1,200,702  WARN",
            "jit                 –  PASS");
  }

  @Test
  void inMarkdownTheSameColumnsStandToTheRight() {
    assertThat(TABLE.markdown())
        .startsWith("| role | futex | verdict |", "| --- | ---: | --- |")
        .contains("| g\\|c | 1,200,702 | WARN |");
  }

  @Test
  void aRowOfAnotherLengthIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new TextTable(List.of("a", "b"), List.of(List.of("1"))));
  }
}
