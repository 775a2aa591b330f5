package dev.tierbench.harness.http;

import dev.tierbench.harness.host.Finding;
import dev.tierbench.harness.host.HostFindings;
import dev.tierbench.harness.host.Installation;
import dev.tierbench.harness.host.Preflight;
import dev.tierbench.harness.http.container.ComposeProject;
import dev.tierbench.harness.http.container.ContainerFindings;
import dev.tierbench.harness.http.step.TraceWindow;
import dev.tierbench.observer.host.SystemFiles;
import dev.tierbench.run.HttpPlan;
import dev.tierbench.run.JvmOptionsOf;
import dev.tierbench.run.Manifest.Java;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Whether a plan can be carried out here and now; starts nothing but {@code java -version}. */
record Readiness(Installation installation, HttpPlan plan, Optional<ComposeProject> project) {

  List<Finding> findings(Optional<Java> java) throws InterruptedException {
    List<Finding> found = new ArrayList<>(new HostFindings(installation).programs(java, modules()));
    Preflight preflight = new Preflight(SystemFiles.REAL, plan);
    found.addAll(preflight.limits());
    found.addAll(
        project
            .map(containers -> new ContainerFindings(containers, plan, SystemFiles.REAL).find())
            .orElseGet(preflight::starting));
    HostFindings.busy().ifPresent(found::add);
    plan.subjects().stream()
        .filter(server -> plan.servers().get(server).jvm() == JvmOptionsOf.OWN)
        .map(server ->
            new Finding.Doubt(
                server + " chooses its heap and collector itself (jvm: own)",
                "compare it with servers of the same heap and collector only"))
        .forEach(found::add);
    if (plan.windows().trace().isPresent()) {
      found.addAll(HostFindings.observing(TraceWindow.observer()));
    }
    return found;
  }

  /** The modules whose jars the plan runs on this host; those in containers are known by image. */
  List<String> modules() {
    return project.isPresent()
        ? List.of("loadgen")
        : Stream.concat(
                plan.hasEcho() ? Stream.of("echo-server", "loadgen") : Stream.of("loadgen"),
                plan.subjects().stream()
                    .flatMap(server -> plan.servers().get(server).module().stream()))
            .distinct()
            .toList();
  }
}
