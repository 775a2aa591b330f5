package dev.tierbench.observer.agent;

/**
 * A line to an agent.
 *
 * @param id that its answer bears
 */
public record AgentCall(long id, AgentRequest request) {}
