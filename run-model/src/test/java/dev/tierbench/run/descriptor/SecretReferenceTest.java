package dev.tierbench.run.descriptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretReferenceTest {

  @Test
  void eachOfATextIsFoundInOrderAndReplaced() {
    String text = "a ${ENV:TOKEN} b ${FILE:secrets/db} ${HOME} {port} $1";
    assertThat(SecretReference.in(text))
        .containsExactly(
            new SecretReference(SecretReference.Source.ENV, "TOKEN"),
            new SecretReference(SecretReference.Source.FILE, "secrets/db"));
    assertThat(SecretReference.replaced(text, found -> "$" + found.name()))
        .isEqualTo("a $TOKEN b $secrets/db ${HOME} {port} $1");
    assertThat(SecretReference.in(text).getFirst().text()).isEqualTo("${ENV:TOKEN}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "${HOME}", "${env:TOKEN}", "{ENV:TOKEN}", "${ENV}", "$ENV:TOKEN"})
  void anythingElseIsText(String text) {
    assertThat(SecretReference.isIn(text)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"${ENV:}", "${ENV:MY TOKEN}", "${ENV:1}", "${FILE:}", "${FILE: }"})
  void aMalformedOneIsRefused(String text) {
    assertThatThrownBy(() -> SecretReference.in(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("invalid ${");
  }
}
