package dev.tierbench.observer.host;

/** Why a process cannot be observed, in one line that ends with a hint. */
public class CannotObserve extends Exception {

  public CannotObserve(String reason) {
    super(reason);
  }

  public CannotObserve(String reason, Throwable cause) {
    super(reason, cause);
  }
}
