package dev.tierbench.report.folder;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.tierbench.run.RunJson;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * Whether JSON has every field that a record needs. Jackson fills a missing number with 0; here a
 * number that is not there has to stay "not measured".
 */
final class RequiredFields {
  private RequiredFields() {}

  /** The path of the first field that is missing or null though the record cannot do without. */
  static Optional<String> missing(JsonNode node, Class<? extends Record> type) {
    if (isOneValue(type)) {
      return Optional.empty();
    }
    for (RecordComponent component : type.getRecordComponents()) {
      String name = RunJson.fieldName(component);
      JsonNode value = node.path(name);
      boolean absent = value.isMissingNode() || value.isNull();
      if (absent && component.getType() != Optional.class) {
        return Optional.of(name);
      }
      if (absent) {
        continue;
      }
      Optional<String> inside = missingInside(value, component.getGenericType());
      if (inside.isPresent()) {
        return Optional.of(name + "." + inside.get());
      }
    }
    return Optional.empty();
  }

  /** A record that is written as its only component. */
  private static boolean isOneValue(Class<? extends Record> type) {
    return Stream.of(type.getDeclaredMethods())
        .anyMatch(method -> method.isAnnotationPresent(JsonValue.class));
  }

  private static Optional<String> missingInside(JsonNode value, Type type) {
    if (type instanceof Class<?> nested && nested.isRecord()) {
      return missing(value, nested.asSubclass(Record.class));
    }
    if (type instanceof ParameterizedType optional && optional.getRawType() == Optional.class) {
      return missingInside(value, optional.getActualTypeArguments()[0]);
    }
    if (type instanceof ParameterizedType list
        && list.getRawType() == List.class
        && list.getActualTypeArguments()[0] instanceof Class<?> item
        && item.isRecord()) {
      for (JsonNode element : value) {
        Optional<String> inside = missing(element, item.asSubclass(Record.class));
        if (inside.isPresent()) {
          return inside;
        }
      }
    }
    return Optional.empty();
  }
}
