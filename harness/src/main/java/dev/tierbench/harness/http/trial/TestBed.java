package dev.tierbench.harness.http.trial;

import dev.tierbench.harness.http.drive.StepFault;
import dev.tierbench.harness.http.sample.ResourceSampler;
import dev.tierbench.harness.tier.RunningTier;
import dev.tierbench.harness.tier.TierClient;
import dev.tierbench.harness.tier.TierCommands;
import dev.tierbench.harness.tier.TierLauncher;
import dev.tierbench.harness.tier.WorkRequest;
import dev.tierbench.observer.measured.MeasuredHost;
import dev.tierbench.rules.MeasuredStep;
import dev.tierbench.run.CpuList;
import dev.tierbench.run.Tier;
import dev.tierbench.run.Workload;
import dev.tierbench.run.descriptor.RequestDescriptor;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.plan.HttpPlan;
import dev.tierbench.run.plan.Plan;
import dev.tierbench.run.plan.ResourceLimits;
import dev.tierbench.run.record.TrialSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** The server of the trial under way, and the tier that it calls, which all others call too. */
final class TestBed {

  private final TierLauncher launcher;
  private final TierCommands commands;
  private final TierClient client;
  private final ResourceSampler sampler;
  private final RunFolder folder;
  private final BackendBed backend;

  /** The process of the tier behind the server, which is watched and the server started beside. */
  private Optional<RunningTier> knownBackend = Optional.empty();

  private Optional<RunningTier> server = Optional.empty();
  private Map<String, Integer> pools = Map.of();
  private Optional<WorkRequest.Answer> reference = Optional.empty();

  TestBed(
      TierLauncher launcher,
      TierCommands commands,
      TierClient client,
      ResourceSampler sampler,
      BackendBed backend,
      RunFolder folder) {
    this.backend = backend;
    this.launcher = launcher;
    this.commands = commands;
    this.client = client;
    this.sampler = sampler;
    this.folder = folder;
  }

  /**
   * Starts what is not running.
   *
   * @return whether a JVM is fresh, so that the server has to be warmed up
   * @throws IOException when a tier does not start, or runs another model than the plan's
   */
  boolean ensure(Plan.Trial trial) throws IOException, InterruptedException {
    String subject = trial.subject();
    backend.ensure();
    Optional<RunningTier> runningBackend = backend.tier();
    boolean freshBackend = !runningBackend.equals(knownBackend);
    if (freshBackend) {
      watch(runningBackend.orElseThrow());
      knownBackend = runningBackend;
    }
    boolean freshServer = !isAlive(server);
    if (freshServer) {
      end(server);
      server =
          Optional.of(
              new TierStart(subject, commands.descriptor(subject).readyWithin())
                  .await(
                      launcher.server(subject, folder.trial(trial.name()).serverLog()),
                      tier -> isReady(subject, tier),
                      tier -> sampler.add(Tier.SERVER, subject, tier, false)));
    }
    if (freshBackend || freshServer) {
      reference = Optional.empty();
      try {
        reference = reference(subject);
        writeSettings(trial);
        timeTheWork(subject);
      } catch (IOException | UncheckedIOException e) {
        // What is not the server of the plan must not be taken for it by the next step.
        endServer();
        throw e;
      }
    }
    return freshBackend || freshServer;
  }

  /**
   * The first request with CPU work times the steps of that work, which has to happen without load:
   * a slower moment would make it less work for the rest of the trial.
   */
  private void timeTheWork(String subject) throws IOException, InterruptedException {
    RunningTier asked = server.orElseThrow();
    WorkRequest work = commands.requests().work(subject, Optional.empty());
    if (commands.plan().workload().isPresent()
        && !client.awaitAnswer(work, asked, commands.descriptor(subject).readyWithin())) {
      throw StepFault.of(asked, subject + " did not answer a request of the workload");
    }
  }

  /** Samples the tier that servers call, unless its process is not known. */
  private void watch(RunningTier running) throws IOException, InterruptedException {
    if (running.pid() != RunningTier.UNKNOWN_PID) {
      Tier tier = backend.which().orElseThrow();
      sampler.add(tier, tier.id(), running, false);
    }
  }

  /** Whether there is nothing to start. */
  boolean isUp() {
    return backend.isUp() && isAlive(server);
  }

  private static boolean isAlive(Optional<RunningTier> tier) {
    return tier.filter(RunningTier::isAlive).isPresent();
  }

  /**
   * Waits until a tier is ready by its health, or without that by an answer to the request that it
   * is measured with; false when it ended, or was not ready in time.
   */
  private boolean isReady(String subject, RunningTier tier)
      throws IOException, InterruptedException {
    TierClient asking = clientOf(subject);
    Duration limit = commands.descriptor(subject).readyWithin();
    Optional<URI> health = commands.requests().healthUri(subject);
    return health.isPresent()
        ? asking.awaitHealthy(health.get(), tier, limit)
        : asking.awaitAnswer(commands.requests().work(subject, Optional.empty()), tier, limit);
  }

  private TierClient clientOf(String subject) throws IOException {
    RequestDescriptor request = commands.descriptor(subject).request();
    return request.tls() ? TierClient.trusting(request) : client;
  }

  private void writeSettings(Plan.Trial trial) throws IOException, InterruptedException {
    String subject = trial.subject();
    Map<String, Optional<JsonNode>> tiers = new LinkedHashMap<>();
    boolean contract = commands.descriptor(subject).asksEcho();
    Optional<JsonNode> reported =
        contract ? client.settings(commands.requests().serverUri(subject)) : Optional.empty();
    tiers.put(Tier.SERVER.id(), reported);
    pools = reported.map(MeasuredStep::pools).orElse(Map.of());
    if (backend.tier().isPresent()) {
      tiers.put(backend.which().orElseThrow().id(), backend.backend().orElseThrow().settings());
    }
    Optional<JsonNode> request =
        reference.isPresent()
            ? Optional.of(
                RunJson.toTree(StepFault.explained("cannot read what is sent", work(trial)::facts)))
            : Optional.empty();
    RunJson.write(
        folder.trial(trial.name()).settings(),
        new TrialSettings(
            TrialSettings.SCHEMA,
            tiers,
            request,
            reference.map(RunJson::toTree),
            commands.requests().secretsOf(subject).fingerprints().map(RunJson::toTree),
            Map.of()));
    if (contract) {
      requireModel(commands.descriptor(subject).model(), reported);
      requireCores(subject, reported);
    }
  }

  /** How a server that keeps no contract answers: what is right from then on. */
  private Optional<WorkRequest.Answer> reference(String subject)
      throws IOException, InterruptedException {
    if (commands.descriptor(subject).asksEcho()) {
      return Optional.empty();
    }
    WorkRequest request = commands.requests().work(subject, Optional.empty());
    return Optional.of(
        StepFault.explained(
            subject + " did not answer " + request.shown(),
            () -> clientOf(subject).reference(request)));
  }

  /** What a client asks the server of the trial for. */
  WorkRequest work(Plan.Trial trial) {
    return commands.requests().work(trial.subject(), reference);
  }

  /** The work of a server that is up, if a pool of connections decides how much of it is done. */
  Optional<PooledWork> pooledWork() {
    HttpPlan plan = commands.plan();
    return plan.waitsInDatabase()
        ? Optional.ofNullable(pools.get(MeasuredStep.CONNECTION_POOL))
            .map(pool -> new PooledWork(new Workload(plan.workload().orElse("")), pool))
        : Optional.empty();
  }

  /** What a client asks the server for while it warms up below saturation. */
  WorkRequest warmupWork(Plan.Trial trial) {
    return pooledWork()
        .map(pooled -> commands.work(trial.subject(), pooled.shortened()))
        .orElseGet(() -> work(trial));
  }

  /** Event loops, carriers and compilers are sized by what the JVM sees, alike in every trial. */
  private void requireCores(String subject, Optional<JsonNode> reported) throws StepFault {
    Optional<Integer> quota =
        commands.plan().variant(subject).limits().flatMap(ResourceLimits::coresSeen);
    Optional<Integer> planned =
        commands
            .plan()
            .pinning()
            .cores(Tier.SERVER)
            .map(CpuList::size)
            .map(own -> Math.min(own, quota.orElse(own)));
    Optional<Integer> seen =
        reported.map(settings -> settings.findValue("cores_seen")).map(cores -> cores.asInt(0));
    if (planned.isPresent() && seen.isPresent() && !seen.equals(planned)) {
      throw new StepFault(
          "the server's JVM sees " + seen.get() + " cores, and the plan gives it " + planned.get());
    }
  }

  /** A container may have been reported to run another, whose values would bear the wrong name. */
  private static void requireModel(String planned, Optional<JsonNode> reported) throws StepFault {
    String model = reported.map(settings -> settings.path("model").asString("")).orElse("");
    if (!model.equals(planned)) {
      throw new StepFault(
          "the server says in /settings that it is '" + model + "', and not " + planned);
    }
  }

  /** The pools of the server, as it states them. */
  Map<String, Integer> pools() {
    return pools;
  }

  /** The tiers without which no load can be measured. */
  List<RunningTier> needed() {
    return Stream.of(server, backend.tier()).flatMap(Optional::stream).toList();
  }

  /**
   * Moves every thread of the server to the cores that the plan holds it to.
   *
   * @throws IOException when the kernel does not have them all there
   */
  void holdServer() throws IOException, InterruptedException {
    Optional<CpuList> cores = commands.plan().pinning().cores(Tier.SERVER);
    if (cores.isPresent()) {
      RunningTier running = server.orElseThrow();
      MeasuredHost host = sampler.hosts().of(Tier.SERVER);
      if (running.startedOnItsCores()) {
        host.requireHeld(running.pid(), cores.get());
      } else {
        host.hold(running.pid(), cores.get());
      }
    }
  }

  void endServer() throws InterruptedException {
    end(server);
    server = Optional.empty();
  }

  /** One that is given up may still run where it is. */
  private static void end(Optional<RunningTier> tier) throws InterruptedException {
    if (tier.isPresent()) {
      tier.get().end();
    }
  }
}
