package dev.tierbench.harness.http.trial;

import dev.tierbench.harness.http.drive.StepFault;
import dev.tierbench.observer.measured.MeasuredHost;
import dev.tierbench.run.CpuList;
import dev.tierbench.run.record.HostSpeed;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Finds out how fast the host of the server is, by fixed work on the server's cores.
 *
 * @param held the cores of the server; empty when it is not held to any
 * @param cores that it runs on, as the kernel writes them
 */
public record HostProbe(MeasuredHost host, Optional<CpuList> held, String cores) {

  /**
   * A probe that is ready to read.
   *
   * @param all the cores of the host
   */
  public static HostProbe of(MeasuredHost host, Optional<CpuList> held, String all)
      throws IOException, InterruptedException {
    host.probe(held);
    return new HostProbe(host, held, held.map(CpuList::text).orElse(all));
  }

  /** Does the fixed work a few times; no load may run meanwhile. */
  List<HostSpeed.Reading> read() throws IOException, InterruptedException {
    return StepFault.explained("the host's speed was not probed", () -> host.probe(held));
  }

  /** Reads the speed of the host; nothing without a probe. */
  static List<HostSpeed.Reading> read(Optional<HostProbe> probe)
      throws IOException, InterruptedException {
    return probe.isPresent() ? probe.get().read() : List.of();
  }

  /** The speed of the host by readings before and after a load; empty without a probe. */
  static Optional<HostSpeed> speed(
      Optional<HostProbe> probe, List<HostSpeed.Reading> before, List<HostSpeed.Reading> after) {
    return probe.map(of -> new HostSpeed(of.cores(), before, after, Optional.empty()));
  }
}
