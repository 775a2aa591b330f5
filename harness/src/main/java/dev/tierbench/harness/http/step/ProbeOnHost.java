package dev.tierbench.harness.http.step;

import dev.tierbench.observer.measured.MeasuredHost;
import dev.tierbench.run.CpuList;
import dev.tierbench.run.HostSpeed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;

/** Fixed work on the cores of the server, on the host that has them. */
public record ProbeOnHost(MeasuredHost host, Optional<CpuList> held, String cores)
    implements HostProbe {

  /**
   * A probe that is ready to read.
   *
   * @param held the cores of the server; empty when it is not held to any
   * @param all the cores of the host
   */
  public static ProbeOnHost of(MeasuredHost host, Optional<CpuList> held, String all)
      throws IOException, InterruptedException {
    String cores = held.map(CpuList::text).orElse(all);
    List<HostSpeed.Reading> unused = host.probe(held);
    return new ProbeOnHost(host, held, cores);
  }

  @Override
  public List<HostSpeed.Reading> read() throws InterruptedException {
    try {
      return host.probe(held);
    } catch (IOException e) {
      throw new UncheckedIOException("the host's speed was not probed: " + e.getMessage(), e);
    }
  }
}
