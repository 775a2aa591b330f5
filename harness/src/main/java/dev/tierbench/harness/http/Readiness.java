package dev.tierbench.harness.http;

import dev.tierbench.harness.host.Finding;
import dev.tierbench.harness.host.Finding.Doubt;
import dev.tierbench.harness.host.Finding.Fatal;
import dev.tierbench.harness.host.Preflight;
import dev.tierbench.harness.http.container.ComposeProject;
import dev.tierbench.harness.http.container.ContainerFindings;
import dev.tierbench.harness.http.plan.JdkHome;
import dev.tierbench.harness.http.step.TraceWindow;
import dev.tierbench.harness.http.tier.Installation;
import dev.tierbench.observer.Observer;
import dev.tierbench.observer.host.BusyProcesses;
import dev.tierbench.observer.host.Proc;
import dev.tierbench.observer.host.SystemFiles;
import dev.tierbench.run.HttpPlan;
import dev.tierbench.run.Manifest.Java;
import java.io.PrintStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Whether a plan can be carried out here and now; starts nothing but {@code java -version}. */
record Readiness(Installation installation, HttpPlan plan, Optional<ComposeProject> project) {

  List<Finding> findings(Optional<Java> java) throws InterruptedException {
    List<Finding> found = new ArrayList<>();
    jdk(java).ifPresent(found::add);
    jars().forEach(found::add);
    Installation.missingTools().forEach(tool -> found.add(missing(tool)));
    Preflight preflight = new Preflight(SystemFiles.REAL, plan);
    found.addAll(preflight.limits());
    found.addAll(
        project
            .map(containers -> new ContainerFindings(containers, plan, SystemFiles.REAL).find())
            .orElseGet(preflight::starting));
    busy().ifPresent(found::add);
    found.addAll(observing());
    return found;
  }

  /** Reported before a long sweep rather than after it. */
  private List<Finding> observing() {
    if (plan.windows().trace().isEmpty()) {
      return List.of();
    }
    Observer observer = TraceWindow.observer();
    return observer.missing().stream()
        .<Finding>map(missing ->
            new Doubt(
                "threads are counted at level "
                    + observer.level()
                    + " ("
                    + observer.level().description()
                    + "): "
                    + missing.what(),
                missing.hint()))
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

  private List<Finding> jars() {
    List<Finding> missing = new ArrayList<>();
    for (String module : Manifests.modules(plan, project.isPresent())) {
      if (!Files.isReadable(installation.jar(module))) {
        missing.add(
            new Fatal(
                installation.jar(module) + " is missing",
                "build it: mvn -DskipTests package, or start with ./scripts/sweep.sh"));
      }
    }
    return missing;
  }

  private static Finding missing(String tool) {
    return new Fatal(tool + " is not on the PATH", "apt-get install util-linux");
  }

  private static Optional<Finding> busy() throws InterruptedException {
    List<String> busy = new BusyProcesses(Proc.REAL).find();
    return busy.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Doubt("others use the CPU: " + String.join(", ", busy), "end them, or wait"));
  }

  static void print(List<Finding> findings, PrintStream out) {
    for (Finding finding : findings) {
      String head =
          switch (finding) {
            case Fatal fatal -> "cannot start: ";
            case Doubt doubt -> "caveat: ";
          };
      out.println(head + finding.caveat().line());
    }
  }

  static boolean isReady(List<Finding> findings) {
    return findings.stream().noneMatch(Fatal.class::isInstance);
  }

  static List<Doubt> doubts(List<Finding> findings) {
    return findings.stream().filter(Doubt.class::isInstance).map(Doubt.class::cast).toList();
  }
}
