package dev.tierbench.harness.http.plan;

import dev.tierbench.observer.host.CpuTopology;
import dev.tierbench.observer.host.CpuTopology.Core;
import dev.tierbench.rules.Rules;
import dev.tierbench.run.Tier;
import dev.tierbench.run.plan.Plan.Pinning;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Splits cores between the server and its helpers, the generator and the echo tier, by what a
 * request costs each. Hyperthreads of one core stay together; where there are several nodes of
 * memory, so does each node.
 */
record CoreSplit(CpuTopology topology) {

  /** CPU of generator and echo tier together, in microseconds per request: docs/scheduling.md. */
  private static final double HELPERS_US = 47;

  /**
   * CPU of a cheap server, in microseconds per request; a more expensive one leaves the helpers
   * more room.
   */
  private static final double SERVER_US = 85;

  /** Share of the echo tier in the CPU of generator and echo tier together, from 0 to 1. */
  private static final double ECHO_SHARE = 0.6;

  /** How busy the helpers' cores may be without a warning. */
  private static final double MOST_BUSY =
      Rules.named("helper_cores").limit().warn().orElseThrow() / 100;

  Pinning of(Optional<Integer> serverCores) {
    if (topology.threads() < 2) {
      throw new IllegalArgumentException(
          ("this process may use one core only (%s), and the server needs cores of its own: allow it"
                  + " two, or share them with --pin off")
              .formatted(text(topology.cores())));
    }
    if (topology.cores().size() < 2) {
      return new CoreSplit(topology.withoutHyperthreads())
          .split(serverCores, "; they are hyperthreads of one core and slow each other down");
    }
    return split(serverCores, "");
  }

  private Pinning split(Optional<Integer> wanted, String caveat) {
    List<Core> cores = topology.cores();
    int count = wanted.map(this::valid).orElseGet(this::byCost);
    int border = cores.size() - count;
    Map<String, String> cpus = new TreeMap<>(helpers(cores.subList(0, border)));
    cpus.put(Tier.SERVER.id(), text(cores.subList(border, cores.size())));
    String reason =
        wanted.isPresent()
            ? "as many for the server as asked"
            : String.format(
                Locale.ROOT,
                "generator and echo cost about %.0f us per request, a server %.0f or more, and at"
                    + " most %.0f %% of their cores may be busy",
                HELPERS_US,
                SERVER_US,
                100 * MOST_BUSY);
    return new Pinning(
        CpuAffinity.AUTO,
        cpus,
        CpuAffinity.text(cpus) + " (" + reason + ")" + caveat,
        count > 1 ? Optional.of("--server-cores " + (count - 1)) : Optional.empty());
  }

  /**
   * The helpers' cores by tier; of two or more, generator and echo tier get some of their own, too.
   */
  private static Map<String, String> helpers(List<Core> cores) {
    String all = text(cores);
    if (cores.size() < 2) {
      return Map.of(Tier.ECHO.id(), all, Tier.LOADGEN.id(), all, Pinning.HARNESS, all);
    }
    int echo = Math.clamp(Math.round(ECHO_SHARE * cores.size()), 1, cores.size() - 1);
    return Map.of(
        Tier.ECHO.id(),
        text(cores.subList(0, echo)),
        Tier.LOADGEN.id(),
        text(cores.subList(echo, cores.size())),
        Pinning.HARNESS,
        all);
  }

  private static String text(List<Core> cores) {
    return CpuTopology.threads(cores).text();
  }

  /** Cores as the hardware has them, each with its hyperthreads. */
  private int valid(int wanted) {
    int most = topology.cores().size() - 1;
    if (wanted < 1 || wanted > most) {
      throw new IllegalArgumentException(
          ("invalid --server-cores %s: expected 1 to %s, for this process may use the cores %s and"
                  + " generator and echo need one")
              .formatted(wanted, most, text(topology.cores())));
    }
    return wanted;
  }

  /** The most cores, whole nodes if possible, that leave the helpers enough; at least one. */
  private int byCost() {
    List<Core> cores = topology.cores();
    int best = 0;
    int bestOfWholeNodes = 0;
    for (int server = 1; server < cores.size(); server++) {
      int border = cores.size() - server;
      double threads = CpuTopology.threads(cores.subList(border, cores.size())).size();
      double left = topology.threads() - threads;
      if (threads * HELPERS_US / SERVER_US <= MOST_BUSY * left) {
        best = server;
        boolean whole = cores.get(border).node() != cores.get(border - 1).node();
        bestOfWholeNodes = whole ? server : bestOfWholeNodes;
      }
    }
    return Math.max(1, bestOfWholeNodes > 0 ? bestOfWholeNodes : best);
  }
}
