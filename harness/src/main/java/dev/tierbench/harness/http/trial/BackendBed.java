package dev.tierbench.harness.http.trial;

import dev.tierbench.harness.tier.Backend;
import dev.tierbench.harness.tier.RunningTier;
import dev.tierbench.harness.tier.TierLauncher;
import dev.tierbench.run.IoSupplier;
import dev.tierbench.run.Tier;
import dev.tierbench.run.descriptor.ServerDescriptor;
import dev.tierbench.run.record.Warmup.Stage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The tier that servers call, which stays for the whole sweep. Several servers may ask for it at
 * once.
 */
final class BackendBed {

  private final TierLauncher launcher;
  private final Optional<Tier> which;
  private final Optional<Backend> backend;
  private final Path log;
  private Optional<RunningTier> tier = Optional.empty();

  /** False from a fresh JVM to the end of its warm-up, which a fault may have cut short. */
  private boolean warm;

  /**
   * A bed without a tier yet.
   *
   * @param which tier it is; empty when servers call none
   * @param backend what is asked of it; empty likewise
   */
  BackendBed(TierLauncher launcher, Optional<Tier> which, Optional<Backend> backend, Path log) {
    this.launcher = launcher;
    this.which = which;
    this.backend = backend;
    this.log = log;
  }

  private boolean isNeeded() {
    return which.isPresent();
  }

  /** Whether there is nothing to start. */
  synchronized boolean isUp() {
    return !isNeeded()
        || tier.filter(RunningTier::isAlive).filter(up -> up.lack().isEmpty()).isPresent();
  }

  /** The process; empty before it was started, and of servers that call none. */
  synchronized Optional<RunningTier> tier() {
    return tier;
  }

  /** Which tier it is; empty when servers call none. */
  Optional<Tier> which() {
    return which;
  }

  /** What is asked of it; empty when servers call none. */
  Optional<Backend> backend() {
    return backend;
  }

  /** Whether it is up and needs a warm-up, as JVMs do. */
  synchronized boolean isCold() {
    return which.filter(tier -> tier == Tier.ECHO).isPresent() && !warm;
  }

  /** Warms it up by a load if it needs that; another that asks meanwhile waits until it is warm. */
  synchronized Optional<Stage> warmed(IoSupplier<Stage> load)
      throws IOException, InterruptedException {
    if (!isCold()) {
      return Optional.empty();
    }
    Stage stage = load.get();
    warm = true;
    return Optional.of(stage);
  }

  /** Starts it unless it runs. */
  synchronized void ensure() throws IOException, InterruptedException {
    if (isUp()) {
      return;
    }
    if (tier.isPresent()) {
      tier.get().end();
    }
    warm = false;
    TierStart start = new TierStart(which.orElseThrow().id(), ServerDescriptor.READY_WITHIN);
    tier =
        Optional.of(
            start.await(
                launcher.backend(log),
                started -> backend.orElseThrow().awaitReady(started, start.limit()),
                started -> {}));
  }
}
