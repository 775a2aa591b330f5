package dev.tierbench.harness.http;

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
import dev.tierbench.harness.run.Refusal;
import dev.tierbench.harness.run.RunExecution;
import dev.tierbench.harness.run.RunOptions;
import dev.tierbench.harness.secret.Secrets;
import dev.tierbench.harness.tier.TierCommands;
import dev.tierbench.harness.tier.container.ChangedContainers;
import dev.tierbench.harness.tier.container.ComposeProject;
import dev.tierbench.harness.tier.container.Engine;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command line of the sweep. */
@Command(
    name = "sweep",
    sortOptions = false,
    mixinStandardHelpOptions = true,
    version = "tierbench sweep",
    description = {
      "Measures servers against each other, over rising concurrency or at the same rates, and leaves a",
      "run folder.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:every step is PASS or WARN",
      "1:a step is FAIL (of --find-max: a search has no answer), or the sweep could not start",
      "2:usage error",
      "130:interrupted; finish with --resume"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  sweep --setup                             first installs what a run needs (Debian, Ubuntu)",
      "  sweep --preset quick                      both servers at one level, with verdicts",
      "  sweep --preset standard --name idle-host  three trials of each server, to publish",
      "  sweep --servers all --rates 1000,25%%,75%%  equal work: the same requests/s for each",
      "  sweep --find-max p99=100ms --trials 3     the highest rate that keeps a latency",
      "  sweep --levels 5,20 --measure 3s --warmup-cap 20s --servers netty",
      "  sweep --hosts hosts.yml --preset standard  a host for each tier",
      "  sweep --generator wrk --levels 200,800    measured by another load generator",
      "  sweep --preset standard --live            watch it on a page; its address is printed",
      "  sweep --preset full --live 9100           the same on a port for Prometheus",
      "  sweep --servers tomcat,virtual --levels 800 --profile cpu,alloc  flame graphs too",
      "  sweep --resume results/20260101T120000Z-idle-host"
    })
public final class SweepCommand implements Callable<Integer> {

  @Mixin private PlanOptions planOptions;
  @Mixin private final HostOptions hostOptions = new HostOptions();
  @Mixin private RunOptions runOptions;
  @Mixin private final LiveOptions liveOptions = new LiveOptions();

  @Option(
      names = "--tiers",
      paramLabel = "auto|local|compose",
      description =
          "Start the tiers as processes (local), or measure the containers of docker compose; auto"
              + " measures the containers when they run.")
  private TiersChoice tiers = TiersChoice.AUTO;

  @Option(
      names = "--no-verify",
      description =
          "Measure servers that nobody verified against the contract (verify.sh); a caveat of the"
              + " run.")
  private boolean noVerify;

  /** Which servers are verified. */
  enum Verify {
    AUTO,
    ALWAYS
  }

  @Option(
      names = "--verify",
      paramLabel = "auto|always",
      description =
          "Verify servers against the contract unless the same program was verified before, or"
              + " always; default auto.")
  private Optional<Verify> verify = Optional.empty();

  @Override
  public Integer call() throws Exception {
    try {
      return Cancellation.interrupting(this::sweep);
    } finally {
      runOptions.unlock();
    }
  }

  private int sweep() throws IOException, InterruptedException {
    Optional<Manifest> earlier = runOptions.earlier();
    Optional<HttpPlan> before = earlier.map(of -> runOptions.planOf(of, HttpPlan.class));
    Servers known = planOptions.servers().and(Servers.read(runOptions.folder("servers")));
    WithheldVariables.withhold(known.variables());
    Optional<ResumedPlan> resumed = resumed(known, before);
    List<HostDescriptor> hosts = hosts(resumed);
    Optional<ComposeProject> project =
        hosts.isEmpty() ? project(known, earlier, resumed) : Optional.empty();
    HttpPlan plan =
        resumed.isPresent() ? rebuilt(resumed.get(), hosts, project) : plan(known, project, hosts);
    try (RemoteHosts remote = new RemoteHosts(plan, runOptions.installation())) {
      List<String> tiers =
          project
              .map(found -> List.of(PlanLine.of("tiers", found.description())))
              .orElseGet(() -> commands(plan, remote));
      Stream.concat(PlanText.lines(plan).stream(), tiers.stream())
          .map(TerminalText::escaped)
          .forEach(System.out::println);
      SweepVerification verification =
          new SweepVerification(
              runOptions.installation(),
              plan,
              SweepVerification.choice(asked(), project.isPresent(), !hosts.isEmpty(), earlier),
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

  private SweepVerification.Choice asked() {
    if (noVerify && verify.isPresent()) {
      throw runOptions.wrong("--verify and --no-verify exclude each other");
    }
    return noVerify
        ? SweepVerification.Choice.LEFT_OUT
        : verify.equals(Optional.of(Verify.ALWAYS))
            ? SweepVerification.Choice.VERIFY_AGAIN
            : SweepVerification.Choice.VERIFY;
  }

  /** How each server is started: a word of a descriptor that cannot be used is found here. */
  private List<String> commands(HttpPlan plan, RemoteHosts remote) {
    TierCommands commands =
        new TierCommands(runOptions.installation(), plan, remote.programs(), false, Secrets.NONE);
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

  /** The hosts that were asked for, which are those of a run that is resumed. */
  private List<HostDescriptor> hosts(Optional<ResumedPlan> resumed)
      throws IOException, InterruptedException {
    List<HostDescriptor> hosts;
    try {
      hosts = hostOptions.hosts();
    } catch (IllegalArgumentException e) {
      throw runOptions.wrong(e.getMessage());
    }
    if (resumed.isPresent()) {
      resumed.get().requireHosts(hosts);
    }
    if (!hosts.isEmpty() && tiers == TiersChoice.COMPOSE) {
      throw runOptions.wrong(
          "--tiers compose: with --hosts the sweep starts the containers itself; leave it out");
    }
    return hosts;
  }

  /** The containers to measure: of a run that is resumed, those of its project. */
  private Optional<ComposeProject> project(
      Servers known, Optional<Manifest> earlier, Optional<ResumedPlan> resumed)
      throws IOException, InterruptedException {
    Optional<String> named = Optional.ofNullable(System.getenv("COMPOSE_PROJECT_NAME"));
    if (tiers != TiersChoice.LOCAL && !runOptions.isDryRun()) {
      ChangedContainers.putBack(Engine.DOCKER, System.out);
    }
    if (resumed.isEmpty()) {
      return tiers.choose(
          Engine.DOCKER, named, runOptions.checked(() -> planOptions.servers().descriptors(known)));
    }
    Optional<String> before =
        earlier.flatMap(Manifest::containers).map(Manifest.Containers::project);
    TiersChoice choice = before.isPresent() ? TiersChoice.COMPOSE : TiersChoice.LOCAL;
    Optional<ComposeProject> found =
        choice.choose(Engine.DOCKER, named, resumed.get().descriptors());
    Refusal.unlessSame(
        "project of the containers",
        before,
        found.map(ComposeProject::name),
        "name it: COMPOSE_PROJECT_NAME=...");
    return found;
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
      Manifests.requireSame(
          earlier.get(), runOptions.installation(), readiness.modules(), readiness.tools());
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
        Manifests.begin(runOptions, plan, readiness.modules(), readiness.tools(), findings)
            .with(next ->
                next.hosts(remote.facts())
                    .verifications(verified.stream().map(Verified::counts).toList())
                    .containers(project.map(ComposeProject::facts))
                    .captureLevel(plan.windows().trace().map(trace -> captureLevel(remote))));
    RunExecution run = runOptions.run(earlier, now);
    return live.carryOut(
        run,
        Sweep.missingSeconds(run.folder(), plan),
        new Sweep(run, project, remote, verification.secrets()));
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
