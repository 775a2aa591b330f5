package dev.tierbench.observer.trace;

import dev.tierbench.run.CaptureLevel;

/** Stands in where system calls cannot be counted per thread. */
public record NoTracer(CaptureLevel level) implements Tracer {

  @Override
  public void begin() {
    // Nothing is attached.
  }

  @Override
  public void end() {
    // Nothing is attached.
  }

  @Override
  public TraceResult finish() {
    return TraceResult.NOTHING;
  }

  @Override
  public void close() {
    // Nothing is attached.
  }
}
