package dev.tierbench.report.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CsvScannerTest {

  @Test
  void quotedCellsHoldCommasQuotesAndLineBreaks() {
    assertThat(rows("a,\"b,\"\"c\"\"\nd\",e\n")).containsExactly(List.of("a", "b,\"c\"\nd", "e"));
  }

  @Test
  void emptyCellsAreThereAtEveryPlace() {
    assertThat(rows(",x,\n,,\n")).containsExactly(List.of("", "x", ""), List.of("", "", ""));
    assertThat(rows("a,")).containsExactly(List.of("a", ""));
  }

  @Test
  void aCarriageReturnBelongsToTheLineBreak() {
    assertThat(rows("a,b\r\nc,d\r\n")).containsExactly(List.of("a", "b"), List.of("c", "d"));
  }

  @Test
  void aRowWithoutALineBreakIsSeenAsCut() {
    CsvScanner csv = scanner("a,b\nc,d");
    assertThat(csv.next()).isTrue();
    assertThat(csv.isEnded()).isTrue();
    assertThat(csv.next()).isTrue();
    assertThat(csv.isEnded()).isFalse();
    assertThat(csv.next()).isFalse();
  }

  @Test
  void aQuoteThatIsNeverClosedEndsWithTheText() {
    CsvScanner csv = scanner("a,\"b\nc");
    assertThat(csv.next()).isTrue();
    assertThat(csv.text(1)).isEqualTo("b\nc");
    assertThat(csv.next()).isFalse();
  }

  @Test
  void numbersAreWholeAndNotNegative() {
    CsvScanner csv = scanner("12,-3,1.5,,9999999999999999999,x\n");
    csv.next();
    assertThat(csv.number(0)).isEqualTo(12);
    for (int cell = 1; cell <= 5; cell++) {
      int wrong = cell;
      assertThatThrownBy(() -> csv.number(wrong)).isInstanceOf(NumberFormatException.class);
    }
  }

  @Test
  void wordsOfOneHashAreToldApart() {
    CsvScanner csv = scanner("Aa,BB,Aa\n");
    csv.next();
    assertThat(List.of(csv.word(0), csv.word(1), csv.word(2))).containsExactly("Aa", "BB", "Aa");
  }

  private static CsvScanner scanner(String text) {
    return new CsvScanner(text.getBytes(StandardCharsets.UTF_8));
  }

  private static List<List<String>> rows(String text) {
    CsvScanner csv = scanner(text);
    List<List<String>> rows = new ArrayList<>();
    while (csv.next()) {
      List<String> cells = new ArrayList<>();
      for (int i = 0; i < csv.cells(); i++) {
        cells.add(csv.text(i));
      }
      rows.add(cells);
    }
    return rows;
  }
}
