package dev.tierbench.observer.agent;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * A line of an agent.
 *
 * @param id of the call that it answers
 * @param value empty when the request asks for none
 * @param error why it could not be done
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record AgentReply(long id, Optional<JsonNode> value, Optional<String> error) {

  public AgentReply {
    // Jackson reads an optional node that is absent as the node null.
    value = value.filter(node -> !node.isNull());
  }
}
