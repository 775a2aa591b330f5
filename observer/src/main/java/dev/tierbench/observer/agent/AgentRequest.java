package dev.tierbench.observer.agent;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.tierbench.observer.measured.CaptureOrder;
import dev.tierbench.observer.measured.MeasuredProcess;
import java.util.Optional;

/** What a line to an agent asks for. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "op")
@JsonSubTypes({
  @JsonSubTypes.Type(value = AgentRequest.Ping.class, name = "ping"),
  @JsonSubTypes.Type(value = AgentRequest.Hello.class, name = "hello"),
  @JsonSubTypes.Type(value = AgentRequest.Listener.class, name = "listener"),
  @JsonSubTypes.Type(value = AgentRequest.Owner.class, name = "owner"),
  @JsonSubTypes.Type(value = AgentRequest.Runs.class, name = "runs"),
  @JsonSubTypes.Type(value = AgentRequest.Expect.class, name = "expect"),
  @JsonSubTypes.Type(value = AgentRequest.Jvm.class, name = "jvm"),
  @JsonSubTypes.Type(value = AgentRequest.Watch.class, name = "watch"),
  @JsonSubTypes.Type(value = AgentRequest.Snapshot.class, name = "snapshot"),
  @JsonSubTypes.Type(value = AgentRequest.State.class, name = "state"),
  @JsonSubTypes.Type(value = AgentRequest.Hold.class, name = "hold"),
  @JsonSubTypes.Type(value = AgentRequest.RequireHeld.class, name = "require_held"),
  @JsonSubTypes.Type(value = AgentRequest.Probe.class, name = "probe"),
  @JsonSubTypes.Type(value = AgentRequest.Attach.class, name = "attach"),
  @JsonSubTypes.Type(value = AgentRequest.Begin.class, name = "begin"),
  @JsonSubTypes.Type(value = AgentRequest.End.class, name = "end"),
  @JsonSubTypes.Type(value = AgentRequest.Finish.class, name = "finish"),
  @JsonSubTypes.Type(value = AgentRequest.Detach.class, name = "detach"),
  @JsonSubTypes.Type(value = AgentRequest.Stop.class, name = "stop")
})
public sealed interface AgentRequest {

  /** The variable of the environment by which a harness marks the JVM that it started. */
  String TOKEN = "TIERBENCH_TOKEN";

  /** Has an empty answer, which does not wait for that of other requests. */
  record Ping() implements AgentRequest {}

  /** A {@link dev.tierbench.observer.measured.HostState}. */
  record Hello() implements AgentRequest {}

  /** Asks which process listens on an address of the host; the answer is a text, or nothing. */
  record Listener(String address, int port) implements AgentRequest {}

  /** The process that listens on a port, whatever its address: its process id. */
  record Owner(int port) implements AgentRequest {}

  /**
   * Asks whether a process that {@link Owner} named still runs, and not a later one of its id; the
   * answer does not wait for that of other requests.
   */
  record Runs(long pid) implements AgentRequest {}

  /**
   * A JVM with that value of {@link #TOKEN} is about to be started: the agent ends it when it ends
   * itself.
   */
  record Expect(String token) implements AgentRequest {}

  /** The JVM that has that value of {@link #TOKEN} in its environment: its process id. */
  record Jvm(String token) implements AgentRequest {}

  /** Adds a process to each snapshot from now on. */
  record Watch(MeasuredProcess target) implements AgentRequest {}

  /** A {@link dev.tierbench.observer.measured.HostSnapshot}. */
  record Snapshot() implements AgentRequest {}

  /** A {@link dev.tierbench.observer.measured.ProcessState}. */
  record State(String name) implements AgentRequest {}

  /** Moves a process to cores. */
  record Hold(long pid, String cores) implements AgentRequest {}

  /** Fails when a process may run on other cores. */
  record RequireHeld(long pid, String cores) implements AgentRequest {}

  /** Readings of fixed work. */
  record Probe(Optional<String> cores) implements AgentRequest {}

  /** Attaches to a process; the answer is the number of the capture. */
  record Attach(CaptureOrder order) implements AgentRequest {}

  /** Opens the window of a capture. */
  record Begin(int capture) implements AgentRequest {}

  /** Closes it. */
  record End(int capture) implements AgentRequest {}

  /** What was counted: {@link PackedFiles}. */
  record Finish(int capture) implements AgentRequest {}

  /** Ends the tools of a capture. */
  record Detach(int capture) implements AgentRequest {}

  /** Ends a process that was named by {@link Jvm}, at once or by SIGTERM first. */
  record Stop(long pid, boolean atOnce) implements AgentRequest {}
}
