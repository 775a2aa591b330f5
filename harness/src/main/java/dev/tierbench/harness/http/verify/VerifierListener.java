package dev.tierbench.harness.http.verify;

/** Hears of servers while they are verified, of several at the same time. Thread-safe. */
public interface VerifierListener {

  /** Hears nothing. */
  VerifierListener NONE =
      new VerifierListener() {
        @Override
        public void heard(String server, ContractEvent event) {}

        @Override
        public void ended(Verified server) {}
      };

  /** Hears a line of the contract test of a server. */
  void heard(String server, ContractEvent event);

  /** Hears the result of a server, once. */
  void ended(Verified server);
}
