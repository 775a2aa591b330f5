package dev.tierbench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PoolSizeTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1 | 2 | 1",
        "100 | 2 | 100",
        "cores | 2 | 2",
        "cores | 128 | 128",
        "10 x cores | 2 | 20",
        "max(64, cores) | 2 | 64",
        "max(64, cores) | 128 | 128",
        "max(8, 3 x cores) | 2 | 8",
        "max(8, 3 x cores) | 4 | 12",
        "min(64, max(8, 3 x cores)) | 2 | 8",
        "min(64, max(8, 3 x cores)) | 21 | 63",
        "min(64, max(8, 3 x cores)) | 32 | 64",
        "min(64, max(8, cores)) | 96 | 64"
      })
  void aPoolIsFixedOrGrowsWithTheCores(String text, int cores, int threads) {
    assertThat(PoolSize.parse(text).on(cores)).contains(threads);
  }

  @Test
  void aPoolWithoutALimitHasNoSize() {
    assertThat(PoolSize.parse("unbounded").on(2)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "many",
        "-1",
        "0",
        "0 x cores",
        "max(64)",
        "max(0, cores)",
        "cores x 10",
        "min(64, cores)",
        "min(64, unbounded)"
      })
  void whatIsNoPoolIsRefusedWithWhatIsExpected(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PoolSize.parse(text))
        .withMessageContaining("invalid threads '" + text + "'")
        .withMessageContaining("10 x cores");
  }
}
