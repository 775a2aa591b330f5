package dev.tierbench.harness.http.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.tierbench.harness.Plans;
import dev.tierbench.harness.run.Durations;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlanParsingTest {

  @Test
  void levelsAreRangesAndSinglesInRisingOrder() {
    assertThat(Levels.parse("200..2600:400"))
        .containsExactly(200, 600, 1_000, 1_400, 1_800, 2_200, 2_600);
    assertThat(Levels.parse("20,5,20")).containsExactly(5, 20);
    assertThat(Levels.parse("10..30:15,1")).containsExactly(1, 10, 25);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a", "0", "5,", "1..0:1", "1..9:0", "1..9", "-5", "99999999"})
  void whatIsNoLevelIsRefused(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> Levels.parse(text));
  }

  @Test
  void presetsToPublishReachFrom200To2600() {
    assertThat(Preset.named("standard").levels()).hasSize(7).startsWith(200).endsWith(2_600);
    assertThat(Preset.named("full").levels()).hasSize(13).startsWith(200).endsWith(2_600);
  }

  @ParameterizedTest
  @CsvSource({"10s,10.0", "500ms,0.5", "2m,120.0", "1.5s,1.5"})
  void timesAreSecondsWithAUnit(String text, double seconds) {
    assertThat(Durations.parse(text)).isEqualTo(seconds);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "10", "s", "-1s", "1h", "1 s"})
  void aTimeWithoutItsUnitIsRefused(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> Durations.parse(text));
  }

  @Test
  void aTimeIsTypedInSecondsOnlyWhenItIsWhole() {
    assertThat(Durations.typed(10)).isEqualTo("10s");
    assertThat(Durations.typed(1.2)).isEqualTo("1200ms");
    assertThat(Durations.clock(185)).isEqualTo("03:05");
  }

  @Test
  void aServerIsKnownByItsNameAndItsAlias() {
    assertThat(Plans.SERVERS.subjects().named("tomcat")).isEqualTo("tomcat-platform");
    assertThat(Plans.SERVERS.subjects().named("tomcat-platform")).isEqualTo("tomcat-platform");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Plans.SERVERS.subjects().named("undertow"))
        .withMessageContaining("tomcat")
        .withMessageContaining("netty");
  }
}
