package dev.tierbench.harness.http.tier;

import dev.tierbench.run.CpuList;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A tier that was started: a process of the sweep, or the JVM of a container. */
public interface RunningTier {

  /** The id of its {@link dev.tierbench.run.Tier}. */
  String name();

  /** The id of its JVM on this host. */
  long pid();

  boolean isAlive();

  /** Completes with this tier when its JVM has ended. */
  CompletableFuture<RunningTier> ended();

  /** Describes how it ended. */
  String howItEnded() throws InterruptedException;

  /** The last lines of its log, without blank ones. */
  List<String> lastLines(int most) throws InterruptedException;

  /** The container that it is in, after which its control group is named. */
  Optional<String> containerId();

  /**
   * Holds every thread that it has, and with them those to come, to these cores.
   *
   * @throws IOException when the kernel does not have them all there
   */
  void holdTo(CpuList cores) throws IOException, InterruptedException;

  /** The sweep has no more use for it. */
  void end() throws InterruptedException;

  /** Ends it at once; its JVM is gone when this returns. */
  void kill() throws InterruptedException;
}
