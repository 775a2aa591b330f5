package dev.tierbench.observer.measured;

import dev.tierbench.observer.HostCapture;
import dev.tierbench.run.CpuList;
import dev.tierbench.run.record.HostSpeed;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A host on which tiers run. All that a sweep reads of {@code /proc}, counts or holds to cores goes
 * through it, so that it makes no difference whether it is this host. Process ids are those of the
 * host. An {@link IOException} has the reason, such as a lost agent of another host.
 */
public interface MeasuredHost {

  /** Name in the run; empty for the only host. */
  String name();

  /** What has to be known of it before a run. */
  HostState state() throws IOException, InterruptedException;

  /** Starts to watch a process, in place of the one before of that tier. */
  void watch(MeasuredProcess target) throws IOException, InterruptedException;

  /** Everything that is watched, as close together as possible. */
  HostSnapshot snapshot() throws IOException, InterruptedException;

  /**
   * The longest time without an answer of the host since the last call of this; empty of this host,
   * which needs no network.
   */
  default Optional<Long> longestSilenceNs() {
    return Optional.empty();
  }

  /** How a watched process is now, which takes a file for each of its threads. */
  ProcessState process(String name) throws IOException, InterruptedException;

  /** Moves every thread of a process to those cores; fails when one may still run elsewhere. */
  void hold(long pid, CpuList cores) throws IOException, InterruptedException;

  /** Fails when a thread of the process may run on other cores. */
  void requireHeld(long pid, CpuList cores) throws IOException, InterruptedException;

  /** Times fixed work on those cores, or on all; no load may run meanwhile. */
  List<HostSpeed.Reading> probe(Optional<CpuList> cores) throws IOException, InterruptedException;

  /**
   * Attaches to a process; the answer comes when the tracer has confirmed its probes.
   *
   * @param folder on this machine, for the results and the untouched output of the tools
   */
  HostCapture attach(CaptureOrder order, Path folder) throws IOException, InterruptedException;
}
