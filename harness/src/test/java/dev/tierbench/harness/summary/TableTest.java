package dev.tierbench.harness.summary;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TableTest {

  private static final List<String> HEAD = List.of("concurrent", "server", "role", "CPU us", "at");
  private static final List<List<String>> LINES =
      List.of(
          List.of("200", "tomcat", "gc", "1.5", "0.59 of 2"),
          List.of("2,600", "a", "event-loop", "–", "-12"));

  @Test
  void numbersAreAlignedToTheRightAndTextToTheLeftInEveryColumn() {
    assertThat(Table.markdown(HEAD, LINES).get(1)).isEqualTo("| ---: | --- | --- | ---: | ---: |");
    assertThat(Table.aligned(HEAD, LINES))
        .containsExactly(
            "concurrent  server  role        CPU us         at",
            "       200  tomcat  gc             1.5  0.59 of 2",
            "     2,600  a       event-loop       –        -12");
  }
}
