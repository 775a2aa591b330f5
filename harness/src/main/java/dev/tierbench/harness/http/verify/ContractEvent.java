package dev.tierbench.harness.http.verify;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Optional;

/**
 * A line that the contract test prints.
 *
 * @param name of a check
 * @param reason why it failed; empty when the server passed
 * @param earlierFailures why it failed before it was repeated; empty when it was not
 * @param seed of the random workloads
 */
public record ContractEvent(
    Type event,
    Optional<String> name,
    Optional<String> reason,
    @JsonProperty("earlier") Optional<List<String>> earlierFailures,
    Optional<Integer> passed,
    Optional<Integer> failed,
    Optional<Long> seed) {

  public ContractEvent {
    earlierFailures = earlierFailures.map(List::copyOf);
  }

  /** Why the check failed before it was repeated; none when it was not. */
  public List<String> earlier() {
    return earlierFailures.orElse(List.of());
  }

  /** Whether the check held only when it was repeated. */
  boolean heldWhenRepeated() {
    return reason.isEmpty() && !earlier().isEmpty();
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
