package dev.tierbench.report.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class SecretDifferenceTest {

  private static Map<String, String> settings(String key, String token) {
    return Map.of(
        "secrets.key", key, "secrets.values.${ENV:TOKEN}", token, "request.method", "GET");
  }

  @Test
  void equalHashesUnderOneKeyAreNoDifference() {
    assertThat(SecretDifference.of("orders", settings("k", "1"), settings("k", "1"))).isEmpty();
  }

  @Test
  void anotherHashUnderTheSameKeyNamesTheReferenceAndDecidesNothing() {
    assertThat(SecretDifference.of("orders", settings("k", "1"), settings("k", "2")))
        .hasValueSatisfying(found -> {
          assertThat(found.line()).isEqualTo("secrets of orders: ${ENV:TOKEN} | other values");
          assertThat(found.decides()).isFalse();
        });
  }

  @Test
  void hashesUnderDifferentKeysCannotBeCompared() {
    assertThat(SecretDifference.of("orders", settings("k", "1"), settings("l", "1")))
        .hasValueSatisfying(found -> {
          assertThat(found.line())
              .contains("secrets of orders (cannot be compared: hashed with another key): key k");
          assertThat(found.decides()).isFalse();
        });
  }

  @Test
  void aSideWithoutHashesSaysNothing() {
    assertThat(SecretDifference.of("orders", settings("k", "1"), Map.of())).isEmpty();
  }
}
