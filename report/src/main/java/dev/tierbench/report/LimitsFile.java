package dev.tierbench.report;

import dev.tierbench.rules.Limits;
import dev.tierbench.run.RunJson;
import java.lang.reflect.RecordComponent;
import java.util.Locale;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Limits as people edit them: all of them, by name, with a version of their own. */
final class LimitsFile {
  private LimitsFile() {}

  /**
   * The limits in a JSON text.
   *
   * @throws IllegalArgumentException saying which limit is missing or no number
   */
  static Limits parse(String json) {
    try {
      JsonNode tree = RunJson.parse(json);
      for (RecordComponent limit : Limits.class.getRecordComponents()) {
        String name =
            limit.getName().replaceAll("([a-z0-9])([A-Z])", "$1_$2").toLowerCase(Locale.ROOT);
        JsonNode value = tree.path(name);
        boolean right = limit.getType() == String.class ? value.isString() : value.isNumber();
        if (!right) {
          throw new IllegalArgumentException("'" + name + "' is missing or of the wrong kind");
        }
      }
      return RunJson.parse(json, Limits.class);
    } catch (JacksonException e) {
      throw new IllegalArgumentException("no JSON: " + e.getOriginalMessage(), e);
    }
  }
}
