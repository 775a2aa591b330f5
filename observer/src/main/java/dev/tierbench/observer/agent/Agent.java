package dev.tierbench.observer.agent;

import dev.tierbench.observer.HostCapture;
import dev.tierbench.observer.host.CannotObserve;
import dev.tierbench.observer.host.FolderTree;
import dev.tierbench.observer.host.PortOwner;
import dev.tierbench.observer.host.Proc;
import dev.tierbench.observer.host.SystemFiles;
import dev.tierbench.observer.measured.LocalHost;
import dev.tierbench.run.CpuList;
import dev.tierbench.run.IoAction;
import dev.tierbench.run.file.RunJson;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Answers the calls of one harness until its input ends, and then ends the processes and captures
 * of that harness. Calls are carried out one after another; a ping, and whether a process runs, is
 * answered meanwhile.
 */
final class Agent {

  private static final int GRACE_SECONDS = 5;
  private static final int POLL_MILLIS = 50;

  private final LocalHost host = new LocalHost("");
  private final PrintStream out;

  /**
   * Start times of processes by process id, as the kernel counts them; a different start time means
   * that the id was reused.
   */
  private final Map<Long, Long> started = new ConcurrentHashMap<>();

  /** Start times of servers that were found by their ports, by process id. None is ended here. */
  private final Map<Long, Long> found = new ConcurrentHashMap<>();

  /** The tokens of JVMs that have not been found yet; whether they may be of any user. */
  private final Set<String> expected = ConcurrentHashMap.newKeySet();

  private final Map<Integer, OpenCapture> captures = new HashMap<>();
  private int lastCapture;

  private record OpenCapture(HostCapture capture, Path folder) {}

  Agent(PrintStream out) {
    this.out = out;
  }

  void serve(BufferedReader in) throws IOException, InterruptedException {
    ExecutorService worker =
        Executors.newSingleThreadExecutor(Thread.ofPlatform().name("agent").factory());
    try {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        AgentCall call = RunJson.parseLine(line, AgentCall.class);
        if (isAnsweredMeanwhile(call.request())) {
          answer(call);
        } else {
          worker.execute(() -> answer(call));
        }
      }
    } finally {
      worker.shutdownNow();
      boolean unused = worker.awaitTermination(GRACE_SECONDS, TimeUnit.SECONDS);
      leave();
    }
  }

  private static boolean isAnsweredMeanwhile(AgentRequest request) {
    return request instanceof AgentRequest.Ping || request instanceof AgentRequest.Runs;
  }

  /** The harness is gone: this is the last chance to end what it started. */
  private void leave() throws InterruptedException {
    started.keySet().forEach(pid -> running(pid).ifPresent(ProcessHandle::destroyForcibly));
    endExpected();
    for (OpenCapture open : captures.values()) {
      try {
        detach(open);
      } catch (IOException e) {
        System.err.println("a tool may still run: " + e.getMessage());
      }
    }
    host.close();
  }

  /** One that was about to start when the harness ended may come up yet. */
  private void endExpected() throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(GRACE_SECONDS);
    while (!expected.isEmpty() && System.nanoTime() < deadline) {
      for (String token : List.copyOf(expected)) {
        for (long pid : new MarkedJvm(SystemFiles.REAL).trusted(token)) {
          ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
          expected.remove(token);
        }
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  /** The process that was started, unless it has ended. */
  private Optional<ProcessHandle> running(long pid) {
    return runs(started, pid) ? ProcessHandle.of(pid) : Optional.empty();
  }

  /** Whether the process of a start time still runs, by those that are known. */
  private static boolean runs(Map<Long, Long> startTimes, long pid) {
    return Optional.ofNullable(startTimes.get(pid))
        .filter(ticks -> Proc.REAL.startTicks(pid).filter(ticks::equals).isPresent())
        .isPresent();
  }

  private void answer(AgentCall call) {
    try {
      Optional<Object> value = carryOut(call.request());
      reply(new AgentReply(call.id(), value.map(RunJson::toTree), Optional.empty()));
    } catch (IOException | RuntimeException e) {
      reply(new AgentReply(call.id(), Optional.empty(), Optional.of(reason(e))));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static String reason(Exception e) {
    return e.getMessage() == null ? e.toString() : e.getMessage();
  }

  private synchronized void reply(AgentReply reply) {
    out.println(RunJson.toJsonLine(reply));
    out.flush();
  }

  private Optional<Object> carryOut(AgentRequest request) throws IOException, InterruptedException {
    return switch (request) {
      case AgentRequest.Ping ping -> Optional.empty();
      case AgentRequest.Hello hello -> Optional.of(host.state());
      case AgentRequest.Listener at ->
          PortOwner.REAL.holder(at.address(), at.port()).map(Object.class::cast);
      case AgentRequest.Owner of -> Optional.of(owner(of.port()));
      case AgentRequest.Runs of -> Optional.of(runs(found, of.pid()));
      case AgentRequest.Expect next -> done(() -> expected.add(next.token()));
      case AgentRequest.Jvm wanted -> Optional.of(jvm(wanted.token()));
      case AgentRequest.Watch watch -> done(() -> host.watch(watch.target()));
      case AgentRequest.Snapshot snapshot -> Optional.of(host.snapshot());
      case AgentRequest.State state -> Optional.of(host.process(state.name()));
      case AgentRequest.Hold hold -> done(() -> host.hold(hold.pid(), CpuList.parse(hold.cores())));
      case AgentRequest.RequireHeld held ->
          done(() -> host.requireHeld(held.pid(), CpuList.parse(held.cores())));
      case AgentRequest.Probe probe -> Optional.of(host.probe(probe.cores().map(CpuList::parse)));
      case AgentRequest.Attach attach -> Optional.of(attach(attach));
      case AgentRequest.Begin begin -> done(open(begin.capture()).capture()::begin);
      case AgentRequest.End end -> done(open(end.capture()).capture()::end);
      case AgentRequest.Finish finish -> Optional.of(finish(open(finish.capture())));
      case AgentRequest.Detach detach -> done(() -> detach(detach.capture()));
      case AgentRequest.Stop stop -> done(() -> stop(stop));
    };
  }

  /** The answer to a request that asks for no value. */
  private static Optional<Object> done(IoAction action) throws IOException, InterruptedException {
    action.run();
    return Optional.empty();
  }

  private long owner(int port) throws IOException {
    try {
      long pid = PortOwner.REAL.find(port);
      Proc.REAL.startTicks(pid).ifPresent(ticks -> found.put(pid, ticks));
      return pid;
    } catch (CannotObserve e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private long jvm(String token) throws IOException {
    long pid = new MarkedJvm(SystemFiles.REAL).find(token);
    Proc.REAL.startTicks(pid).ifPresent(ticks -> started.put(pid, ticks));
    expected.remove(token);
    return pid;
  }

  private int attach(AgentRequest.Attach attach) throws IOException {
    Path folder = Files.createTempDirectory("tierbench-capture-");
    int number = ++lastCapture;
    try {
      captures.put(number, new OpenCapture(host.attach(attach.order(), folder), folder));
    } catch (IOException | RuntimeException e) {
      FolderTree.delete(folder);
      throw e;
    }
    return number;
  }

  private OpenCapture open(int capture) throws IOException {
    OpenCapture open = captures.get(capture);
    if (open == null) {
      throw new IOException("there is no capture " + capture);
    }
    return open;
  }

  private static PackedFiles finish(OpenCapture open) throws IOException, InterruptedException {
    open.capture().finish(open.folder());
    return PackedFiles.of(open.folder());
  }

  private void detach(int capture) throws IOException, InterruptedException {
    OpenCapture open = captures.remove(capture);
    if (open != null) {
      detach(open);
    }
  }

  private static void detach(OpenCapture open) throws IOException, InterruptedException {
    open.capture().close();
    FolderTree.delete(open.folder());
  }

  private void stop(AgentRequest.Stop stop) throws InterruptedException {
    if (!stop.atOnce()) {
      running(stop.pid()).ifPresent(ProcessHandle::destroy);
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(GRACE_SECONDS);
      while (running(stop.pid()).isPresent() && System.nanoTime() < deadline) {
        Thread.sleep(20);
      }
    }
    running(stop.pid()).ifPresent(ProcessHandle::destroyForcibly);
    started.remove(stop.pid());
  }
}
