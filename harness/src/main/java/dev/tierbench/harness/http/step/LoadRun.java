package dev.tierbench.harness.http.step;

import dev.tierbench.harness.http.tier.Child;
import dev.tierbench.harness.http.tier.OtherGenerator;
import dev.tierbench.harness.http.tier.RunningTier;
import dev.tierbench.observer.host.child.ChildCommand;
import dev.tierbench.observer.host.child.ChildLauncher;
import dev.tierbench.run.GoCommand;
import dev.tierbench.run.LoadEvent;
import dev.tierbench.run.RunJson;
import java.io.BufferedReader;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/**
 * One run of a load generator, ended when it or a tier that it needs ends, or time is up.
 *
 * @param worstExit the exit code up to which it did what it was told
 * @param others generators that go with it, and were started before
 */
record LoadRun(
    ChildLauncher launcher,
    ChildCommand command,
    List<RunningTier> needed,
    Duration limit,
    int worstExit,
    List<OtherGenerator> others) {

  /** By one generator. */
  LoadRun(
      ChildLauncher launcher,
      ChildCommand command,
      List<RunningTier> needed,
      Duration limit,
      int worstExit) {
    this(launcher, command, needed, limit, worstExit, List.of());
  }

  private static final Duration LATEST_OTHER = Duration.ofSeconds(40);
  private static final Duration LISTENER_ENDS = Duration.ofSeconds(5);

  /** Receives the events on a thread of its own, as they happen. */
  interface Listener {
    void on(Child loadgen, LoadEvent event) throws IOException, InterruptedException;
  }

  /** What is done with a generator until its output ends, on a thread of its own. */
  interface Attendant {
    void attend(Child generator) throws IOException, InterruptedException;
  }

  /**
   * Runs our own generator, which tells its events.
   *
   * @throws StepFault when the load was not run to its end
   */
  void run(Listener listener) throws StepFault, InterruptedException {
    AtomicBoolean connected = new AtomicBoolean();
    Child loadgen = attended(generator -> hear(generator, listener, connected));
    if (!connected.get()) {
      throw StepFault.of(loadgen, loadgen.howItEnded() + " before it was connected");
    }
    try {
      for (OtherGenerator other : others) {
        other.awaitEnd(LATEST_OTHER);
      }
    } catch (IOException e) {
      throw new StepFault(e.getMessage(), e);
    }
  }

  /** All begin when the last of them is connected. */
  private void awaitOthers() throws IOException, InterruptedException {
    for (OtherGenerator other : others) {
      other.awaitConnected(LATEST_OTHER);
    }
  }

  /**
   * Runs to the end.
   *
   * @return the generator, which has ended
   * @throws StepFault when the load was not run to its end
   */
  Child attended(Attendant attendant) throws StepFault, InterruptedException {
    Child loadgen = start();
    CompletableFuture<Void> heard = new CompletableFuture<>();
    Thread.ofPlatform()
        .name("loadgen-events")
        .daemon()
        .start(() -> attend(loadgen, attendant, heard));
    try {
      awaitFirstEnd(loadgen);
      heard.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw new StepFault(
          "a phase boundary could not be recorded: " + e.getCause().getMessage(), e);
    } catch (TimeoutException e) {
      throw new StepFault("the output of " + loadgen.name() + " did not end within " + limit, e);
    } finally {
      loadgen.kill();
      awaitListener(heard);
    }
    if (loadgen.process().exitCode() > worstExit) {
      throw StepFault.of(loadgen, loadgen.howItEnded());
    }
    return loadgen;
  }

  /** It may be in the middle of a boundary, with an agent that answers late or never. */
  private static void awaitListener(CompletableFuture<Void> heard) throws InterruptedException {
    try {
      heard.exceptionally(failure -> null).get(LISTENER_ENDS.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      System.err.println(
          "warning: a phase boundary was still being recorded "
              + LISTENER_ENDS.toSeconds()
              + " s after its load had ended");
    } catch (ExecutionException e) {
      throw new IllegalStateException("a failure was handled", e);
    }
  }

  private Child start() throws StepFault, InterruptedException {
    try {
      return new Child(launcher.start(command), others);
    } catch (IOException e) {
      throw new StepFault(e.getMessage(), e);
    }
  }

  private void awaitFirstEnd(Child loadgen) throws StepFault, InterruptedException {
    CompletableFuture<?>[] ends =
        Stream.concat(
                Stream.concat(Stream.of(loadgen), needed.stream()).map(RunningTier::ended),
                others.stream().map(OtherGenerator::failed))
            .toArray(CompletableFuture<?>[]::new);
    try {
      Object first = CompletableFuture.anyOf(ends).get(limit.toMillis(), TimeUnit.MILLISECONDS);
      if (first instanceof OtherGenerator.Failed failed) {
        throw new StepFault(failed.how());
      }
      for (RunningTier tier : needed) {
        if (tier.equals(first) || !tier.isAlive()) {
          throw StepFault.of(tier, tier.howItEnded() + " during the step");
        }
      }
    } catch (TimeoutException e) {
      throw StepFault.of(loadgen, "the step did not end within " + limit.toSeconds() + " s");
    } catch (ExecutionException e) {
      throw new IllegalStateException("waiting for a process cannot fail", e);
    }
  }

  private static void attend(Child loadgen, Attendant attendant, CompletableFuture<Void> heard) {
    try {
      attendant.attend(loadgen);
      heard.complete(null);
    } catch (IOException | RuntimeException | InterruptedException e) {
      heard.completeExceptionally(e);
    }
  }

  private void hear(Child loadgen, Listener listener, AtomicBoolean hasConnected)
      throws IOException, InterruptedException {
    try (BufferedReader lines = loadgen.process().output()) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("{")) {
          LoadEvent event = RunJson.parse(line, LoadEvent.class);
          boolean connected = event.event() == LoadEvent.Type.CONNECTED;
          if (connected) {
            hasConnected.set(true);
            awaitOthers();
          }
          listener.on(loadgen, event);
          if (connected && !others.isEmpty()) {
            loadgen.tell(GoCommand.start().line());
          }
        }
      }
    }
  }
}
