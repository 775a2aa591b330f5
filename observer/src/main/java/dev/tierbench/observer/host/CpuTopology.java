package dev.tierbench.observer.host;

import dev.tierbench.run.CpuList;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The cores that a process may use as the hardware has them: physical cores with their
 * hyperthreads, on nodes of memory. From {@code /sys/devices/system}.
 *
 * @param cores in the order of their nodes, then of their numbers
 */
public record CpuTopology(List<Core> cores) {

  private static final String CPUS = "sys/devices/system/cpu/cpu";
  private static final String NODES = "sys/devices/system/node";

  public CpuTopology {
    cores = List.copyOf(cores);
  }

  /**
   * One physical core.
   *
   * @param threads its hyperthreads that the process may use
   */
  public record Core(int node, CpuList threads) {}

  /** The topology of those cores; without them it has one node and no hyperthreads. */
  public static CpuTopology of(SystemFiles files, CpuList allowed) {
    Map<Integer, Integer> nodes = nodes(files);
    List<Core> cores = new ArrayList<>();
    Set<Integer> taken = new TreeSet<>();
    for (int cpu : allowed.cpus()) {
      if (taken.contains(cpu)) {
        continue;
      }
      Set<Integer> siblings = new TreeSet<>(siblings(files, cpu).cpus());
      siblings.retainAll(allowed.cpus());
      siblings.add(cpu);
      taken.addAll(siblings);
      cores.add(new Core(nodes.getOrDefault(cpu, 0), new CpuList(siblings)));
    }
    cores.sort((a, b) -> Integer.compare(a.node(), b.node()));
    return new CpuTopology(cores);
  }

  /** All cores of the host that are in use; empty when that is not known. */
  static Optional<CpuList> online(SystemFiles files) {
    return files.read("sys/devices/system/cpu/online").map(CpuList::parse);
  }

  private static CpuList siblings(SystemFiles files, int cpu) {
    return files
        .read(CPUS + cpu + "/topology/thread_siblings_list")
        .map(CpuList::parse)
        .orElseGet(() -> new CpuList(Set.of(cpu)));
  }

  private static Map<Integer, Integer> nodes(SystemFiles files) {
    Map<Integer, Integer> nodeByCpu = new TreeMap<>();
    for (String name : files.names(NODES)) {
      if (name.matches("node\\d+")) {
        int node = Integer.parseInt(name.substring("node".length()));
        files
            .read(NODES + "/" + name + "/cpulist")
            .filter(list -> !list.isEmpty())
            .ifPresent(list -> CpuList.parse(list).cpus().forEach(cpu -> nodeByCpu.put(cpu, node)));
      }
    }
    return nodeByCpu;
  }

  /** The same with each hyperthread taken for a core. */
  public CpuTopology withoutHyperthreads() {
    return new CpuTopology(
        cores.stream()
            .flatMap(core ->
                core.threads().cpus().stream()
                    .map(cpu -> new Core(core.node(), new CpuList(Set.of(cpu)))))
            .toList());
  }

  /** Whether hyperthreads of one core are in both sets. */
  public boolean splitsACore(CpuList some, CpuList others) {
    return cores.stream()
        .map(Core::threads)
        .anyMatch(threads -> threads.overlaps(some) && threads.overlaps(others));
  }

  public int threads() {
    return threads(cores).size();
  }

  /** All hyperthreads of those cores. */
  public static CpuList threads(List<Core> cores) {
    return cores.stream().map(Core::threads).reduce(CpuList::union).orElse(new CpuList(Set.of()));
  }
}
