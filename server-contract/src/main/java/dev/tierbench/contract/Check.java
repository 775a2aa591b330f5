package dev.tierbench.contract;

/**
 * One sentence of the contract.
 *
 * @param body fails with an {@link AssertionError} where the server differs
 */
public record Check(String name, Body body) {

  /** Sends requests to the server and checks its answers. */
  @FunctionalInterface
  public interface Body {
    void run() throws Exception;
  }
}
