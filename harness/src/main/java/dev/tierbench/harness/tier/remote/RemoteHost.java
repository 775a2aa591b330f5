package dev.tierbench.harness.tier.remote;

import static dev.tierbench.run.Units.NANOS_PER_MILLI;

import dev.tierbench.observer.HostCapture;
import dev.tierbench.observer.agent.AgentRequest;
import dev.tierbench.observer.agent.PackedFiles;
import dev.tierbench.observer.host.child.ChildProcess;
import dev.tierbench.observer.measured.CaptureOrder;
import dev.tierbench.observer.measured.HostSnapshot;
import dev.tierbench.observer.measured.HostState;
import dev.tierbench.observer.measured.MeasuredHost;
import dev.tierbench.observer.measured.MeasuredProcess;
import dev.tierbench.observer.measured.ProcessState;
import dev.tierbench.run.CpuList;
import dev.tierbench.run.descriptor.HostDescriptor;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.plan.Manifest.RoundTrip;
import dev.tierbench.run.record.HostSpeed;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import tools.jackson.databind.JsonNode;

/** Another host, through its agent, which is started when it is needed and not there. */
public final class RemoteHost implements MeasuredHost {

  /** A JVM comes up, and looks for its tools. */
  private static final Duration START = Duration.ofSeconds(40);

  private static final Duration ANSWER = Duration.ofSeconds(15);

  /** Tracers attach, and their output is read. */
  private static final Duration LONG_ANSWER = Duration.ofSeconds(60);

  /** Longer than the tracers' own limits one after the other, so that the agent answers first. */
  private static final Duration ATTACHED = Duration.ofSeconds(150);

  private static final int PINGS = 20;

  private final HostDescriptor descriptor;
  private final HostTransport transport;
  private final Path log;
  private Optional<AgentLink> link = Optional.empty();
  private volatile Optional<RoundTrip> lastRoundTrip = Optional.empty();

  RemoteHost(HostDescriptor descriptor, HostTransport transport, Path log) {
    this.descriptor = descriptor;
    this.transport = transport;
    this.log = log;
  }

  HostDescriptor descriptor() {
    return descriptor;
  }

  HostTransport transport() {
    return transport;
  }

  @Override
  public String name() {
    return descriptor.name();
  }

  /**
   * Starts an agent unless there is one.
   *
   * @throws IOException with the last words of one that does not come up
   */
  synchronized AgentLink connect() throws IOException, InterruptedException {
    if (link.filter(there -> !there.lost().isDone()).isPresent()) {
      return link.get();
    }
    AgentLink fresh = AgentLink.to(name(), ChildProcess.start(transport.agent(log)));
    link = Optional.of(fresh);
    try {
      fresh.ask(new AgentRequest.Ping(), START);
    } catch (IOException e) {
      fresh.close();
      throw new IOException(
          "no agent on %s (%s): %s; try it by hand: %s"
              .formatted(name(), descriptor.reachedBy(), e.getMessage(), byHand()),
          e);
    }
    fresh.watchSilence();
    return fresh;
  }

  private String byHand() {
    return descriptor
        .context()
        .map(context -> "docker --context " + context + " ps")
        .orElseGet(() -> "ssh " + descriptor.ssh().orElseThrow() + " java -version");
  }

  /** The round trip that was measured last. */
  RoundTrip lastRoundTrip() {
    return lastRoundTrip.orElseThrow();
  }

  /**
   * Measures how long lines take there and back.
   *
   * @param clockOffsetMs of its clock against the one here
   */
  RoundTrip roundTrip(double clockOffsetMs) throws IOException, InterruptedException {
    AgentLink there = connect();
    List<Long> nanos = new ArrayList<>();
    for (int i = 0; i < PINGS; i++) {
      long sent = System.nanoTime();
      there.ask(new AgentRequest.Ping(), ANSWER);
      nanos.add(System.nanoTime() - sent);
    }
    nanos.sort(null);
    RoundTrip measured =
        new RoundTrip(
            nanos.getFirst() / NANOS_PER_MILLI, nanos.getLast() / NANOS_PER_MILLI, clockOffsetMs);
    lastRoundTrip = Optional.of(measured);
    return measured;
  }

  private <T> T ask(AgentRequest request, Class<T> type, Duration limit)
      throws IOException, InterruptedException {
    Optional<JsonNode> answer = present().ask(request, limit);
    if (answer.isEmpty()) {
      throw new IOException("the agent on " + name() + " answered nothing");
    }
    try {
      return RunJson.parsePart(answer.get(), type);
    } catch (IOException e) {
      throw new IOException(
          "the agent on " + name() + " cannot be understood: " + e.getMessage(), e);
    }
  }

  private void request(AgentRequest request, Duration limit)
      throws IOException, InterruptedException {
    present().ask(request, limit);
  }

  /** The agent that was started; what one knew that was lost is lost too. */
  private synchronized AgentLink present() throws IOException {
    return link.orElseThrow(() -> new IOException("no agent was started on " + name()));
  }

  /** Completes with the reason when the agent that is there now is gone. */
  CompletableFuture<String> lost() throws IOException {
    return present().lost();
  }

  /** The last lines of the agent's log. */
  synchronized List<String> lastLines(int most) {
    return link.map(there -> there.lastLines(most)).orElse(List.of());
  }

  @Override
  public HostState state() throws IOException, InterruptedException {
    return ask(new AgentRequest.Hello(), HostState.class, START);
  }

  /** The process that listens there already; empty when none does. */
  Optional<String> listener(String address, int port) throws IOException, InterruptedException {
    return present()
        .ask(new AgentRequest.Listener(address, port), ANSWER)
        .map(who -> who.asString());
  }

  /** The id of the process that listens on a port there. */
  long owner(int port) throws IOException, InterruptedException {
    return ask(new AgentRequest.Owner(port), Long.class, ANSWER);
  }

  /** Whether the process that {@link #owner} named still runs. */
  boolean runs(long pid) throws IOException, InterruptedException {
    return ask(new AgentRequest.Runs(pid), Boolean.class, ANSWER);
  }

  /** A JVM with that token is about to be started: from now on it does not outlive the agent. */
  void expect(String token) throws IOException, InterruptedException {
    request(new AgentRequest.Expect(token), ANSWER);
  }

  /** The process id of the JVM with that token. */
  long jvm(String token) throws IOException, InterruptedException {
    return ask(new AgentRequest.Jvm(token), Long.class, ANSWER);
  }

  void stop(long pid, boolean atOnce) throws IOException, InterruptedException {
    request(new AgentRequest.Stop(pid, atOnce), ANSWER);
  }

  @Override
  public void watch(MeasuredProcess target) throws IOException, InterruptedException {
    request(new AgentRequest.Watch(target), ANSWER);
  }

  @Override
  public HostSnapshot snapshot() throws IOException, InterruptedException {
    return ask(new AgentRequest.Snapshot(), HostSnapshot.class, ANSWER);
  }

  @Override
  public synchronized Optional<Long> longestSilenceNs() {
    return link.map(AgentLink::takeLongestSilence);
  }

  @Override
  public ProcessState process(String name) throws IOException, InterruptedException {
    return ask(new AgentRequest.State(name), ProcessState.class, ANSWER);
  }

  @Override
  public void hold(long pid, CpuList cores) throws IOException, InterruptedException {
    request(new AgentRequest.Hold(pid, cores.text()), ANSWER);
  }

  @Override
  public void requireHeld(long pid, CpuList cores) throws IOException, InterruptedException {
    request(new AgentRequest.RequireHeld(pid, cores.text()), ANSWER);
  }

  @Override
  public List<HostSpeed.Reading> probe(Optional<CpuList> cores)
      throws IOException, InterruptedException {
    return List.of(
        ask(
            new AgentRequest.Probe(cores.map(CpuList::text)),
            HostSpeed.Reading[].class,
            LONG_ANSWER));
  }

  @Override
  public HostCapture attach(CaptureOrder order, Path folder)
      throws IOException, InterruptedException {
    return new Capture(ask(new AgentRequest.Attach(order), Integer.class, ATTACHED));
  }

  /** A capture on the host, whose files come here at its end. */
  private final class Capture implements HostCapture {
    private final int number;
    private boolean closed;

    Capture(int number) {
      this.number = number;
    }

    @Override
    public void begin() throws IOException, InterruptedException {
      request(new AgentRequest.Begin(number), ANSWER);
    }

    @Override
    public void end() throws IOException, InterruptedException {
      request(new AgentRequest.End(number), ANSWER);
    }

    @Override
    public void finish(Path folder) throws IOException, InterruptedException {
      ask(new AgentRequest.Finish(number), PackedFiles.class, LONG_ANSWER).unpack(folder);
    }

    /** An agent that was lost has ended its tools. */
    @Override
    public void close() throws IOException, InterruptedException {
      if (!closed && !lost().isDone()) {
        closed = true;
        request(new AgentRequest.Detach(number), ANSWER);
      }
    }
  }

  /** Ends the agent, and what it looks after. */
  synchronized void close() throws InterruptedException {
    if (link.isPresent()) {
      link.get().close();
      link = Optional.empty();
    }
  }
}
