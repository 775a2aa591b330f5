package dev.tierbench.report.folder;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.tierbench.run.RunJson;
import java.lang.reflect.ParameterizedType;
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

  /** The fields of each type of record, looked up once. */
  private static final ClassValue<List<Field>> FIELDS =
      new ClassValue<>() {
        @Override
        protected List<Field> computeValue(Class<?> type) {
          return fields(type);
        }
      };

  private RequiredFields() {}

  /**
   * A field of a record in JSON.
   *
   * @param nested the record that it holds, or a list of; empty when it holds none
   */
  private record Field(
      String name, boolean optional, boolean list, Optional<Class<? extends Record>> nested) {}

  /** The path of the first field that is missing or null though the record cannot do without. */
  static Optional<String> missing(JsonNode node, Class<? extends Record> type) {
    for (Field field : FIELDS.get(type)) {
      JsonNode value = node.path(field.name());
      if (!value.isMissingNode() && !value.isNull()) {
        Optional<String> inside = missingInside(value, field);
        if (inside.isPresent()) {
          return Optional.of(field.name() + "." + inside.get());
        }
      } else if (!field.optional()) {
        return Optional.of(field.name());
      }
    }
    return Optional.empty();
  }

  private static Optional<String> missingInside(JsonNode value, Field field) {
    if (field.nested().isEmpty()) {
      return Optional.empty();
    }
    if (!field.list()) {
      return missing(value, field.nested().get());
    }
    for (JsonNode element : value) {
      Optional<String> inside = missing(element, field.nested().get());
      if (inside.isPresent()) {
        return inside;
      }
    }
    return Optional.empty();
  }

  /** None of a record that is written as its only component. */
  private static List<Field> fields(Class<?> type) {
    boolean isOneValue =
        Stream.of(type.getDeclaredMethods())
            .anyMatch(method -> method.isAnnotationPresent(JsonValue.class));
    return isOneValue
        ? List.of()
        : Stream.of(type.getRecordComponents())
            .map(component ->
                field(
                    RunJson.fieldName(component),
                    component.getType() == Optional.class,
                    component.getGenericType()))
            .toList();
  }

  private static Field field(String name, boolean optional, Type type) {
    if (argument(type, Optional.class).isPresent()) {
      return field(name, optional, argument(type, Optional.class).get());
    }
    Optional<Type> item = argument(type, List.class);
    return new Field(
        name,
        optional,
        item.isPresent(),
        Optional.of(item.orElse(type))
            .filter(held -> held instanceof Class<?> nested && nested.isRecord())
            .map(held -> ((Class<?>) held).asSubclass(Record.class)));
  }

  /** What a type of that kind holds; empty of other types. */
  private static Optional<Type> argument(Type type, Class<?> kind) {
    return type instanceof ParameterizedType generic && generic.getRawType() == kind
        ? Optional.of(generic.getActualTypeArguments()[0])
        : Optional.empty();
  }
}
