package dev.tierbench.sweep.plan;

import dev.tierbench.run.CpuList;
import dev.tierbench.run.Plan.Pinning;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Decides which cores each role is held to. */
public final class Pins {

  /** Below this, a core taken from one tier for another changes the result more than it cleans. */
  static final int LEAST_CORES = 8;

  private static final List<String> ROLES = List.of("echo", "loadgen", "server");
  private static final Pattern SPEC = Pattern.compile("([a-z]+)=([0-9,-]+?)(?:,(?=[a-z])|$)");

  private Pins() {}

  /**
   * The pinning that was asked for, on the cores that this process may use.
   *
   * @throws IllegalArgumentException saying what is wrong with the text
   */
  public static Pinning of(String asked, CpuList cores) {
    return switch (asked) {
      case "off" -> new Pinning(asked, Map.of(), "not pinned, as asked");
      case "auto" -> cores.size() < LEAST_CORES ? tooFew(cores) : shared(cores);
      default -> new Pinning(asked, parse(asked, cores), "pinned as asked: " + asked);
    };
  }

  private static Pinning tooFew(CpuList cores) {
    return new Pinning(
        "auto", Map.of(), "not pinned: " + cores.size() + " cores, fewer than " + LEAST_CORES);
  }

  /** A quarter each for echo and the generator, which cost a fifth of a server per request. */
  private static Pinning shared(CpuList cores) {
    List<Integer> all = List.copyOf(cores.cpus());
    int quarter = all.size() / 4;
    Map<String, String> cpus =
        Map.of(
            "echo", text(all.subList(0, quarter)),
            "loadgen", text(all.subList(quarter, 2 * quarter)),
            "server", text(all.subList(2 * quarter, all.size())));
    return new Pinning(
        "auto", cpus, "a quarter of the cores each for echo and loadgen, half for the server");
  }

  private static String text(List<Integer> cpus) {
    return cpus.stream().map(String::valueOf).collect(Collectors.joining(","));
  }

  private static Map<String, String> parse(String asked, CpuList cores) {
    Map<String, String> cpus = new TreeMap<>();
    Matcher spec = SPEC.matcher(asked);
    int end = 0;
    while (spec.find() && spec.start() == end) {
      end = spec.end();
      put(cpus, spec.group(1), spec.group(2), cores);
    }
    if (end != asked.length() || cpus.isEmpty()) {
      throw new IllegalArgumentException(
          "'" + asked + "' is no pinning: auto, off, or echo=0,loadgen=1-3,server=4-15");
    }
    return cpus;
  }

  private static void put(Map<String, String> cpus, String role, String list, CpuList cores) {
    if (!ROLES.contains(role)) {
      throw new IllegalArgumentException("'" + role + "' is no role to pin; there are " + ROLES);
    }
    if (!cores.cpus().containsAll(CpuList.parse(list).cpus())) {
      throw new IllegalArgumentException(
          role + "=" + list + ": this process may use only the cores " + cores.cpus());
    }
    if (cpus.put(role, list) != null) {
      throw new IllegalArgumentException(role + " is pinned twice");
    }
  }
}
