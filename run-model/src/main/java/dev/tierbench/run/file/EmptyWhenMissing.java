package dev.tierbench.run.file;

import com.fasterxml.jackson.annotation.JacksonAnnotationsInside;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a component of a record that files of earlier versions do not have. It is then empty: a
 * list or map without elements, {@code false}, or the default constant of an enum.
 */
@JacksonAnnotationsInside
@JsonSetter(nulls = Nulls.AS_EMPTY)
@Retention(RetentionPolicy.RUNTIME)
@Target({
  ElementType.RECORD_COMPONENT,
  ElementType.FIELD,
  ElementType.METHOD,
  ElementType.PARAMETER
})
public @interface EmptyWhenMissing {}
