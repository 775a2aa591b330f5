package dev.tierbench.harness.tier.container;

import dev.tierbench.harness.tier.RunningTier;
import dev.tierbench.harness.tier.TierLauncher;
import dev.tierbench.harness.tier.database.PlannedDatabase;
import dev.tierbench.observer.host.HostFacts;
import dev.tierbench.run.HeldInterrupt;
import dev.tierbench.run.file.Warning;
import dev.tierbench.run.plan.HttpPlan;
import dev.tierbench.run.plan.ResourceLimits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Tiers as containers that are there already: each is restarted for a fresh JVM. One server runs at
 * a time: the health checks and compilers of idle ones would use its cores. All that ran run again
 * at the end.
 */
public final class ContainerTierLauncher implements TierLauncher {

  private final Engine engine;
  private final ComposeProject project;
  private final HttpPlan plan;
  private final Optional<PlannedDatabase> database;
  private final Map<String, ContainerTier> started = new HashMap<>();

  /** Containers by id as they were before they were held to other cores. */
  private final Map<String, Container> held = new HashMap<>();

  /** Containers by id that have a quota of this sweep. */
  private final Map<String, Container> limited = new HashMap<>();

  private boolean noted;
  private boolean left;

  /**
   * A launcher of the containers of a project.
   *
   * @param database that its servers call, which runs already; empty when they call the echo tier
   */
  public ContainerTierLauncher(
      Engine engine, ComposeProject project, HttpPlan plan, Optional<PlannedDatabase> database) {
    this.engine = engine;
    this.database = database;
    this.project = project;
    this.plan = plan;
  }

  @Override
  public RunningTier backend(Path log) throws IOException, InterruptedException {
    return database.isPresent() ? database.get().given() : start(ComposeProject.ECHO, log);
  }

  @Override
  public RunningTier server(String server, Path log) throws IOException, InterruptedException {
    String wanted = project.container(server).id();
    noteFirst();
    engine.stop(
        project.servers().stream().map(Container::id).filter(id -> !id.equals(wanted)).toList());
    return start(server, log);
  }

  /** A restart loses nothing of the JVM before it: its log is kept first. */
  private RunningTier start(String tier, Path log) throws IOException, InterruptedException {
    Container container = project.container(tier);
    String id = container.id();
    Optional<ResourceLimits> limits = plan.variant(tier).limits();
    noteFirst();
    if (started.containsKey(tier)) {
      started.remove(tier).end();
    }
    hold(container);
    limit(container, limits.flatMap(ResourceLimits::cores));
    engine.restart(id);
    ContainerTier fresh = ContainerTier.of(engine, engine.inspect(id), log, limits);
    started.put(tier, fresh);
    return fresh;
  }

  private void noteFirst() throws IOException {
    if (!noted) {
      ChangedContainers.note(project);
      noted = true;
    }
  }

  /** What could not be put back stays written down for the next sweep. */
  private void forget() {
    try {
      if (noted && !left) {
        ChangedContainers.forget();
      }
    } catch (IOException e) {
      Warning.print("the next sweep puts the containers back once more: " + e.getMessage());
    }
    noted = false;
  }

  /**
   * Holds a container to its cores. Call before its JVM starts, which sizes its pools by the cores
   * it finds.
   */
  private void hold(Container container) throws IOException, InterruptedException {
    Optional<String> cores =
        Optional.ofNullable(plan.pinning().cpus().get(ContainerPlan.tier(container).id()))
            .filter(list -> !container.cpus().equals(Optional.of(list)));
    if (cores.isPresent()) {
      held.putIfAbsent(container.id(), container);
      engine.holdTo(container.id(), cores.get());
    }
  }

  /** Gives a container the quota of its server. Call before its JVM starts, as above. */
  private void limit(Container container, Optional<Double> cores)
      throws IOException, InterruptedException {
    if (cores.isPresent()) {
      limited.put(container.id(), container);
      engine.limit(container.id(), cores.get());
    } else if (limited.containsKey(container.id())) {
      engine.unlimit(container.id());
      limited.remove(container.id());
    }
  }

  /** An interrupt would cut the engine's answers short: it stays pending. */
  @Override
  public void finish() throws InterruptedException {
    HeldInterrupt interrupt = new HeldInterrupt();
    try {
      for (ContainerTier tier : started.values()) {
        try {
          tier.end();
        } catch (UncheckedIOException e) {
          // Only its log is lost by that; the containers have to be put back all the same.
          Warning.print(e.getMessage());
        }
      }
      release();
      startAgain();
      forget();
      started.clear();
    } finally {
      interrupt.release();
    }
  }

  /** The engine cannot take a restriction away again: all cores are as good as none. */
  private void release() throws InterruptedException {
    for (Container container : held.values()) {
      String cores = container.cpus().orElseGet(() -> HostFacts.REAL.online().text());
      try {
        engine.holdTo(container.id(), cores);
      } catch (IOException e) {
        leave(container, "is still held to other cores", "--cpuset-cpus " + cores, e);
      }
    }
    held.clear();
    for (Container container : limited.values()) {
      try {
        engine.unlimit(container.id());
      } catch (IOException e) {
        leave(container, "still has a quota of CPU", "--cpu-quota -1", e);
      }
    }
    limited.clear();
  }

  /** Tells what the engine did not undo; of a container that is gone there is nothing to tell. */
  private void leave(Container container, String what, String undo, IOException failed) {
    if (!Engine.isMissing(failed)) {
      left = true;
      Warning.print(
          "%1$s %2$s (%3$s); as it was: docker update %4$s %1$s"
              .formatted(container.name(), what, failed.getMessage(), undo));
    }
  }

  /** Starts the stopped servers again. Call after their cores were released. */
  private void startAgain() throws InterruptedException {
    List<Container> stopped = project.servers().stream().filter(this::isToRun).toList();
    try {
      engine.start(stopped.stream().map(Container::id).toList());
    } catch (IOException e) {
      left = true;
      Warning.print(
          "not all servers run again ("
              + e.getMessage()
              + "); start them: docker start "
              + stopped.stream().map(Container::name).collect(Collectors.joining(" ")));
    }
  }

  private boolean isToRun(Container server) {
    return server.running()
        || started.values().stream()
            .anyMatch(tier -> tier.controlGroup().equals(Optional.of(server.id())));
  }
}
