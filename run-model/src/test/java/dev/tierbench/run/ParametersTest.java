package dev.tierbench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ParametersTest {

  @Test
  void numbersAreInOrderAlsoBeyondFourDigits() {
    assertThat(Stream.of(10_000, 200, 2_600).map(Parameters::concurrency).sorted())
        .extracting(Parameters::concurrency)
        .containsExactly(200, 2_600, 10_000);
  }

  @Test
  void aFolderSaysTheParametersOfItsStep() {
    Parameters parameters = Parameters.ofFolder("case=range,size=1000").orElseThrow();
    assertThat(parameters.folder()).isEqualTo("case=range,size=1000");
    assertThat(parameters.label()).isEqualTo("range, 1,000");
    assertThat(Parameters.ofFolder("concurrency=0800")).contains(Parameters.concurrency(800));
    assertThat(Parameters.ofFolder("0800")).isEmpty();
  }

  @Test
  void aParameterWithoutAValueIsRefused() {
    Map<String, String> values = new HashMap<>();
    values.put("size", null);
    assertThatThrownBy(() -> new Parameters(values))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("invalid parameter 'size=null'");
  }
}
