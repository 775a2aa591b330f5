package dev.tierbench.harness.http.verify;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Optional;

/**
 * A line that the contract test prints.
 *
 * @param name of a check
 * @param reason why it failed; empty when the server passed
 * @param seed of the random workloads
 */
public record ContractEvent(
    Type event,
    Optional<String> name,
    Optional<String> reason,
    Optional<Integer> passed,
    Optional<Integer> failed,
    Optional<Long> seed) {

  public enum Type {
    @JsonProperty("begins")
    BEGINS,
    @JsonProperty("check")
    CHECK,
    @JsonProperty("done")
    DONE
  }
}
