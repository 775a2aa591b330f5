package dev.tierbench.harness.host;

import dev.tierbench.harness.host.Finding.Doubt;
import dev.tierbench.harness.host.Finding.Fatal;
import dev.tierbench.observer.Observer;
import dev.tierbench.observer.host.BusyProcesses;
import dev.tierbench.observer.host.Cgroup;
import dev.tierbench.observer.host.HostFacts;
import dev.tierbench.observer.host.Proc;
import dev.tierbench.observer.host.SystemFiles;
import dev.tierbench.observer.measured.HostState;
import dev.tierbench.run.CaptureLevel;
import dev.tierbench.run.Caveat;
import dev.tierbench.run.Manifest;
import dev.tierbench.run.Manifest.Java;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What every kind of run looks at before it starts anything. */
public record HostFindings(Installation installation) {

  private static final double LOAD_PER_CORE = 0.25;

  /**
   * Whether the programs are there that a run needs.
   *
   * @param modules whose jars it runs
   */
  public List<Finding> programs(Optional<Java> java, List<String> modules) {
    List<Finding> found = new ArrayList<>();
    jdk(java).ifPresent(found::add);
    found.addAll(jars(modules));
    Installation.missingTools().forEach(tool -> found.add(missing(tool)));
    return found;
  }

  /** Whether this host is in a state to measure on. */
  public static List<Finding> state(SystemFiles files) {
    HostFacts facts = new HostFacts(files);
    List<Finding> found = new ArrayList<>(state(facts.host(), facts.loadAverage()));
    quota(files, facts.cores().size()).ifPresent(found::add);
    return found;
  }

  /** A quota stops all threads of a group for a part of each period, in the windows too. */
  private static Optional<Finding> quota(SystemFiles files, int cores) {
    return Cgroup.own(files)
        .flatMap(Cgroup::quotaCores)
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

  /** Whether another host is, with who else uses its CPU. */
  public static List<Finding> state(HostState state) {
    List<Finding> found = new ArrayList<>(state(state.host(), state.loadAverage()));
    busy(state.busy()).ifPresent(found::add);
    return found;
  }

  private static List<Finding> state(Manifest.Host host, Optional<Double> load) {
    List<Finding> found = new ArrayList<>();
    loadAverage(host, load).ifPresent(found::add);
    governor(host).ifPresent(found::add);
    virtualised(host).ifPresent(found::add);
    return found;
  }

  /** What an observer cannot count: reported before a long run. */
  public static List<Finding> observing(Observer observer) {
    return observing(observer.level(), observer.missing());
  }

  /** The same of another host. */
  public static List<Finding> observing(HostState state) {
    return observing(state.level(), state.missing());
  }

  private static List<Finding> observing(CaptureLevel level, List<Caveat> missing) {
    return missing.stream()
        .<Finding>map(caveat ->
            new Doubt(
                "threads are counted at level "
                    + level
                    + " ("
                    + level.description()
                    + "): "
                    + caveat.what(),
                caveat.hint()))
        .toList();
  }

  private Optional<Finding> jdk(Optional<Java> java) {
    String hint = "name a JDK " + JdkHome.OLDEST + " or later with --java";
    if (java.isEmpty()) {
      return Optional.of(new Fatal(installation.javaProgram() + " does not run", hint));
    }
    String version = java.get().version();
    int feature = Integer.parseInt(version.split("[^0-9]", 2)[0]);
    return feature >= JdkHome.OLDEST
        ? Optional.empty()
        : Optional.of(new Fatal(installation.javaProgram() + " is version " + version, hint));
  }

  private List<Finding> jars(List<String> modules) {
    List<Finding> missing = new ArrayList<>();
    for (String module : modules) {
      if (!Files.isReadable(installation.jar(module))) {
        missing.add(
            new Fatal(
                installation.jar(module) + " is missing",
                "build it: mvn -DskipTests package, or start with one of the scripts"));
      }
    }
    return missing;
  }

  private static Finding missing(String tool) {
    return new Fatal(tool + " is not on the PATH", "apt-get install util-linux");
  }

  /** Whether others use the CPU. */
  public static Optional<Finding> busy() throws InterruptedException {
    return busy(new BusyProcesses(Proc.REAL).find());
  }

  private static Optional<Finding> busy(List<String> processes) {
    return processes.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Doubt("others use the CPU: " + String.join(", ", processes), "end them, or wait"));
  }

  private static Optional<Finding> loadAverage(Manifest.Host host, Optional<Double> average) {
    return average
        .filter(load -> load > LOAD_PER_CORE * host.cores())
        .map(load ->
            new Doubt(
                "load average " + load + " on " + host.cores() + " cores before the run",
                "wait until the host is idle"));
  }

  private static Optional<Finding> governor(Manifest.Host host) {
    Optional<String> governor = host.governor();
    if (governor.isEmpty()) {
      return Optional.of(
          new Doubt("the kernel shows no CPU frequency governor", "none from inside this host"));
    }
    return governor
        .filter(name -> !name.equals("performance"))
        .map(name ->
            new Doubt(
                "the CPU frequency governor is " + name, "cpupower frequency-set -g performance"));
  }

  private static Optional<Finding> virtualised(Manifest.Host host) {
    return host.virtualised()
        ? Optional.of(
            new Doubt(
                "a virtual machine: others on the same hardware add noise",
                "compare A/A runs first, or use bare metal"))
        : Optional.empty();
  }
}
