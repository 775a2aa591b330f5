package dev.tierbench.run;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** A constant that files and command lines name in lower case, with hyphens. */
public interface Named {

  String name();

  /** The name in files and on command lines. */
  @JsonValue
  default String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The constant of that name in files. */
  static <E extends Enum<E> & Named> Optional<E> find(Class<E> type, String id) {
    return Stream.of(type.getEnumConstants())
        .filter(constant -> constant.id().equals(id))
        .findFirst();
  }
}
