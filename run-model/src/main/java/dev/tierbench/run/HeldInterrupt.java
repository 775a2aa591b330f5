package dev.tierbench.run;

/**
 * An interrupt of the current thread that is held off, so that it does not cut short what puts
 * things in order. Of the thread that makes it; call {@link #release} in a {@code finally}.
 */
public final class HeldInterrupt {

  private boolean pending = Thread.interrupted();

  /** Holds off one that came meanwhile as well. */
  public void again() {
    pending = true;
  }

  /** Makes the interrupt pending again, if there was one. */
  public void release() {
    if (pending) {
      Thread.currentThread().interrupt();
    }
  }
}
