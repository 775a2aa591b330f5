package dev.tierbench.harness.preflight;

import dev.tierbench.harness.preflight.Finding.Fatal;
import dev.tierbench.harness.preflight.Finding.Warning;
import dev.tierbench.observer.host.BusyProcesses;
import dev.tierbench.observer.host.HostFacts;
import dev.tierbench.observer.host.LimitedGroup;
import dev.tierbench.observer.host.PortOwner;
import dev.tierbench.observer.host.Proc;
import dev.tierbench.observer.host.SystemFiles;
import dev.tierbench.observer.host.child.Tools;
import dev.tierbench.observer.measured.HostState;
import dev.tierbench.run.CaptureLevel;
import dev.tierbench.run.Caveat;
import dev.tierbench.run.CpuList;
import dev.tierbench.run.plan.Manifest;
import dev.tierbench.run.plan.Manifest.Java;
import dev.tierbench.run.plan.ResourceLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** What every kind of run looks at before it starts anything. */
public record HostFindings(Installation installation) {

  private static final double LOAD_PER_CORE = 0.25;

  /** What every child is started with; all are part of util-linux. */
  private static final List<String> TOOLS = List.of("setsid", "setpriv", "taskset");

  /**
   * Whether the programs are there that a run needs, and take no options but its own.
   *
   * @param modules whose jars it runs
   */
  public List<Finding> programs(List<String> modules) throws InterruptedException {
    List<Finding> found = new ArrayList<>(JvmVariables.REAL.findings());
    jdk().ifPresent(found::add);
    modules.stream()
        .map(installation::jar)
        .filter(jar -> !Files.isReadable(jar))
        .map(jar ->
            new Fatal(
                jar + " is missing",
                "build it: mvn -DskipTests package, or start with one of the scripts"))
        .forEach(found::add);
    TOOLS.stream()
        .filter(tool -> Tools.find(tool).isEmpty())
        .map(tool -> new Fatal(tool + " is not on the PATH", "apt-get install util-linux"))
        .forEach(found::add);
    return found;
  }

  /** Whether this host is in a state to measure on. */
  public static List<Finding> state(SystemFiles files) {
    HostFacts facts = new HostFacts(files);
    List<Finding> found = new ArrayList<>(state(facts.host(), facts.loadAverage()));
    quota(facts.quotaCores(), facts.cores().size()).ifPresent(found::add);
    return found;
  }

  /** A quota stops all threads of a group for a part of each period, in the windows too. */
  private static Optional<Finding> quota(Optional<Double> asked, int cores) {
    return asked
        .filter(quota -> quota < cores)
        .map(quota ->
            new Fatal(
                String.format(
                    Locale.ROOT,
                    "the control group of this process has a CPU quota of %.1f cores, and may use"
                        + " %d: the kernel would stop the tiers inside the windows",
                    quota,
                    cores),
                quota < 2
                    ? "lift the quota"
                    : "lift it, or use as many cores as it allows: taskset --cpu-list 0-"
                        + (quota.intValue() - 1)
                        + " before the command"));
  }

  /** Whether the limits that a plan asks for can be given, and keep a server within them. */
  public static List<Finding> limits(SystemFiles files, List<ResourceLimits> limits) {
    Set<Finding> found = new LinkedHashSet<>();
    for (ResourceLimits asked : limits) {
      try (LimitedGroup group = LimitedGroup.make(files, "probe", asked)) {
        if (group.leavesSwap(files)) {
          found.add(
              new Fatal(
                  "a limit of memory would be none: this host has swap, and the kernel does not"
                      + " limit it for control groups",
                  "swapoff --all, boot with swapaccount=1, or leave out --memory"));
        }
      } catch (IOException e) {
        found.add(new Fatal(e.getMessage(), "run as root, or leave out --quota and --memory"));
      }
    }
    return List.copyOf(found);
  }

  /** Whether another host is in such a state, with who else uses its CPU. */
  public static List<Finding> state(HostState state) {
    List<Finding> found = new ArrayList<>(state(state.host(), state.loadAverage()));
    busy(state.busy()).ifPresent(found::add);
    quota(state.quotaCores(), CpuList.parse(state.cores()).size()).ifPresent(found::add);
    return found;
  }

  private static List<Finding> state(Manifest.Host host, Optional<Double> load) {
    return Stream.of(
            loadAverage(host, load),
            governor(host),
            Finding.warningIf(
                host.virtualised(),
                "a virtual machine: others on the same hardware add noise",
                "compare A/A runs first, or use bare metal"))
        .flatMap(Optional::stream)
        .toList();
  }

  /** What an observer cannot count: reported before a long run. */
  public static List<Finding> observing(CaptureLevel level, List<Caveat> missing) {
    return missing.stream()
        .<Finding>map(caveat ->
            new Warning(
                "system calls are not measured, at level "
                    + level
                    + " ("
                    + level.description()
                    + "): "
                    + caveat.what(),
                caveat.hint()))
        .toList();
  }

  private Optional<Finding> jdk() throws InterruptedException {
    Optional<String> version = installation.java().map(Java::version);
    return version.filter(JdkHome::isNewEnough).isPresent()
        ? Optional.empty()
        : Optional.of(
            new Fatal(
                installation.javaProgram()
                    + version.map(old -> " is version " + old).orElse(" does not run"),
                "name a JDK " + JdkHome.OLDEST + " or later with --java"));
  }

  /** The finding that a port that a tier is to listen on is taken; empty when it is free. */
  public static Optional<Finding> taken(
      SystemFiles files, String host, int port, String tier, String option) {
    return new PortOwner(files)
        .holder(host, port)
        .map(who ->
            new Fatal(
                "port " + port + " for " + tier + " is taken by " + who,
                "end that process or choose another with " + option));
  }

  /** Whether others use the CPU. */
  public static Optional<Finding> busy() throws InterruptedException {
    return busy(new BusyProcesses(Proc.REAL).find());
  }

  private static Optional<Finding> busy(List<String> processes) {
    return Finding.warningIf(
        !processes.isEmpty(),
        "others use the CPU: " + String.join(", ", processes),
        "end them, or wait");
  }

  private static Optional<Finding> loadAverage(Manifest.Host host, Optional<Double> average) {
    return average
        .filter(load -> load > LOAD_PER_CORE * host.cores())
        .map(load ->
            new Warning(
                "load average " + load + " on " + host.cores() + " cores before the run",
                "wait until the host is idle"));
  }

  private static Optional<Finding> governor(Manifest.Host host) {
    return host.governor().isEmpty()
        ? Optional.of(
            new Warning("the kernel shows no CPU frequency governor", "none from inside this host"))
        : host.governor()
            .filter(name -> !name.equals("performance"))
            .map(name ->
                new Warning(
                    "the CPU frequency governor is " + name,
                    "cpupower frequency-set -g performance"));
  }
}
