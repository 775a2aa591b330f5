package dev.tierbench.harness.http;

import dev.tierbench.cli.HasHelp;
import dev.tierbench.cli.ProgramHelp;
import dev.tierbench.harness.http.RoundObstacle.Place;
import dev.tierbench.harness.http.plan.PlanText;
import dev.tierbench.harness.http.plan.Servers;
import dev.tierbench.harness.http.verify.Verified;
import dev.tierbench.harness.http.window.TraceWindow;
import dev.tierbench.harness.live.Live;
import dev.tierbench.harness.live.LiveOptions;
import dev.tierbench.harness.preflight.Finding;
import dev.tierbench.harness.run.Cancellation;
import dev.tierbench.harness.run.Manifests;
import dev.tierbench.harness.run.PlanLine;
import dev.tierbench.harness.run.RunExecution;
import dev.tierbench.harness.run.RunOptions;
import dev.tierbench.harness.secret.Secrets;
import dev.tierbench.harness.tier.DatabaseAccess;
import dev.tierbench.harness.tier.TierCommands;
import dev.tierbench.harness.tier.container.ComposeProject;
import dev.tierbench.harness.tier.remote.RemoteHosts;
import dev.tierbench.observer.host.CpuTopology;
import dev.tierbench.observer.host.HostFacts;
import dev.tierbench.observer.host.SystemFiles;
import dev.tierbench.observer.host.child.WithheldVariables;
import dev.tierbench.observer.measured.HostState;
import dev.tierbench.run.CaptureLevel;
import dev.tierbench.run.descriptor.HostDescriptor;
import dev.tierbench.run.file.TerminalText;
import dev.tierbench.run.plan.HttpPlan;
import dev.tierbench.run.plan.Manifest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command line of the sweep. */
@Command(
    name = "sweep",
    mixinStandardHelpOptions = true,
    version = "tierbench sweep",
    description = {
      "Measures servers against each other, over rising concurrency or at the same rates, and leaves a"
          + " run folder. With --setup alone it installs what a run needs (Debian, Ubuntu).",
    },
    exitCodeList = {
      "0:every step is PASS or WARN",
      "1:a step is FAIL, a search of --find-max has no answer, or the sweep could not start",
      "2:usage error",
      "130:interrupted; finish with --resume"
    })
public final class SweepCommand implements Callable<Integer>, HasHelp {

  @Mixin private PlanOptions planOptions;
  @Mixin private final TierOptions tierOptions = new TierOptions();
  @Mixin private final VerifyOptions verifyOptions = new VerifyOptions();
  @Mixin private RunOptions runOptions;
  @Mixin private final LiveOptions liveOptions = new LiveOptions();

  private Optional<RunExecution> run = Optional.empty();

  @Override
  public ProgramHelp help() {
    return SweepHelp.CONTENTS;
  }

  @Override
  public Integer call() throws Exception {
    try {
      return Cancellation.interrupting(this::sweep);
    } finally {
      runOptions.unlock();
    }
  }

  /** The run folder; empty before a run began. */
  public Optional<Path> folder() {
    return run.map(begun -> begun.folder().root());
  }

  /** Why the run broke off; empty of one that did not, whatever its steps came to. */
  public Optional<String> brokenOff() {
    return run.flatMap(RunExecution::brokenOff);
  }

  private int sweep() throws IOException, InterruptedException {
    Optional<Manifest> earlier = runOptions.earlier();
    Optional<HttpPlan> before = earlier.map(of -> runOptions.planOf(of, HttpPlan.class));
    Servers described = planOptions.servers().and(Servers.read(runOptions.folder("servers")));
    Servers known = runOptions.checked(() -> planOptions.withBackend(described, before));
    WithheldVariables.withhold(known.variables());
    Optional<ResumedPlan> resumed = resumed(known, before);
    List<HostDescriptor> hosts = tierOptions.hosts(runOptions, resumed);
    Optional<ComposeProject> project =
        hosts.isEmpty() ? project(known, earlier, resumed) : Optional.empty();
    HttpPlan plan =
        resumed.isPresent() ? rebuilt(resumed.get(), hosts, project) : plan(known, project, hosts);
    if (plan.database().isPresent()) {
      WithheldVariables.withhold(List.of(DatabaseAccess.PASSWORD));
    }
    try (RemoteHosts remote = new RemoteHosts(plan, runOptions.installation())) {
      List<String> tiers =
          project
              .map(found -> List.of(PlanLine.of("tiers", found.description())))
              .orElseGet(() -> commands(plan, remote));
      Stream.concat(PlanText.lines(plan).stream(), tiers.stream())
          .map(TerminalText::escaped)
          .forEach(System.out::println);
      if (resumed.isEmpty()) {
        planOptions
            .withoutRounds(plan, place(project, hosts))
            .ifPresent(why ->
                System.out.println(
                    PlanLine.of("rounds", "none, one server after the other: " + why)));
      }
      SweepVerification verification =
          new SweepVerification(
              runOptions.installation(),
              plan,
              SweepVerification.choice(
                  verifyOptions.choice(runOptions), project.isPresent(), !hosts.isEmpty(), earlier),
              Secrets.NONE);
      verification.planLine().ifPresent(System.out::println);
      if (runOptions.isDryRun()) {
        return CommandLine.ExitCode.OK;
      }
      try (Live live = liveOptions.start(runOptions.installation())) {
        live.planLine().ifPresent(System.out::println);
        Secrets secrets = known.secrets(plan);
        int exitCode = run(plan, earlier, project, remote, verification.with(secrets), live);
        live.ends(exitCode, System.out);
        return exitCode;
      }
    }
  }

  private static Place place(Optional<ComposeProject> project, List<HostDescriptor> hosts) {
    if (project.isPresent()) {
      return Place.CONTAINERS;
    }
    return hosts.isEmpty() ? Place.HERE : Place.HOSTS;
  }

  private Optional<ResumedPlan> resumed(Servers known, Optional<HttpPlan> before)
      throws IOException {
    return before.isEmpty()
        ? Optional.empty()
        : Optional.of(runOptions.checked(() -> planOptions.resumed(known, before.get())));
  }

  private HttpPlan rebuilt(
      ResumedPlan resumed, List<HostDescriptor> hosts, Optional<ComposeProject> project)
      throws IOException {
    return runOptions.checked(() -> planOptions.plan(resumed, hosts, project));
  }

  /** How each server is started: a word of a descriptor that cannot be used is found here. */
  private List<String> commands(HttpPlan plan, RemoteHosts remote) {
    TierCommands commands =
        new TierCommands(
            runOptions.installation(),
            plan,
            remote.programs(),
            false,
            Secrets.NONE,
            Optional.empty());
    Stream<String> hosts =
        plan.network().hosts().stream()
            .map(host ->
                PlanLine.of(
                    "host",
                    host.name()
                        + ": "
                        + host.reachedBy()
                        + host.address().map(address -> ", listens on " + address).orElse("")));
    Stream<String> starts =
        runOptions.checked(commands::texts).entrySet().stream()
            .map(server -> PlanLine.of("starts", server.getKey() + ": " + server.getValue()));
    return Stream.concat(hosts, starts).toList();
  }

  /** The containers to measure; of a run that is resumed, those of its project. */
  private Optional<ComposeProject> project(
      Servers known, Optional<Manifest> earlier, Optional<ResumedPlan> resumed)
      throws IOException, InterruptedException {
    tierOptions.putBack(runOptions);
    return resumed.isPresent()
        ? tierOptions.resumedProject(earlier, resumed.get().descriptors())
        : tierOptions.project(runOptions.checked(() -> planOptions.servers().descriptors(known)));
  }

  private int run(
      HttpPlan plan,
      Optional<Manifest> earlier,
      Optional<ComposeProject> project,
      RemoteHosts remote,
      SweepVerification verification,
      Live live)
      throws IOException, InterruptedException {
    Readiness readiness =
        new Readiness(runOptions.installation(), plan, project, remote, verification);
    if (earlier.isPresent()) {
      readiness.requireSame(earlier.get());
    }
    remote.connect(System.out);
    List<Finding> findings = new ArrayList<>(readiness.findings());
    if (!Finding.isReady(findings, System.err)) {
      return CommandLine.ExitCode.SOFTWARE;
    }
    List<Verified> verified = verification.run(System.out);
    verified.forEach(
        server -> server.caveats().forEach(caveat -> findings.add(new Finding.Warning(caveat))));
    Manifest now =
        Manifests.begin(
                runOptions,
                plan,
                readiness.modules(),
                readiness.ownPrograms(),
                readiness.tools(),
                findings)
            .with(next ->
                next.hosts(remote.facts())
                    .verifications(verified.stream().map(Verified::counts).toList())
                    .containers(project.map(ComposeProject::facts))
                    .captureLevel(plan.windows().trace().map(trace -> captureLevel(remote))));
    RunExecution begun = runOptions.run(earlier, now);
    run = Optional.of(begun);
    return live.carryOut(
        begun,
        Sweep.missingSeconds(begun.folder(), plan),
        new Sweep(begun, project, remote, verification.secrets()));
  }

  private static CaptureLevel captureLevel(RemoteHosts remote) {
    return remote
        .stateOfServer()
        .map(HostState::level)
        .orElseGet(() -> TraceWindow.observer().level());
  }

  private HttpPlan plan(
      Servers known, Optional<ComposeProject> project, List<HostDescriptor> hosts) {
    if (!hosts.isEmpty()) {
      return runOptions.checked(() -> planOptions.plan(known, hosts));
    }
    CpuTopology topology = CpuTopology.of(SystemFiles.REAL, HostFacts.REAL.cores());
    return runOptions.checked(() ->
        project.isPresent()
            ? planOptions.plan(known, topology, project.get())
            : planOptions.plan(known, topology));
  }
}
