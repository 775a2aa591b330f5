package dev.tierbench.suite.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class JsonTest {

  @Test
  void everyCharacterOfATextSurvives() {
    StringBuilder text = new StringBuilder("\"\\\n\r\t\u2028 \uD83D\uDE00 é ");
    for (char code = 0; code < ' '; code++) {
      text.append(code);
    }

    String json = Json.of(text);

    assertThat(json).doesNotContain("\n");
    assertThat(new JsonMapper().readValue(json, String.class)).isEqualTo(text.toString());
  }

  @Test
  void whatIsMissingIsNull() {
    assertThat(
            Json.of(Arrays.asList(null, OptionalInt.empty(), OptionalInt.of(2), Double.NaN, 1.5)))
        .isEqualTo("[null,null,2,null,1.5]");
  }

  @Test
  void mapsKeepTheirNamesAsTexts() {
    assertThat(Json.of(Map.of("a \"b\"", true))).isEqualTo("{\"a \\\"b\\\"\":true}");
  }
}
