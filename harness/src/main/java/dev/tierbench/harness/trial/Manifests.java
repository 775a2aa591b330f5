package dev.tierbench.harness.trial;

import dev.tierbench.harness.host.Finding;
import dev.tierbench.harness.host.Installation;
import dev.tierbench.observer.host.HostFacts;
import dev.tierbench.run.CaptureLevel;
import dev.tierbench.run.Caveat;
import dev.tierbench.run.Manifest;
import dev.tierbench.run.Manifest.Containers;
import dev.tierbench.run.Manifest.Host;
import dev.tierbench.run.Manifest.Jar;
import dev.tierbench.run.Manifest.Java;
import dev.tierbench.run.Manifest.Tool;
import dev.tierbench.run.ManifestBuilder;
import dev.tierbench.run.Plan;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Writes down what a run is before it begins, and what is different when it is taken up again.
 *
 * @param modules whose jars the run is made of
 * @param tools of this run that decide its values, beside those of every run
 * @param containers of the tiers; empty when they are processes
 * @param hosts beside this one
 */
public record Manifests(
    Installation installation,
    Java java,
    List<String> modules,
    List<Tool> tools,
    Optional<Containers> containers,
    List<Manifest.RemoteHost> hosts) {

  public Manifest begin(
      String name,
      List<String> commandLine,
      Plan plan,
      List<Finding.Doubt> doubts,
      Optional<CaptureLevel> captureLevel)
      throws IOException, InterruptedException {
    return ManifestBuilder.stagedBuilder()
        .schema(Manifest.SCHEMA)
        .name(name)
        .state(Manifest.State.RUNNING)
        .startedAt(now())
        .finishedAt(Optional.empty())
        .resumedAt(List.of())
        .commandLine(commandLine)
        .plan(plan)
        .trialOrder(plan.order().stream().map(Plan.Trial::name).toList())
        .host(HostFacts.REAL.host())
        .hosts(hosts)
        .java(java)
        .tools(Stream.concat(Installation.tools().stream(), tools.stream()).toList())
        .source(installation.source())
        .jars(jars())
        .caveats(doubts.stream().map(Finding.Doubt::caveat).toList())
        .verifications(List.of())
        .containers(containers)
        .captureLevel(captureLevel)
        .build();
  }

  /**
   * The run goes on; a host that is not as it was then becomes a caveat.
   *
   * @throws IOException when other programs than before would run: their trials must not be pooled
   */
  public Manifest resume(Manifest old, List<Finding.Doubt> doubts)
      throws IOException, InterruptedException {
    same("JVM's versions", withoutHome(old.java()), withoutHome(java), old);
    same("jars", old.jars(), jars(), old);
    same("containers", old.containers(), containers, old);
    same("programs on other hosts", software(old.hosts()), software(hosts), old);
    same("tools", old.tools().stream().filter(this::isOfRun).toList(), tools, old);
    List<Caveat> caveats = new ArrayList<>();
    if (!old.host().equals(HostFacts.REAL.host()) || !facts(old.hosts()).equals(facts(hosts))) {
      caveats.add(
          new Caveat(
              "the host changed before the run was resumed",
              "compare no step from before with one from after; run the sweep again"));
    }
    doubts.forEach(doubt -> caveats.add(doubt.caveat()));
    return old.resumed(now(), caveats);
  }

  /** What is measured on; how long a line takes there differs each time. */
  private static List<Map.Entry<String, Host>> facts(List<Manifest.RemoteHost> hosts) {
    return hosts.stream().map(host -> Map.entry(host.hostname(), host.host())).toList();
  }

  private static List<Manifest.Software> software(List<Manifest.RemoteHost> hosts) {
    return hosts.stream().map(Manifest.RemoteHost::software).toList();
  }

  private boolean isOfRun(Tool tool) {
    return tools.stream().anyMatch(own -> own.name().equals(tool.name()));
  }

  private static void same(String what, Object then, Object now, Manifest old) throws IOException {
    if (!then.equals(now)) {
      throw new IOException(
          "cannot resume: the "
              + what
              + " are not those that the run began with, and its values would mix both; go back to"
              + " them"
              + old.source().commit().map(commit -> " (commit " + commit + ")").orElse("")
              + ", or begin a new run");
    }
  }

  private static Java withoutHome(Java java) {
    return new Java("", java.version(), java.vendor(), java.vm());
  }

  private List<Jar> jars() throws IOException {
    List<Jar> jars = new ArrayList<>();
    for (String module : modules) {
      jars.add(installation.fingerprint(module));
    }
    return jars;
  }

  static String now() {
    return Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
