package dev.tierbench.harness.http;

import dev.tierbench.harness.http.drive.foreign.ForeignGenerator;
import dev.tierbench.harness.http.verify.ProgramFiles;
import dev.tierbench.harness.http.verify.Verifier;
import dev.tierbench.harness.http.window.TraceWindow;
import dev.tierbench.harness.preflight.EchoPriority;
import dev.tierbench.harness.preflight.Finding;
import dev.tierbench.harness.preflight.HostFindings;
import dev.tierbench.harness.preflight.Installation;
import dev.tierbench.harness.preflight.Preflight;
import dev.tierbench.harness.run.Manifests;
import dev.tierbench.harness.tier.TierCommands;
import dev.tierbench.harness.tier.container.ComposeProject;
import dev.tierbench.harness.tier.container.ContainerFindings;
import dev.tierbench.harness.tier.database.PostgresPrograms;
import dev.tierbench.harness.tier.remote.RemoteFindings;
import dev.tierbench.harness.tier.remote.RemoteHosts;
import dev.tierbench.observer.Observer;
import dev.tierbench.observer.host.SystemFiles;
import dev.tierbench.observer.host.child.ChildCommand;
import dev.tierbench.observer.trace.PerfStat;
import dev.tierbench.run.Tier;
import dev.tierbench.run.descriptor.JvmOptionsOf;
import dev.tierbench.run.plan.HttpPlan;
import dev.tierbench.run.plan.Manifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Whether a plan can be carried out here and now; starts no tier, only programs that end at once.
 */
record Readiness(
    Installation installation,
    HttpPlan plan,
    Optional<ComposeProject> project,
    RemoteHosts remote,
    SweepVerification verification) {

  private static final String JAR = "-jar";

  /** Name of the setting that this process may have the right to give, or not. */
  private static final String NICE_OF_ECHO = "nice of echo";

  List<Finding> findings() throws IOException, InterruptedException {
    List<Finding> found = new ArrayList<>(new HostFindings(installation).programs(programs()));
    verification.warning().ifPresent(found::add);
    Preflight preflight = new Preflight(SystemFiles.REAL, plan);
    found.addAll(preflight.limits());
    found.addAll(
        project
            .map(containers -> new ContainerFindings(containers, plan, SystemFiles.REAL).find())
            .orElseGet(preflight::starting));
    HostFindings.busy().ifPresent(found::add);
    plan.subjects().stream()
        .filter(server -> plan.servers().get(server).running())
        .map(server ->
            new Finding.Warning(
                server + " runs already: all trials measure one JVM, on the cores that it has",
                "give a 'command' for a fresh JVM in each trial"))
        .forEach(found::add);
    plan.subjects().stream()
        .filter(server -> plan.servers().get(server).jvm() == JvmOptionsOf.OWN)
        .filter(server -> !plan.servers().get(server).running())
        .map(server ->
            new Finding.Warning(
                server + " chooses its heap and collector itself (jvm: own)",
                "compare it with servers of the same heap and collector only"))
        .forEach(found::add);
    found.addAll(missingJars());
    Optional<ForeignGenerator> other = ForeignGenerator.of(plan.generator());
    if (other.isPresent()) {
      found.add(finding(other.get()));
    }
    if (project.isEmpty()) {
      found.addAll(HostFindings.limits(SystemFiles.REAL, plan.limits()));
    }
    found.addAll(database());
    if (plan.windows().trace().isPresent() && plan.network().hostOf(Tier.SERVER).isEmpty()) {
      Observer observer = TraceWindow.observer();
      found.addAll(HostFindings.observing(observer.level(), observer.missing()));
      if (plan.windows().trace().get().hardware()) {
        PerfStat.hardwareMissing()
            .map(reason ->
                new Finding.Warning(
                    "--pmu: instructions and cycles are not measured: " + reason,
                    "leave --pmu out, or measure on a host with hardware counters"))
            .ifPresent(found::add);
      }
    }
    found.addAll(new RemoteFindings(remote, plan).find());
    return found;
  }

  /** Whether the programs of servers are files of this host. */
  private boolean startsServersHere() {
    return project.isEmpty() && plan.network().hostOf(Tier.SERVER).isEmpty();
  }

  /** The jars of this host that commands name and that were not built. */
  private List<Finding> missingJars() {
    if (!startsServersHere()) {
      return List.of();
    }
    List<Finding> missing = new ArrayList<>();
    plan.servers()
        .forEach((name, server) -> {
          int option = server.command().indexOf(JAR);
          if (option >= 0 && option + 1 < server.command().size()) {
            String jar = server.command().get(option + 1);
            if (!jar.contains("{") && !Files.isRegularFile(Path.of(jar))) {
              missing.add(
                  new Finding.Fatal(
                      name + ": there is no " + jar,
                      "build the service first; ab.sh does so, by 'build' of the descriptor"));
            }
          }
        });
    return missing;
  }

  /** What is missing for the database of the plan, or what its values do not have. */
  private List<Finding> database() throws IOException {
    if (plan.database().isEmpty()) {
      return List.of();
    }
    List<Finding> found = new ArrayList<>();
    boolean given = plan.database().get().url().isPresent();
    if (given) {
      found.add(
          new Finding.Warning(
              "the database runs already: its settings and caches are as they are, and its CPU is not"
                  + " measured",
              "--downstream postgres measures one that the sweep starts"));
    }
    if (!given || verification.isDue()) {
      PostgresPrograms.missing(
              given ? "the contract test, which --no-verify leaves out" : "--downstream postgres")
          .ifPresent(found::add);
    }
    return found;
  }

  /** What to know of a generator that is not our own; fatal when it is not there. */
  private static Finding finding(ForeignGenerator generator) throws InterruptedException {
    String name = generator.name().id();
    if (generator.program().isEmpty()) {
      return new Finding.Fatal(name + " is not on the PATH", generator.howToInstall());
    }
    if (generator.installedVersion().isEmpty()) {
      return new Finding.Fatal(
          generator.program().get() + " does not report its version",
          "try it by hand: " + generator.versionCommand());
    }
    return new Finding.Warning(
        name
            + " drives the windows: it compares no body with the expected one, and checks that need"
            + " what it does not report are not measured",
        "docs/generators.md");
  }

  /**
   * Requires the programs that a run began with, unless one is missing, which a finding names.
   *
   * @throws IOException naming what differs
   */
  void requireSame(Manifest earlier) throws IOException, InterruptedException {
    if (missingJars().isEmpty()) {
      Manifests.requireSame(earlier, installation, modules(), ownPrograms(), tools());
    }
  }

  /** The files of this host that subjects run beside modules and the JDK of all. */
  List<Manifest.Jar> ownPrograms() throws IOException {
    ProgramFiles files = new ProgramFiles();
    if (startsServersHere()) {
      for (String subject : plan.subjects()) {
        if (!plan.servers().get(subject).running()) {
          addPrograms(subject, files);
        }
      }
    }
    return files.hashes().entrySet().stream()
        .map(file -> new Manifest.Jar(file.getKey().toString(), file.getValue()))
        .toList();
  }

  private void addPrograms(String subject, ProgramFiles files) throws IOException {
    Optional<String> jdk = plan.variant(subject).javaHome();
    if (jdk.isPresent()) {
      files.add(Path.of(jdk.get(), "release"));
    }
    if (plan.servers().get(subject).module().isEmpty()) {
      List<String> words = new TierCommands(installation, plan).serverCommand(subject).program();
      Path program = Path.of(words.getFirst());
      // A JDK is known by its versions, wherever it is, and a program of the system by no file.
      if (program.isAbsolute() && !program.equals(installation.javaProgram())) {
        files.add(program);
      }
      for (String word : words.subList(1, words.size())) {
        files.addProgramsIn(word);
      }
    }
  }

  /**
   * The programs beside the jars that decide values, and what the rights of this process do; asked
   * for when they are known to be there.
   */
  List<Manifest.Tool> tools() throws IOException, InterruptedException {
    List<Manifest.Tool> tools = new ArrayList<>();
    Optional<ForeignGenerator> other = ForeignGenerator.of(plan.generator());
    if (other.isPresent()) {
      tools.add(new Manifest.Tool(other.get().name().id(), other.get().installedVersion()));
    }
    boolean ownDatabase = plan.database().filter(of -> of.url().isEmpty()).isPresent();
    Optional<PostgresPrograms> programs = ownDatabase ? PostgresPrograms.find() : Optional.empty();
    if (programs.isPresent()) {
      tools.add(new Manifest.Tool(Tier.DATABASE.id(), Optional.of(programs.get().version())));
    }
    if (project.isEmpty() && EchoPriority.isFirst(plan)) {
      tools.add(new Manifest.Tool(NICE_OF_ECHO, Optional.of(String.valueOf(ChildCommand.FIRST))));
    }
    return List.copyOf(tools);
  }

  /** The modules that anything is run of, measured or not. */
  private List<String> programs() {
    return verification.isDue()
        ? Stream.concat(modules().stream(), Stream.of(Verifier.MODULE)).toList()
        : modules();
  }

  /** The modules whose jars the plan takes from this host; those in containers are of images. */
  List<String> modules() {
    Set<String> modules = new LinkedHashSet<>();
    if (plan.hasEcho() && hasJarFromHere(Tier.ECHO)) {
      modules.add(TierCommands.ECHO_MODULE);
    }
    modules.add(Tier.LOADGEN.id());
    if (hasJarFromHere(Tier.SERVER)) {
      plan.subjects()
          .forEach(server -> plan.servers().get(server).module().ifPresent(modules::add));
    }
    return List.copyOf(modules);
  }

  private boolean hasJarFromHere(Tier tier) {
    return project.isEmpty()
        && plan.network().hostOf(tier).filter(host -> host.context().isPresent()).isEmpty();
  }
}
