package dev.tierbench.harness.http.step;

import dev.tierbench.harness.http.tier.Child;
import dev.tierbench.harness.http.tier.RunningTier;
import dev.tierbench.observer.host.child.ChildCommand;
import dev.tierbench.observer.host.child.ChildLauncher;
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
import java.util.stream.Stream;

/** One run of the load generator, ended when it or a tier that it needs ends, or time is up. */
record LoadRun(
    ChildLauncher launcher, ChildCommand command, List<RunningTier> needed, Duration limit) {

  private static final int SOME_FAILED = 1;

  /** Receives the events on a thread of its own, as they happen. */
  interface Listener {
    void on(Child loadgen, LoadEvent event) throws InterruptedException;
  }

  /**
   * Runs to the end.
   *
   * @throws StepFault when the load was not run to its end
   */
  void run(Listener listener) throws StepFault, InterruptedException {
    Child loadgen = start();
    CompletableFuture<Void> heard = new CompletableFuture<>();
    Thread.ofPlatform().name("loadgen-events").daemon().start(() -> hear(loadgen, listener, heard));
    try {
      awaitFirstEnd(loadgen);
      heard.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw new StepFault(
          "a phase boundary could not be recorded: " + e.getCause().getMessage(), e);
    } catch (TimeoutException e) {
      throw new StepFault("the output of loadgen did not end within " + limit, e);
    } finally {
      loadgen.kill();
    }
    // 1 also means that some requests failed, which the rules decide on.
    if (loadgen.process().exitCode() > SOME_FAILED) {
      throw StepFault.of(loadgen, loadgen.howItEnded());
    }
  }

  private Child start() throws StepFault, InterruptedException {
    try {
      return new Child(launcher.start(command));
    } catch (IOException e) {
      throw new StepFault(e.getMessage(), e);
    }
  }

  private void awaitFirstEnd(Child loadgen) throws StepFault, InterruptedException {
    CompletableFuture<?>[] ends =
        Stream.concat(Stream.of(loadgen), needed.stream())
            .map(RunningTier::ended)
            .toArray(CompletableFuture<?>[]::new);
    try {
      RunningTier first =
          (RunningTier) CompletableFuture.anyOf(ends).get(limit.toMillis(), TimeUnit.MILLISECONDS);
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

  private static void hear(Child loadgen, Listener listener, CompletableFuture<Void> heard) {
    try (BufferedReader lines = loadgen.process().output()) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("{")) {
          listener.on(loadgen, RunJson.parse(line, LoadEvent.class));
        }
      }
      heard.complete(null);
    } catch (IOException | RuntimeException | InterruptedException e) {
      heard.completeExceptionally(e);
    }
  }
}
