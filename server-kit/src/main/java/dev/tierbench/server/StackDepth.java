package dev.tierbench.server;

import java.util.function.Supplier;

/**
 * Frames around a call that blocks, as the layers of a service put there: a request that waits
 * keeps them on the stack of its thread. What one costs is the slope of memory over their number.
 */
public final class StackDepth {

  private StackDepth() {}

  /** Makes the call from below so many more frames. */
  public static <T> T call(int frames, Supplier<T> call) {
    return frames == 0 ? call.get() : call(frames - 1, call);
  }
}
