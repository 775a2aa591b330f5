package dev.tierbench.harness.http.plan;

import dev.tierbench.run.CpuList;
import dev.tierbench.run.plan.HttpPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Divides the servers of a round into groups that start or warm up together. Where the cores are
 * full, a server with few threads gets nothing beside one with a thread for each request, and its
 * compilers look idle because they starve; so each has cores enough for itself.
 */
public record WarmupGroups(HttpPlan plan) {

  /** Cores for each server that warms up: what its load, its compilers and its helpers use. */
  private static final int CORES_PER_SERVER = 4;

  /** How many servers warm up at the same time; one where it is not known which cores there are. */
  public int size() {
    return Math.max(1, size(plan.pinning().all()) / CORES_PER_SERVER);
  }

  /** The groups of those that warm up together, in their order. */
  public <T> List<List<T>> of(List<T> all) {
    return groups(all, size());
  }

  /**
   * The groups of those that start together, in their order: one for each core, and each alone
   * where it times its work when it is ready, for which the host has to be idle.
   */
  public <T> List<List<T>> starting(List<T> all) {
    return groups(all, plan.workload().isPresent() ? 1 : Math.max(1, size(plan.startCores())));
  }

  private static int size(Optional<CpuList> cores) {
    return cores.map(CpuList::size).orElse(0);
  }

  private static <T> List<List<T>> groups(List<T> all, int size) {
    List<List<T>> groups = new ArrayList<>();
    for (int from = 0; from < all.size(); from += size) {
      groups.add(all.subList(from, Math.min(all.size(), from + size)));
    }
    return groups;
  }
}
