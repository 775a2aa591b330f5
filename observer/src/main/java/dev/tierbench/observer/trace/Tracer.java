package dev.tierbench.observer.trace;

import dev.tierbench.run.CaptureLevel;
import java.io.IOException;

/** Counts system calls inside a window. Used in the order of its methods, by one thread. */
public interface Tracer extends AutoCloseable {

  CaptureLevel level();

  /** The window begins now, or when this returns for a tracer that cannot wait attached. */
  void begin() throws IOException;

  /** The window ends now. */
  void end() throws IOException;

  /** Collects the counts; what went wrong is among its failures. */
  TraceResult finish();

  @Override
  void close();
}
