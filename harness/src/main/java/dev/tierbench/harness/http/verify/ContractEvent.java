package dev.tierbench.harness.http.verify;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Optional;

/**
 * A line that the contract test prints.
 *
 * @param name of a check
 * @param reason why it failed; empty when the server passed
 * @param earlier why it failed before it was repeated; none when it was not
 * @param seed of the random workloads
 */
public record ContractEvent(
    Type event,
    Optional<String> name,
    Optional<String> reason,
    List<String> earlier,
    Optional<Integer> passed,
    Optional<Integer> failed,
    Optional<Long> seed) {

  public ContractEvent {
    earlier = earlier == null ? List.of() : List.copyOf(earlier);
  }

  /** Whether the check held only when it was repeated. */
  boolean heldWhenRepeated() {
    return reason.isEmpty() && !earlier.isEmpty();
  }

  public enum Type {
    @JsonProperty("begins")
    BEGINS,
    @JsonProperty("check")
    CHECK,
    @JsonProperty("done")
    DONE
  }
}
