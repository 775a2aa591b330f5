package dev.tierbench.report.compare;

import dev.tierbench.report.folder.KindView;
import dev.tierbench.report.folder.OtherHost;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.folder.RunManifest;
import dev.tierbench.report.stats.Ratios;
import dev.tierbench.run.Kind;
import dev.tierbench.run.file.TerminalText;
import dev.tierbench.run.plan.OverloadPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * Something other than the values in which two sides differ.
 *
 * @param decides whether it makes the values hard to compare; the source is what people compare
 */
public record SetupDifference(String what, String a, String b, boolean decides) {

  /** Paths in the manifest of every run. */
  private static final List<String> OF_ALL =
      List.of(
          "host.cpu_model",
          "host.cores",
          "host.kernel",
          "host.memory_bytes",
          "host.governor",
          "host.mitigations",
          "host.sysfs",
          "host.scheduler",
          "java.version",
          "java.vm",
          "plan.common.pinning.cpus",
          "plan.common.pinning.asked",
          "plan.common.jvm_options");

  /** Paths to what makes a core of one run another thing than a core of the other. */
  private static final List<String> OF_CORES =
      List.of(
          "host.cpu_model",
          "host.kernel",
          "host.governor",
          "host.mitigations",
          "host.sysfs",
          "java.version",
          "java.vm",
          "plan.common.jvm_options",
          "plan.echo_delay",
          "plan.database",
          "plan.workload");

  /** Paths to what a cell of another run with its name was not asked to do, beside its kind's. */
  private static final List<String> OF_WORK =
      List.of(
          "plan.common.pinning.cpus",
          "plan.common.jvm_options",
          "plan.echo_delay",
          "plan.echo_failures",
          "plan.database",
          "plan.requests_per_connection");

  /** Paths to the cells of a run, each of which has a series of its own. */
  private static final Set<String> CELLS = Set.of("plan.levels", "plan.cells");

  /** Ends of the paths in the settings of a server that say how it had its heap. */
  private static final List<String> HEAP = List.of(".heap_max_bytes", ".gc");

  /** How tiers on shared cores are scheduled, and whether memory follows threads between nodes. */
  private static final List<String> SYSCTLS =
      List.of("kernel.sched_autogroup_enabled", "kernel.numa_balancing");

  /** Part by which rates of the same overload may differ: so much does a saturation scatter. */
  private static final double SAME_RATE = 0.05;

  private static final String NOT_STATED = "not stated";
  static final List<String> REPORTED =
      List.of("source.commit", "source.dirty", "plan.common.trials");

  public String line() {
    return what + ": " + a + " | " + b;
  }

  static List<SetupDifference> of(Side a, Side b, List<SubjectPair> pairs) {
    List<SetupDifference> found = new ArrayList<>();
    JsonNode ofA = a.run().manifest().json();
    JsonNode ofB = b.run().manifest().json();
    deciding(a.run().kind()).forEach(path -> addPath(found, ofA, ofB, path, true));
    add(
        found,
        "load generator",
        a.run().manifest().generator(),
        b.run().manifest().generator(),
        true);
    addOfferedRate(found, a.run().manifest().usualRate(), b.run().manifest().usualRate());
    add(found, "tiers", tiers(a.run()), tiers(b.run()), true);
    add(found, "hosts", a.run().manifest().layout(), b.run().manifest().layout(), true);
    addHosts(found, a.run(), b.run());
    SYSCTLS.forEach(name -> add(found, name, sysctl(a, name), sysctl(b, name), true));
    REPORTED.forEach(path -> addPath(found, ofA, ofB, path, false));
    for (SubjectPair pair : pairs) {
      // Two servers differ in their settings by design; the same server has to have the same.
      addSettings(found, a, b, pair, pair.a().equals(pair.b()));
    }
    return found;
  }

  /** Why throughput of two runs does not tell what more cores of one kind would bring. */
  public static List<SetupDifference> ofCores(Run a, Run b) {
    List<SetupDifference> found = new ArrayList<>();
    JsonNode ofA = a.manifest().json();
    JsonNode ofB = b.manifest().json();
    OF_CORES.forEach(path -> addPath(found, ofA, ofB, path, true));
    add(found, "hosts", a.manifest().layout(), b.manifest().layout(), true);
    addHosts(found, a, b);
    a.subjects().stream()
        .filter(b.subjects()::contains)
        .forEach(subject -> addHeap(found, a, b, subject));
    return found;
  }

  /**
   * What has to be alike for values of runs to be the same quantities: machines, JDKs, layout,
   * generator, and what servers were asked for. Where servers are set up otherwise, the source is.
   */
  public static String setup(Run run) {
    RunManifest manifest = run.manifest();
    List<String> parts =
        new ArrayList<>(
            List.of(manifest.machine(), manifest.layout(), manifest.generator(), tiers(run)));
    parts.add(manifest.otherMachines());
    JsonNode json = manifest.json();
    Stream.concat(OF_WORK.stream(), KindView.of(run.kind()).traits().setupPaths().stream())
        .filter(path -> !CELLS.contains(path))
        .forEach(path -> parts.add(at(json, path)));
    // An overload is a percentage of what the slowest of these answered.
    manifest.usualRate().ifPresent(rate -> parts.add(String.join(",", run.subjects())));
    return String.join("\n", parts);
  }

  private static void addHeap(List<SetupDifference> found, Run a, Run b, String subject) {
    Map<String, String> ofB = FlatJson.settings(b, subject);
    FlatJson.settings(a, subject)
        .forEach((path, value) -> {
          if (path.startsWith("server.") && HEAP.stream().anyMatch(path::endsWith)) {
            String other = ofB.getOrDefault(path, NOT_STATED);
            add(found, "settings of " + subject + ", " + path, value, other, true);
          }
        });
  }

  private static void addHosts(List<SetupDifference> found, Run a, Run b) {
    for (OtherHost host : a.manifest().otherHosts()) {
      b.manifest().otherHosts().stream()
          .filter(other -> other.name().equals(host.name()))
          .forEach(
              other -> add(found, "host " + host.name(), host.machine(), other.machine(), true));
    }
  }

  /**
   * An overload is a percentage of what the slowest server of a run answered, and so another rate
   * in another run.
   */
  private static void addOfferedRate(
      List<SetupDifference> found, Optional<Double> a, Optional<Double> b) {
    if (a.isPresent() && b.isPresent() && Ratios.apart(b.get() / a.get()) > SAME_RATE) {
      add(found, "rate offered before and after an overload", rate(a.get()), rate(b.get()), false);
    }
  }

  /** A usual rate in words, and the saturation throughput that overloads are percentages of. */
  private static String rate(double usual) {
    return String.format(
        Locale.ROOT,
        "%,.0f requests/s (100 %% is %,.0f)",
        usual,
        usual * 100 / OverloadPlan.USUAL_PERCENT);
  }

  private static void addPath(
      List<SetupDifference> found, JsonNode a, JsonNode b, String path, boolean decides) {
    add(found, path, at(a, path), at(b, path), decides);
  }

  /** Paths to what makes values hard to compare. */
  static List<String> deciding(Kind kind) {
    return Stream.concat(OF_ALL.stream(), KindView.of(kind).traits().setupPaths().stream())
        .toList();
  }

  private static void addSettings(
      List<SetupDifference> found, Side a, Side b, SubjectPair pair, boolean decides) {
    Map<String, String> ofA = FlatJson.settings(a.run(), pair.a());
    Map<String, String> ofB = FlatJson.settings(b.run(), pair.b());
    SecretDifference.of(pair.label(), ofA, ofB).ifPresent(found::add);
    TreeSet<String> paths = new TreeSet<>(ofA.keySet());
    paths.addAll(ofB.keySet());
    paths.removeIf(SecretDifference::isOfSecrets);
    for (String path : paths) {
      add(
          found,
          "settings of " + pair.label() + ", " + path,
          ofA.getOrDefault(path, NOT_STATED),
          ofB.getOrDefault(path, NOT_STATED),
          decides);
    }
  }

  private static void add(
      List<SetupDifference> found, String what, String a, String b, boolean decides) {
    if (!a.equals(b)) {
      found.add(
          new SetupDifference(
              TerminalText.line(what), TerminalText.line(a), TerminalText.line(b), decides));
    }
  }

  /** What is not there, and what is there and empty, are the same: nothing was asked for. */
  private static String at(JsonNode manifest, String path) {
    JsonNode node = manifest.at("/" + path.replace('.', '/'));
    boolean nothing =
        node.isMissingNode() || node.isNull() || (node.isContainer() && node.isEmpty());
    return nothing ? NOT_STATED : FlatJson.text(node);
  }

  private static String sysctl(Side side, String name) {
    return side.run().manifest().file().map(of -> of.host().sysctls().get(name)).orElse(NOT_STATED);
  }

  /** Containers are images of many builds; what they run on is what has to be the same. */
  private static String tiers(Run run) {
    String networks = run.manifest().containerNetworks();
    return networks.isEmpty() ? "processes" : "containers, network " + networks;
  }
}
