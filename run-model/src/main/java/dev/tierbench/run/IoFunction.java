package dev.tierbench.run;

import java.io.IOException;

/** A function of an input that may fail to be read. */
@FunctionalInterface
public interface IoFunction<A, T> {

  /** The result for an input. */
  T apply(A input) throws IOException;
}
