package dev.tierbench.run.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MemoryTest {

  @ParameterizedTest
  @CsvSource({"1k, 1024", "512m, 536870912", "4g, 4294967296", "4G, 4294967296"})
  void sizesAreThoseOfAJvm(String text, long bytes) {
    assertThat(Memory.bytes(text)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "4", "0g", "big", "-1g", "4gb", "4 g"})
  void whatIsNoSizeIsRefused(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Memory.bytes(text))
        .withMessageContaining("invalid size '" + text + "'");
  }
}
