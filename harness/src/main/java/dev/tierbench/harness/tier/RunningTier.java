package dev.tierbench.harness.tier;

import dev.tierbench.observer.host.LimitedGroup;
import dev.tierbench.run.plan.ResourceLimits;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A tier that was started: a process of the sweep, the JVM of a container, or of another host. */
public interface RunningTier {

  /** The id of its {@link dev.tierbench.run.Tier}. */
  String name();

  /** Stands for the id of a process that is not known. */
  long UNKNOWN_PID = -1;

  /** The id of its process on its host, or {@link #UNKNOWN_PID}. */
  long pid();

  boolean isAlive();

  /** Completes with this tier when its JVM has ended. */
  CompletableFuture<RunningTier> ended();

  /** Describes how it ended. */
  String howItEnded() throws InterruptedException;

  /** The last lines of its log, without blank ones. */
  List<String> lastLines(int most) throws InterruptedException;

  /** A part of the name of its control group: the id of its container, or a name of our own. */
  default Optional<String> controlGroup() {
    return Optional.empty();
  }

  /** The limits of its control group that the plan asks for. */
  default Optional<ResourceLimits> limits() {
    return limitedGroup().map(LimitedGroup::limits);
  }

  /** The control group that the sweep made for the limits of the plan; empty without one. */
  default Optional<LimitedGroup> limitedGroup() {
    return Optional.empty();
  }

  /** Whether it was started on the cores of the plan, and is not moved to them. */
  default boolean startedOnItsCores() {
    return true;
  }

  /**
   * What it has lacked since its start, such as room on a disk, though it runs on; by its log, and
   * empty when it lacked nothing.
   */
  default Optional<String> lack() {
    return Optional.empty();
  }

  /** The sweep has no more use for it. */
  void end() throws InterruptedException;

  /** Ends it at once; its JVM is gone when this returns. */
  void kill() throws InterruptedException;
}
