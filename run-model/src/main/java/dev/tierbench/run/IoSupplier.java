package dev.tierbench.run;

import java.io.IOException;

/** Something that is made or read and that input or output may fail. */
@FunctionalInterface
public interface IoSupplier<T> {

  /** Makes or reads it. */
  T get() throws IOException, InterruptedException;
}
