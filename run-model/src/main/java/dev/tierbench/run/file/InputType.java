package dev.tierbench.run.file;

import dev.tierbench.run.Named;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException.Reference;

/** What a record expects at a place of its text, in words that say nothing of Java. */
final class InputType {

  private static final int FAR = 3;

  private InputType() {}

  /** The type of what is at the end of a path; empty where there is nothing. */
  static Optional<Type> at(Type root, List<Reference> path) {
    Optional<Type> type = Optional.of(root);
    for (Reference step : path) {
      String name = step.getPropertyName() == null ? "" : step.getPropertyName();
      type = type.flatMap(of -> below(of, name));
    }
    return type;
  }

  /** Whether a list or a map of that type holds no element without a value. */
  static boolean needsElements(Type type) {
    return type instanceof ParameterizedType generic
        && !(generic.getActualTypeArguments()[generic.getActualTypeArguments().length - 1]
                instanceof ParameterizedType element
            && element.getRawType() == Optional.class);
  }

  /** The type of a field of that name, or of any element. */
  static Optional<Type> below(Type type, String name) {
    if (type instanceof ParameterizedType generic) {
      Type[] arguments = generic.getActualTypeArguments();
      return Optional.of(unwrapped(arguments[arguments.length - 1]));
    }
    return components(type)
        .filter(component -> RunJson.fieldName(component).equals(name))
        .map(component -> unwrapped(component.getGenericType()))
        .findFirst();
  }

  private static Type unwrapped(Type type) {
    return type instanceof ParameterizedType generic && generic.getRawType() == Optional.class
        ? generic.getActualTypeArguments()[0]
        : type;
  }

  private static Stream<RecordComponent> components(Type type) {
    return type instanceof Class<?> of && of.isRecord()
        ? Stream.of(of.getRecordComponents())
        : Stream.empty();
  }

  /** The names of the fields of a record. */
  static List<String> fields(Type type) {
    return components(type).map(RunJson::fieldName).toList();
  }

  /** What a value of that type looks like. */
  static String expected(Type type) {
    if (type instanceof ParameterizedType generic) {
      Type[] arguments = generic.getActualTypeArguments();
      return generic.getRawType() == Map.class
          ? "fields, 'name: value'"
          : "a list of " + plural(arguments[arguments.length - 1]);
    }
    if (type instanceof Class<?> of && of.isEnum()) {
      return "one of "
          + Stream.of(of.getEnumConstants())
              .map(constant -> ((Named) constant).id())
              .collect(Collectors.joining(", "));
    }
    if (!fields(type).isEmpty()) {
      return "fields, some of " + String.join(", ", fields(type));
    }
    return isWhole(type)
        ? "a whole number"
        : type == double.class || type == Double.class
            ? "a number"
            : type == boolean.class ? "true or false" : "a text";
  }

  private static boolean isWhole(Type type) {
    return Stream.<Type>of(int.class, Integer.class, long.class, Long.class).anyMatch(type::equals);
  }

  private static String plural(Type type) {
    String one = expected(unwrapped(type));
    return one.startsWith("a ") ? one.substring(2) + "s" : "entries with " + one;
  }

  /** A hint at the name that was meant, if one of the known is alike. */
  static String didYouMean(String typed, List<String> known) {
    return known.stream()
        .min(Comparator.comparingInt(name -> distance(typed, name)))
        .filter(name -> distance(typed, name) < FAR || isWithin(typed, name))
        .map(name -> " (did you mean '" + name + "'?)")
        .orElse("");
  }

  private static boolean isWithin(String typed, String name) {
    return typed.length() >= FAR && (name.startsWith(typed) || typed.startsWith(name));
  }

  /** The edits that make one text of another (Levenshtein). */
  private static int distance(String from, String to) {
    int[] row = new int[to.length() + 1];
    for (int j = 0; j < row.length; j++) {
      row[j] = j;
    }
    for (int i = 1; i <= from.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j < row.length; j++) {
        int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[row.length - 1];
  }
}
