package dev.tierbench.harness;

import dev.tierbench.harness.http.plan.Servers;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.plan.HttpPlan;
import dev.tierbench.run.plan.Plan;
import dev.tierbench.run.plan.Samples;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Plans of sweeps, of which a test names what it is about. */
public final class Plans {
  private Plans() {}

  /** The servers of this repository. */
  public static final Servers SERVERS = read();

  private static Servers read() {
    try {
      return Servers.read(Path.of("../servers"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A plan of one trial that nothing is traced in. */
  public static HttpPlan sweep(
      List<String> servers,
      List<Integer> levels,
      Plan.Pinning pinning,
      Map<String, Integer> ports,
      Map<String, List<String>> jvmOptions) {
    return Samples.sweep(servers, levels, 1)
        .with(next ->
            next.common(
                    new Plan.Common(
                        "quick", Parameters.CONCURRENCY, servers, 1, pinning, jvmOptions, Map.of()))
                .servers(
                    servers.stream()
                        .filter(SERVERS.byName()::containsKey)
                        .collect(Collectors.toMap(name -> name, SERVERS::get)))
                .network(new HttpPlan.Network("127.0.0.1", ports, Map.of())));
  }
}
