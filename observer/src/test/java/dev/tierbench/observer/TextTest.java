package dev.tierbench.observer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.run.threads.Counter;
import dev.tierbench.run.threads.Counts;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TextTest {

  @Test
  void aValueThatWasNotMeasuredIsADashAndSoIsASumThatLacksAPart() {
    Counts counts = new Counts(Map.of(Counter.MINOR_FAULTS, 3L, Counter.READ, 0L));
    assertThat(Column.READ.cell(counts, Optional.empty())).isEqualTo("0");
    assertThat(Column.WRITE.cell(counts, Optional.empty())).isEqualTo("–");
    assertThat(Column.FAULTS.cell(counts, Optional.empty())).isEqualTo("–");
    assertThat(Column.READ.share(counts, counts)).isEqualTo("–");
  }

  @Test
  void perRequestTimesAreInMicrosecondsAndCountsAreFractions() {
    Counts counts = new Counts(Map.of(Counter.CPU_NS, 1_540_000_000L, Counter.FUTEX, 3_919L));
    assertThat(Column.CPU.cell(counts, Optional.of(10_000L))).isEqualTo("154.00");
    assertThat(Column.FUTEX.cell(counts, Optional.of(90_000L))).isEqualTo("0.044");
    assertThat(Column.CPU.cell(counts, Optional.empty())).isEqualTo("1,540.0");
    assertThat(Column.CPU.header(Optional.of(1L))).isEqualTo("cpu µs");
  }

  @Test
  void theDifferenceOfTwoTracersIsStatedPerColumn() {
    Counts perf = new Counts(Map.of(Counter.FUTEX, 90L, Counter.READ, 5L));
    Counts own = new Counts(Map.of(Counter.FUTEX, 100L, Counter.WRITE, 5L));
    assertThat(TraceCommand.difference(perf, own).lines())
        .anyMatch(line -> line.matches("futex +90 +100 +-10 +-10\\.00"))
        .anyMatch(line -> line.matches("read +5 +– +– +–"))
        .anyMatch(line -> line.matches("write +– +5 +– +–"));
  }

  @Test
  void aNameCannotDriveTheTerminalNorBreakTheTable() {
    assertThat(ObservationText.printable("a\u001b[2Jb\nc")).isEqualTo("a\\u001b[2Jb\\nc");
    assertThat(ObservationText.printable("x".repeat(50))).hasSize(24).endsWith("~");
  }
}
