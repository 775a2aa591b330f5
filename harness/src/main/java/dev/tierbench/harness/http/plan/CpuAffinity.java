package dev.tierbench.harness.http.plan;

import dev.tierbench.observer.host.CpuTopology;
import dev.tierbench.run.CpuList;
import dev.tierbench.run.Tier;
import dev.tierbench.run.descriptor.HostDescriptor;
import dev.tierbench.run.plan.Plan.Pinning;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Decides which cores each tier is held to, and the sweep itself with its tracers. */
public final class CpuAffinity {

  public static final String AUTO = "auto";
  private static final String HOSTS = "hosts";
  private static final List<String> TIERS =
      Stream.of(Tier.values()).map(Tier::id).sorted().toList();
  private static final Pattern PART = Pattern.compile("([a-z]+)=([0-9,-]+)");

  private CpuAffinity() {}

  /**
   * The pinning that was asked for, on the cores that this process may use.
   *
   * @param asked {@code auto}, {@code off}, or cores by tier
   * @param serverCores how many cores the server gets; by the costs of the tiers when empty
   * @throws IllegalArgumentException saying what is wrong with the text, or that the cores are too
   *     few
   */
  public static Pinning of(String asked, Optional<Integer> serverCores, CpuTopology topology) {
    if (serverCores.isPresent() && !asked.equals(AUTO)) {
      throw new IllegalArgumentException("--server-cores and --pin exclude each other");
    }
    return switch (asked) {
      case Pinning.OFF ->
          new Pinning(asked, Map.of(), "not pinned, as asked: the tiers share cores");
      case AUTO -> new CoreSplit(topology).of(serverCores);
      default -> listed(asked, CpuTopology.threads(topology.cores()));
    };
  }

  /** The sweep, its tracers, and a helper that was not named stay off the server's cores. */
  private static Pinning listed(String asked, CpuList cores) {
    Map<String, String> cpus = new TreeMap<>(parse(asked, cores));
    Optional.ofNullable(cpus.get(Tier.SERVER.id()))
        .map(server -> cores.without(CpuList.parse(server)))
        .filter(left -> left.size() > 0)
        .ifPresent(left ->
            List.of(Pinning.HARNESS, Tier.ECHO.id(), Tier.LOADGEN.id())
                .forEach(tier -> cpus.putIfAbsent(tier, left.text())));
    return new Pinning(asked, cpus, "pinned as asked: " + text(cpus));
  }

  /**
   * The pinning of tiers with a host each, which have all its cores unless its descriptor lists
   * some.
   */
  public static Pinning of(List<HostDescriptor> hosts) {
    Map<String, String> cpus = new TreeMap<>();
    hosts.stream()
        .filter(host -> host.tier() != Tier.LOADGEN)
        .forEach(host -> host.cpus().ifPresent(list -> cpus.put(host.tier().id(), list)));
    return new Pinning(
        HOSTS,
        cpus,
        "a host each"
            + (cpus.isEmpty() ? ", with all its cores" : ", of which " + text(cpus))
            + ": "
            + hosts.stream().map(HostDescriptor::name).collect(Collectors.joining(", ")));
  }

  /** A pinning for servers that call no echo tier: the generator gets its cores. */
  public static Pinning withoutEcho(Pinning pinning) {
    Optional<CpuList> echo = pinning.cores(Tier.ECHO);
    if (echo.isEmpty()) {
      return pinning;
    }
    Map<String, String> cpus = new TreeMap<>(pinning.cpus());
    cpus.remove(Tier.ECHO.id());
    pinning
        .cores(Tier.LOADGEN)
        .ifPresent(own -> cpus.put(Tier.LOADGEN.id(), own.union(echo.get()).text()));
    return new Pinning(
        pinning.asked(), cpus, text(cpus) + " (there is no echo tier)", pinning.splitToTry());
  }

  /** A pinning for servers that call a database: it has the cores that the echo tier would have. */
  public static Pinning withDatabase(Pinning pinning) {
    Map<String, String> cpus = new TreeMap<>(pinning.cpus());
    Optional.ofNullable(cpus.remove(Tier.ECHO.id()))
        .ifPresent(cores -> cpus.putIfAbsent(Tier.DATABASE.id(), cores));
    return new Pinning(
        pinning.asked(),
        cpus,
        pinning.note().replace("echo", Tier.DATABASE.id()),
        pinning.splitToTry());
  }

  /** A pinning for servers that run already, on the cores that they have. */
  public static Pinning withoutServer(Pinning pinning) {
    if (pinning.cores(Tier.SERVER).isEmpty()) {
      return pinning;
    }
    Map<String, String> cpus = new TreeMap<>(pinning.cpus());
    cpus.remove(Tier.SERVER.id());
    return new Pinning(
        pinning.asked(),
        cpus,
        text(cpus) + " (the server runs already, on the cores that it has)",
        pinning.splitToTry());
  }

  /** A pinning as text: {@code echo=0,loadgen=0,server=1}. */
  public static String text(Map<String, String> cpus) {
    return new TreeMap<>(cpus)
        .entrySet().stream()
            .filter(entry -> TIERS.contains(entry.getKey()))
            .map(entry -> entry.getKey() + "=" + entry.getValue())
            .collect(Collectors.joining(","));
  }

  private static Map<String, String> parse(String asked, CpuList cores) {
    Map<String, String> cpus = new TreeMap<>();
    for (String text : asked.split(",(?=[a-z])", -1)) {
      Matcher part = PART.matcher(text);
      if (!part.matches()) {
        throw new IllegalArgumentException(
            "invalid --pin '" + asked + "': expected auto, off, or echo=0,loadgen=1-3,server=4-15");
      }
      String tier = part.group(1);
      String list = part.group(2);
      if (!TIERS.contains(tier)) {
        throw new IllegalArgumentException(
            "invalid --pin tier '" + tier + "': expected one of " + TIERS);
      }
      if (!cores.covers(CpuList.parse(list))) {
        throw new IllegalArgumentException(
            tier + "=" + list + ": this process may use only the cores " + cores.text());
      }
      if (cpus.put(tier, list) != null) {
        throw new IllegalArgumentException(tier + " is pinned twice");
      }
    }
    return cpus;
  }
}
