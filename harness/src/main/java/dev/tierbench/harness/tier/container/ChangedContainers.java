package dev.tierbench.harness.tier.container;

import dev.tierbench.harness.preflight.SweepId;
import dev.tierbench.harness.preflight.UserFolder;
import dev.tierbench.observer.host.HostFacts;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.file.TerminalText;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Containers as they were before a sweep changed them. It is written down first, so that the next
 * sweep of the same user can put them back after one that was killed.
 *
 * @param owner the sweep, a {@link SweepId}
 */
public record ChangedContainers(String schema, String owner, List<Before> containers) {

  private static final String SCHEMA = "tierbench/containers/1";

  public ChangedContainers {
    containers = List.copyOf(containers);
  }

  /**
   * A container as it was.
   *
   * @param cpus that it was held to
   * @param quota of CPU time that it had, in cores
   */
  record Before(String id, String name, String cpus, Optional<Double> quota, boolean running) {
    static Before of(Container container) {
      return new Before(
          container.id(),
          container.name(),
          container.cpus().orElseGet(() -> HostFacts.REAL.online().text()),
          container.quota(),
          container.running());
    }

    void putBackOn(Engine engine) throws IOException, InterruptedException {
      engine.holdTo(id, cpus);
      if (quota.isEmpty() && engine.inspect(id).quota().isPresent()) {
        engine.unlimit(id);
      }
      if (running) {
        engine.start(List.of(id));
      }
    }
  }

  private static Path folder() {
    return UserFolder.STATE.in(System.getenv()).resolve("containers");
  }

  private static Path file(SweepId sweep) {
    return folder().resolve(sweep.pid() + "-" + sweep.startTicks() + ".json");
  }

  /** Writes down the containers of a project, before this sweep changes any. */
  static void note(ComposeProject project) throws IOException {
    SweepId own = SweepId.own();
    Files.createDirectories(
        folder(),
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    List<Before> all = project.containers().stream().distinct().map(Before::of).toList();
    RunJson.write(file(own), new ChangedContainers(SCHEMA, own.toString(), all));
  }

  /** Forgets them when this sweep has put them back. */
  static void forget() throws IOException {
    Files.deleteIfExists(file(SweepId.own()));
  }

  /**
   * Puts back what sweeps of this host changed that are gone and have not done so. What an engine
   * does not put back stays written down.
   *
   * @param out hears of it
   */
  public static void putBack(Engine engine, PrintStream out)
      throws IOException, InterruptedException {
    putBack(folder(), engine, out);
  }

  static void putBack(Path folder, Engine engine, PrintStream out)
      throws IOException, InterruptedException {
    if (!Files.isDirectory(folder)) {
      return;
    }
    List<Path> files;
    try (Stream<Path> all = Files.list(folder)) {
      files = all.filter(file -> file.toString().endsWith(".json")).sorted().toList();
    }
    for (Path file : files) {
      ChangedContainers changed = RunJson.read(file, ChangedContainers.class);
      if (SweepId.parse(changed.owner()).filter(SweepId::hasEnded).isPresent()
          && changed.putBackOn(engine, out)) {
        Files.deleteIfExists(file);
      }
    }
  }

  /** Whether every container is as it was, or gone. */
  private boolean putBackOn(Engine engine, PrintStream out) throws InterruptedException {
    out.println("containers of a sweep that was killed (" + owner + ") are put back");
    boolean all = true;
    for (Before before : containers) {
      try {
        before.putBackOn(engine);
      } catch (IOException e) {
        if (!Engine.isMissing(e)) {
          all = false;
          out.println(
              "warning: "
                  + before.name()
                  + " was not put back, which the next sweep tries again: "
                  + TerminalText.lines(e.getMessage()));
        }
      }
    }
    return all;
  }
}
