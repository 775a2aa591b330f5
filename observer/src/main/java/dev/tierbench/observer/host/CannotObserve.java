package dev.tierbench.observer.proc;

/** Why a process cannot be observed, in one line that ends with the remedy. */
public class CannotObserve extends Exception {

  public CannotObserve(String reason) {
    super(reason);
  }

  public CannotObserve(String reason, Throwable cause) {
    super(reason, cause);
  }
}
