package dev.tierbench.sweep.container;

import dev.tierbench.sweep.host.SystemFiles;
import dev.tierbench.sweep.tier.Fleet;
import dev.tierbench.sweep.tier.Running;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Tiers as containers that are there already: each is restarted for a fresh JVM. */
public final class ContainerFleet implements Fleet {

  private static final int TRIES = 100;
  private static final long BETWEEN_TRIES_MILLIS = 50;

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
    ContainerTier fresh = new ContainerTier(engine, container, jvm(container), log);
    started.put(tier, fresh);
    return fresh;
  }

  /** With an init, the JVM is its child. */
  private static ProcessHandle jvm(Container container) throws IOException, InterruptedException {
    for (int i = 0; i < TRIES; i++) {
      Optional<ProcessHandle> jvm =
          ProcessHandle.of(container.pid()).stream()
              .flatMap(first -> Stream.concat(Stream.of(first), first.descendants()))
              .filter(ContainerFleet::isJava)
              .findFirst();
      if (jvm.isPresent()) {
        return jvm.get();
      }
      Thread.sleep(BETWEEN_TRIES_MILLIS);
    }
    throw new IOException(
        "container "
            + container.name()
            + " was started, but has no JVM; see: docker logs "
            + container.name());
  }

  private static boolean isJava(ProcessHandle process) {
    return SystemFiles.REAL
        .read("proc/" + process.pid() + "/comm")
        .filter("java"::equals)
        .isPresent();
  }

  @Override
  public void finish() throws InterruptedException {
    for (ContainerTier tier : started.values()) {
      tier.end();
    }
    started.clear();
  }
}
