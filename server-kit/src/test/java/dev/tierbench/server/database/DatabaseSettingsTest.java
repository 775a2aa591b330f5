package dev.tierbench.server.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tierbench.server.InvalidSetting;
import dev.tierbench.server.Settings;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DatabaseSettingsTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  static DatabaseSettings settings(String url) {
    return new DatabaseSettings(
        url,
        "bench",
        "secret",
        "tierbench",
        20,
        SECOND,
        SECOND.multipliedBy(2),
        SECOND.multipliedBy(3),
        1_000);
  }

  @Test
  void anAddressHasHostPortAndName() {
    DatabaseSettings settings = settings("postgresql://db.example:5433/tierbench");
    assertThat(settings.host()).isEqualTo("db.example");
    assertThat(settings.port()).isEqualTo(5433);
    assertThat(settings.name()).isEqualTo("tierbench");
  }

  @Test
  void thePasswordIsPartOfNoText() {
    DatabaseSettings settings = settings("postgresql://127.0.0.1:5432/tierbench");
    assertThat(settings.toString()).doesNotContain("secret");
    assertThat(settings.reported())
        .isEqualTo(
            new Settings.DatabaseClient(
                "postgresql://127.0.0.1:5432/tierbench", 20, 3_000, 2_000, 1_000));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "no address",
        "http://127.0.0.1:5432/tierbench",
        "postgresql://127.0.0.1/tierbench",
        "postgresql://127.0.0.1:5432",
        "postgresql://127.0.0.1:5432/",
        "postgresql://h:70000/n",
        "jdbc:postgresql://127.0.0.1:5432/tierbench"
      })
  void anotherAddressIsRefused(String url) {
    assertThatThrownBy(() -> settings(url))
        .isInstanceOf(InvalidSetting.class)
        .hasMessageStartingWith("invalid database.url '")
        .hasMessageEndingWith(
            "expected an address without credentials, such as"
                + " postgresql://127.0.0.1:5432/tierbench");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "postgresql://me:secret@127.0.0.1:5432/tierbench",
        "postgresql://127.0.0.1:5432/tierbench?password=secret"
      })
  void credentialsInTheAddressAreRefusedAndNotRepeated(String url) {
    assertThatThrownBy(() -> settings(url))
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("***")
        .satisfies(refused -> assertThat(refused.getMessage()).doesNotContain("secret"));
  }
}
