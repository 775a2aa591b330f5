package dev.tierbench.sweep.container;

import dev.tierbench.sweep.tier.Fleet;
import dev.tierbench.sweep.tier.Running;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** Tiers as containers that are there already: each is restarted for a fresh JVM. */
public final class ContainerFleet implements Fleet {

  private final Engine engine;
  private final ComposeProject project;
  private final Map<String, ContainerTier> started = new HashMap<>();

  public ContainerFleet(Engine engine, ComposeProject project) {
    this.engine = engine;
    this.project = project;
  }

  @Override
  public Running echo(Path log) throws IOException, InterruptedException {
    return start(ComposeProject.ECHO, log);
  }

  @Override
  public Running server(String server, Path log) throws IOException, InterruptedException {
    return start(server, log);
  }

  /** A restart loses nothing that the JVM before it said: its log is kept first. */
  private Running start(String tier, Path log) throws IOException, InterruptedException {
    String id = project.container(tier).id();
    if (started.containsKey(tier)) {
      started.remove(tier).end();
    }
    engine.restart(id);
    Container container = engine.inspect(id);
    ContainerTier fresh = new ContainerTier(engine, container, Jvm.of(container), log);
    started.put(tier, fresh);
    return fresh;
  }

  @Override
  public void finish() throws InterruptedException {
    for (ContainerTier tier : started.values()) {
      tier.end();
    }
    started.clear();
  }
}
