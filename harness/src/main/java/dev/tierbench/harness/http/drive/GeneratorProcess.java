package dev.tierbench.harness.http.drive;

import dev.tierbench.harness.run.Durations;
import dev.tierbench.harness.tier.RunningTier;
import dev.tierbench.harness.tier.TierCommands;
import dev.tierbench.harness.tier.local.Child;
import dev.tierbench.harness.tier.remote.RemoteGenerator;
import dev.tierbench.observer.host.child.ChildCommand;
import dev.tierbench.observer.host.child.ChildLauncher;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.file.Warning;
import dev.tierbench.run.protocol.GoCommand;
import dev.tierbench.run.protocol.LoadEvent;
import java.io.BufferedReader;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * One run of a load generator, ended when it or a tier that it needs ends, or time is up.
 *
 * @param worstExit the exit code up to which it did what it was to do
 * @param others generators that go with it, and were started before
 */
record GeneratorProcess(
    ChildLauncher launcher,
    ChildCommand command,
    List<RunningTier> needed,
    Duration limit,
    int worstExit,
    List<RemoteGenerator> others) {

  /** Seconds to start a JVM, to connect, and to write the results on a busy host. */
  private static final double MARGIN_SECONDS = 30;

  /** What the generator writes to standard error, in the folder of the step. */
  static final String LOG = "loadgen.log";

  private static final Duration ATTENDANT_ENDS = Duration.ofSeconds(5);

  /** What is done with a generator until its output ends, on a thread of its own. */
  interface Attendant<T> {
    T attend(Child generator) throws IOException, InterruptedException;
  }

  /** A generator that has ended, and what its attendant found. */
  record Ended<T>(Child generator, T found) {}

  /** How long a generator may take for a load of that length. */
  static Duration limit(double loadSeconds) {
    return Durations.duration(loadSeconds + TierCommands.REQUEST_TIMEOUT_SECONDS + MARGIN_SECONDS);
  }

  /**
   * Runs our own generator, which reports its events.
   *
   * @return the generator, which has ended
   * @throws IOException when the load was not run to its end
   */
  Child run(LoadListener listener) throws IOException, InterruptedException {
    Ended<Boolean> run = attended(generator -> passOn(generator, listener));
    Child loadgen = run.generator();
    if (!run.found()) {
      throw StepFault.of(loadgen, loadgen.howItEnded() + " before it was connected");
    }
    for (RemoteGenerator other : others) {
      other.awaitEnd();
    }
    return loadgen;
  }

  /**
   * Runs to the end.
   *
   * @throws IOException when the load was not run to its end
   */
  <T> Ended<T> attended(Attendant<T> attendant) throws IOException, InterruptedException {
    Child loadgen = new Child(launcher.start(command), others);
    CompletableFuture<T> found = new CompletableFuture<>();
    Thread.ofPlatform()
        .name("loadgen-events")
        .daemon()
        .start(() -> {
          try {
            found.complete(attendant.attend(loadgen));
          } catch (IOException | RuntimeException | InterruptedException e) {
            found.completeExceptionally(e);
          }
        });
    try {
      awaitFirstEnd(loadgen, failureOf(found));
      found.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw new StepFault(
          "a phase boundary could not be recorded: " + e.getCause().getMessage(), e);
    } catch (TimeoutException e) {
      throw new StepFault("the output of " + loadgen.name() + " did not end within " + limit, e);
    } finally {
      loadgen.kill();
      awaitAttendant(found);
    }
    if (loadgen.process().exitCode() > worstExit) {
      throw StepFault.of(loadgen, loadgen.howItEnded());
    }
    return new Ended<>(loadgen, found.join());
  }

  /**
   * Waits for the attendant to end. It may be in the middle of a boundary, with an agent that
   * answers late or never.
   */
  private static void awaitAttendant(CompletableFuture<?> found) throws InterruptedException {
    try {
      found.handle((value, failure) -> null).get(ATTENDANT_ENDS.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      Warning.print(
          "a phase boundary was still being recorded "
              + ATTENDANT_ENDS.toSeconds()
              + " s after its load had ended");
    } catch (ExecutionException e) {
      throw new IllegalStateException("a failure was handled", e);
    }
  }

  /** Ends when the attendant fails, and not otherwise. */
  private static CompletableFuture<Throwable> failureOf(CompletableFuture<?> found) {
    CompletableFuture<Throwable> failed = new CompletableFuture<>();
    found.exceptionally(failure -> {
      failed.complete(failure);
      return null;
    });
    return failed;
  }

  /** Waits for the end of a process, or a failure of the attendant, which its future then says. */
  private void awaitFirstEnd(Child loadgen, CompletableFuture<Throwable> failure)
      throws IOException, InterruptedException {
    CompletableFuture<?>[] ends =
        Stream.of(
                Stream.of(loadgen.ended(), failure),
                needed.stream().map(RunningTier::ended),
                others.stream().map(RemoteGenerator::failed))
            .flatMap(Function.identity())
            .toArray(CompletableFuture<?>[]::new);
    try {
      Object first = CompletableFuture.anyOf(ends).get(limit.toMillis(), TimeUnit.MILLISECONDS);
      if (first instanceof RemoteGenerator.Failed failed) {
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

  /** Passes the events on; returns whether the generator connected. */
  private boolean passOn(Child loadgen, LoadListener listener)
      throws IOException, InterruptedException {
    boolean hasConnected = false;
    try (BufferedReader lines = loadgen.process().output()) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("{")) {
          LoadEvent event = RunJson.parseLine(line, LoadEvent.class);
          boolean connected = event.event() == LoadEvent.Type.CONNECTED;
          if (connected) {
            hasConnected = true;
            // All begin when the last of them is connected.
            for (RemoteGenerator other : others) {
              other.awaitConnected();
            }
          }
          listener.on(loadgen, event);
          if (connected && !others.isEmpty()) {
            loadgen.writeLine(GoCommand.start().line());
          }
        }
      }
    }
    return hasConnected;
  }
}
