package dev.tierbench.harness.run;

import dev.tierbench.harness.preflight.Finding;
import dev.tierbench.harness.preflight.Installation;
import dev.tierbench.harness.preflight.JvmVariables;
import dev.tierbench.observer.host.HostFacts;
import dev.tierbench.run.Caveat;
import dev.tierbench.run.file.TerminalText;
import dev.tierbench.run.plan.Manifest;
import dev.tierbench.run.plan.Manifest.Host;
import dev.tierbench.run.plan.Manifest.Jar;
import dev.tierbench.run.plan.Manifest.Java;
import dev.tierbench.run.plan.Manifest.Tool;
import dev.tierbench.run.plan.ManifestBuilder;
import dev.tierbench.run.plan.Plan;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes down what a run is before it begins, and what is different when it is taken up again. */
public final class Manifests {

  private Manifests() {}

  /**
   * A run that begins now, in processes of this host, and counts no threads.
   *
   * @param modules whose jars it is made of
   * @param programs that it is made of beside those
   * @param tools that decide its values, beside those of every run
   */
  public static Manifest begin(
      RunOptions options,
      Plan plan,
      List<String> modules,
      List<Jar> programs,
      List<Tool> tools,
      List<Finding> findings)
      throws IOException, InterruptedException {
    Installation installation = options.installation();
    return ManifestBuilder.stagedBuilder()
        .schema(Manifest.SCHEMA)
        .name(options.name(plan))
        .state(Manifest.State.RUNNING)
        .startedAt(now())
        .finishedAt(Optional.empty())
        .resumedAt(List.of())
        .commandLine(options.arguments())
        .plan(plan)
        .trialOrder(plan.order().stream().map(Plan.Trial::name).toList())
        .host(HostFacts.REAL.host())
        .hosts(List.of())
        .java(installation.java().orElseThrow(() -> new IOException("the JDK is gone")))
        .tools(Stream.concat(Installation.tools().stream(), withVariables(tools)).toList())
        .source(installation.source())
        .jars(jars(installation, modules, programs))
        .caveats(Finding.caveats(findings))
        .verifications(List.of())
        .containers(Optional.empty())
        .captureLevel(Optional.empty())
        .build();
  }

  /**
   * The run goes on; a host that is not as it was then becomes a caveat.
   *
   * @throws IOException when other programs than before would run: their trials must not be pooled
   */
  static Manifest resume(Manifest old, Manifest now) throws IOException {
    requireSame(old, now.java(), now.jars(), now.tools());
    same("containers", old.containers(), now.containers(), old);
    same("programs on other hosts", software(old), software(now), old);
    List<Caveat> caveats = new ArrayList<>();
    if (!old.host().equals(now.host()) || !hosts(old).equals(hosts(now))) {
      caveats.add(
          new Caveat(
              "the host changed before the run was resumed",
              "compare no step from before with one from after; run the sweep again"));
    }
    caveats.addAll(now.caveats());
    return old.resumed(now.startedAt(), caveats).withPlan(now.plan());
  }

  /**
   * Requires the programs of this host that a run began with; to be asked before anything is
   * started or reached.
   *
   * @param modules whose jars the run is made of
   * @param programs that it is made of beside those
   * @param tools that decide its values
   * @throws IOException naming what differs
   */
  public static void requireSame(
      Manifest old,
      Installation installation,
      List<String> modules,
      List<Jar> programs,
      List<Tool> tools)
      throws IOException, InterruptedException {
    boolean built = modules.stream().map(installation::jar).allMatch(Files::isReadable);
    Optional<Java> java = installation.java();
    if (built && java.isPresent()) { // what is missing is found and named afterwards
      requireSame(
          old, java.get(), jars(installation, modules, programs), withVariables(tools).toList());
    }
  }

  private static void requireSame(Manifest old, Java java, List<Jar> jars, List<Tool> tools)
      throws IOException {
    same("JVM's versions", withoutHome(old.java()), withoutHome(java), old);
    sameNamed("jars", old.jars(), jars, Jar::name, old);
    sameNamed("tools and settings", ofRun(old.tools()), ofRun(tools), Tool::name, old);
  }

  private static <T> void sameNamed(
      String what, List<T> then, List<T> now, Function<T, String> name, Manifest old)
      throws IOException {
    Set<T> different = new LinkedHashSet<>(then);
    different.addAll(now);
    different.removeIf(one -> then.contains(one) && now.contains(one));
    String names = different.stream().map(name).distinct().collect(Collectors.joining(", "));
    same(what + " (" + TerminalText.line(names) + ")", then, now, old);
  }

  private static List<Jar> jars(Installation installation, List<String> modules, List<Jar> programs)
      throws IOException {
    return Stream.concat(installation.fingerprints(modules).stream(), programs.stream()).toList();
  }

  /** The tools that decide the values of a run, and what the environment adds to each JVM. */
  private static Stream<Tool> withVariables(List<Tool> tools) {
    return Stream.concat(tools.stream(), JvmVariables.REAL.tools().stream());
  }

  /** What is measured on; how long a line takes there differs each time. */
  private static List<Map.Entry<String, Host>> hosts(Manifest run) {
    return run.hosts().stream().map(host -> Map.entry(host.hostname(), host.host())).toList();
  }

  private static List<Manifest.Software> software(Manifest run) {
    return run.hosts().stream().map(Manifest.RemoteHost::software).toList();
  }

  /** The tools that decide the values of a run. */
  private static List<Tool> ofRun(List<Tool> tools) {
    return tools.stream().filter(tool -> !Installation.isTool(tool.name())).toList();
  }

  private static void same(String what, Object then, Object now, Manifest old) throws IOException {
    if (!then.equals(now)) {
      throw new IOException(
          "cannot resume: the "
              + what
              + " are not those that the run began with, and its values would mix both; go back to"
              + " them"
              + old.source()
                  .commit()
                  .map(commit -> " (commit " + TerminalText.line(commit) + ")")
                  .orElse("")
              + ", or begin a new run");
    }
  }

  private static Java withoutHome(Java java) {
    return new Java("", java.version(), java.vendor(), java.vm());
  }

  static String now() {
    return Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
