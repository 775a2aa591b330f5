package dev.tierbench.harness.http.drive;

import dev.tierbench.harness.http.drive.foreign.ForeignGenerator;
import dev.tierbench.harness.http.drive.foreign.LatencyWriter;
import dev.tierbench.harness.http.drive.foreign.LoadOrder;
import dev.tierbench.harness.http.drive.foreign.LoadReport;
import dev.tierbench.harness.http.plan.Preset;
import dev.tierbench.harness.http.sample.ResourceSampler;
import dev.tierbench.harness.run.Durations;
import dev.tierbench.harness.secret.PrivateFiles;
import dev.tierbench.harness.tier.Backend;
import dev.tierbench.harness.tier.TierCommands;
import dev.tierbench.harness.tier.local.Child;
import dev.tierbench.observer.host.child.ChildCommand;
import dev.tierbench.run.CpuList;
import dev.tierbench.run.PhaseName;
import dev.tierbench.run.Tier;
import dev.tierbench.run.descriptor.RequestDescriptor;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.file.WholeFile;
import dev.tierbench.run.protocol.GoCommand;
import dev.tierbench.run.protocol.LoadEvent;
import dev.tierbench.run.record.LoadResult;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Drives the windows of a step by a generator of others, after our own has settled the server: one
 * run of it for each window, around which the events are reported that our own generator reports
 * itself. All its requests lie inside the window.
 */
record ForeignDriver(
    ForeignGenerator generator, OwnDriver own, Optional<Backend> backend, ResourceSampler sampler)
    implements LoadDriver {

  private static final Duration PAUSE_WITHOUT_COUNT = Duration.ofSeconds(1);

  private static final int SUCCESS = 0;
  private static final int CORES_PER_THREAD = 4;

  /** Leaves also what the generator printed in the folder of the step. */
  @Override
  public LoadResult drive(StepLoad load, StepPhases phases, LoadListener listener)
      throws IOException, InterruptedException {
    RunFolder.Step step = load.step();
    if (phases.settle().isPresent()) {
      Path scratch = step.path().resolve(".settle");
      own.settle(
          load.request(), load.load(), phases.settle().get(), scratch, load.needed(), listener);
      // Its requests have other headers than those that the server is warm for.
      run(
          order(PhaseName.SETTLE, load, Preset.GENERATOR_SETTLE_SECONDS),
          Optional.empty(),
          load,
          (generator, event) -> {});
    }
    List<LoadReport> reports = new ArrayList<>();
    LoadOrder measured = order(PhaseName.MEASURE, load, phases.measure().seconds());
    reports.add(run(measured, Optional.empty(), load, listener));
    if (!reports.getFirst().seconds().isEmpty()) {
      LatencyWriter.write(step.latency(), reports.getFirst());
    }
    for (StepPhases.Attached attached : phases.attached()) {
      LoadPhase window = attached.window();
      reports.add(
          run(
              order(window.name(), load, window.seconds()),
              Optional.of(attached.attach().name()),
              load,
              listener));
    }
    LoadResult result = result(measured, reports);
    RunJson.write(step.load(), result);
    return result;
  }

  private LoadOrder order(PhaseName phase, StepLoad load, double seconds) {
    return new LoadOrder(
        phase,
        load.request(),
        load.load(),
        Math.round(seconds),
        own.commands().plan().requests().filter(count -> phase == PhaseName.MEASURE),
        threads(),
        load.step().raw().resolve(fileName(phase) + ".log"));
  }

  private String fileName(PhaseName phase) {
    return generator.name().id() + "-" + phase.id();
  }

  /** One on each of its cores; without any of its own, on a part of the host's. */
  private int threads() {
    return own.commands()
        .plan()
        .pinning()
        .cores(Tier.LOADGEN)
        .map(CpuList::size)
        .orElseGet(
            () -> Math.max(1, Runtime.getRuntime().availableProcessors() / CORES_PER_THREAD));
  }

  /**
   * One run of the generator.
   *
   * @param attach the phase before, when something is attached first
   */
  private LoadReport run(
      LoadOrder order, Optional<PhaseName> attach, StepLoad load, LoadListener listener)
      throws IOException, InterruptedException {
    try (PrivateFiles files = PrivateFiles.make()) {
      return run(order, generator.command(order, files), attach, load, listener);
    }
  }

  private LoadReport run(
      LoadOrder order,
      List<String> program,
      Optional<PhaseName> attach,
      StepLoad load,
      LoadListener listener)
      throws IOException, InterruptedException {
    awaitQuiet();
    RunFolder.Step step = load.step();
    Path raw = Files.createDirectories(step.raw()).resolve(fileName(order.phase()) + ".txt");
    ChildCommand command =
        own.commands()
            .generator(
                program, new GoCommand(order.phase()), step.path().resolve(GeneratorProcess.LOG));
    double attachSeconds = attach.isPresent() ? StepPhases.LONGEST_ATTACH_SECONDS : 0;
    Duration limit = GeneratorProcess.limit(attachSeconds + order.seconds());
    Printed printed =
        new GeneratorProcess(own.launcher(), command, load.needed(), limit, SUCCESS, List.of())
            .attended(child -> attend(child, order, attach, listener, raw))
            .found();
    LoadReport report = generator.read(order, printed.startedAt(), printed.output());
    Files.deleteIfExists(order.requestLog());
    return report;
  }

  /** What a generator printed of a window that opened then. */
  private record Printed(String startedAt, String output) {}

  /** The process waits for its line while the tracer attaches and the window is opened. */
  private Printed attend(
      Child child, LoadOrder order, Optional<PhaseName> attach, LoadListener listener, Path raw)
      throws IOException, InterruptedException {
    sampler.add(Tier.LOADGEN, generator.name().id(), child, true);
    if (attach.isPresent()) {
      listener.on(child, LoadEvent.phaseStart(now(), attach.get().id()));
      listener.on(child, LoadEvent.phaseEnd(now(), attach.get().id()));
    }
    String startedAt = Instant.now().toString();
    listener.on(child, LoadEvent.phaseStart(now(), order.phase().id()));
    child.writeLine(new GoCommand(order.phase()).line());
    String output;
    try (BufferedReader lines = child.process().output()) {
      output =
          own.commands()
              .secrets()
              .redactor()
              .masked(lines.lines().collect(Collectors.joining("\n", "", "\n")));
    }
    listener.on(child, LoadEvent.phaseEnd(now(), order.phase().id()));
    WholeFile.write(raw, output);
    return new Printed(startedAt, output);
  }

  private static long now() {
    return System.currentTimeMillis();
  }

  /** What the generator before left unanswered at its end still passes through the server. */
  private void awaitQuiet() throws InterruptedException {
    if (backend.isPresent()) {
      backend.get().awaitQuiet(Durations.duration(TierCommands.REQUEST_TIMEOUT_SECONDS));
    } else { // nothing reports it
      Thread.sleep(PAUSE_WITHOUT_COUNT);
    }
  }

  private LoadResult result(LoadOrder order, List<LoadReport> reports)
      throws IOException, InterruptedException {
    Optional<String> version = generator.installedVersion();
    if (version.isEmpty()) {
      throw new StepFault(generator.name().id() + " no longer reports its version");
    }
    return new LoadResult(
        LoadResult.SCHEMA,
        order.request().shown(),
        new LoadResult.Request(
            RequestDescriptor.GET, 0, Optional.empty(), order.request().http2Streams()),
        order.load(),
        new LoadResult.Connections(
            order.tcpConnections(), Optional.empty(), Optional.empty(), Optional.empty()),
        reports.stream().map(LoadReport::phase).toList(),
        LoadReport.failures(reports),
        new LoadResult.Environment(
            generator.name(),
            version.get(),
            Optional.empty(),
            Optional.empty(),
            generator.threads(order),
            generator.caveats()));
  }
}
