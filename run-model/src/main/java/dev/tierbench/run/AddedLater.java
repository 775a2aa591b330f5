package dev.tierbench.run;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A list or map of a record that files from before it was added lack. Absent is empty there, and
 * true: what it lists could not be then. A number never has this; one that is missing is not 0.
 */
@Target(ElementType.RECORD_COMPONENT)
@Retention(RetentionPolicy.RUNTIME)
public @interface AddedLater {}
