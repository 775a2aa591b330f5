package dev.tierbench.harness.http.window;

import dev.tierbench.harness.http.drive.StepFault;
import dev.tierbench.harness.http.sample.MeasuredHosts;
import dev.tierbench.harness.tier.RunningTier;
import dev.tierbench.harness.tier.local.Child;
import dev.tierbench.observer.HostCapture;
import dev.tierbench.observer.Observer;
import dev.tierbench.observer.measured.CaptureOrder;
import dev.tierbench.run.PhaseName;
import dev.tierbench.run.Tier;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.plan.HttpPlan.Trace;
import dev.tierbench.run.protocol.GoCommand;
import dev.tierbench.run.protocol.LoadEvent;
import dev.tierbench.run.record.Observation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The traced phase of one step: attaches while the load goes on, lets it enter the phase when the
 * tracer is confirmed, and counts from boundary to boundary. Receives the events on one thread;
 * {@link #finish} comes after the load. {@link #close} may come while a tracer is still being
 * attached, which is detached as soon as it is.
 */
public final class TraceWindow extends AttachedWindow {

  private final Trace plan;
  private final RunFolder.Step step;
  private final List<RunningTier> tiers;
  private final MeasuredHosts hosts;
  private final Optional<String> roles;
  private final Map<Tier, HostCapture> captures = new ConcurrentHashMap<>();
  private volatile Optional<String> failure = Optional.empty();
  private volatile boolean traced;
  private volatile boolean closed;

  /**
   * A window over the server, and over the other tiers when the plan wants it.
   *
   * @param roles the text of rules in front of the common ones
   */
  TraceWindow(
      Trace plan,
      RunFolder.Step step,
      List<RunningTier> tiers,
      MeasuredHosts hosts,
      Optional<String> roles) {
    super(PhaseName.ATTACH, PhaseName.TRACE, plan.seconds());
    this.plan = plan;
    this.step = step;
    this.tiers = tiers;
    this.hosts = hosts;
    this.roles = roles;
  }

  /** What this host allows to count. */
  public static Observer observer() {
    return Observer.probe(Observer.Settings.standard().withTotals(true));
  }

  @Override
  public void on(Child loadgen, LoadEvent event) throws IOException, InterruptedException {
    if (event.starts(PhaseName.ATTACH)) {
      attach(loadgen);
    } else if (event.starts(PhaseName.TRACE)) {
      ofEach(HostCapture::begin);
    } else if (event.ends(PhaseName.TRACE)) {
      ofEach(HostCapture::end);
      traced = failure.isEmpty();
    } else if (event.starts(PhaseName.PROFILE_ATTACH)) {
      if (traced) {
        writeAll();
      } else {
        detachAll();
      }
    }
  }

  /** What is done with each capture. */
  private interface Action {
    void on(HostCapture capture) throws IOException, InterruptedException;
  }

  private void ofEach(Action action) throws InterruptedException {
    try {
      for (HostCapture capture : captures.values()) {
        action.on(capture);
      }
    } catch (IOException e) {
      failure = Optional.of(e.getMessage());
    }
  }

  /**
   * What can wait until the boundary is taken: the load generator's JVM ends next, so it is named.
   */
  @Override
  public void afterBoundary(LoadEvent event) throws IOException, InterruptedException {
    if (event.ends(PhaseName.TRACE) && captures.containsKey(Tier.LOADGEN)) {
      write(Tier.LOADGEN, captures.remove(Tier.LOADGEN));
    }
  }

  private void attach(Child loadgen) throws InterruptedException {
    attachAll(loadgen);
    // Without a tracer too: the generator would hold the phase for as long as it may.
    try {
      loadgen.writeLine(new GoCommand(PhaseName.ATTACH).line());
    } catch (IOException e) {
      failure = failure.or(() -> Optional.of(e.getMessage()));
    }
  }

  private void attachAll(Child loadgen) throws InterruptedException {
    try {
      Observer.raiseThisThread();
      for (RunningTier running : tiers) {
        Tier tier = Tier.named(running.name());
        if (tier != Tier.DATABASE) { // no JVM
          attach(tier, running.pid());
        }
      }
      if (loadgen.name().equals(Tier.LOADGEN.id())) { // another generator is no JVM
        attach(Tier.LOADGEN, loadgen.pid());
      }
    } catch (IOException e) {
      failure = Optional.of(e.getMessage());
    }
  }

  private void attach(Tier tier, long pid) throws IOException, InterruptedException {
    boolean threads = tier == Tier.SERVER || plan.allTiers();
    CaptureOrder order =
        new CaptureOrder(pid, threads, roles, plan.hardware() && tier == Tier.SERVER);
    captures.put(tier, hosts.of(tier).attach(order, folder(tier)));
    if (closed) {
      detach(tier);
      throw new IOException("the step ended while the tracer was attached");
    }
  }

  private void detach(Tier tier) throws IOException, InterruptedException {
    HostCapture capture = captures.remove(tier);
    if (capture != null) {
      capture.close();
    }
  }

  private void detachAll() throws IOException, InterruptedException {
    for (Tier tier : Tier.values()) {
      detach(tier);
    }
  }

  private Path folder(Tier tier) {
    return tier == Tier.SERVER ? step.path() : step.path().resolve(tier.id());
  }

  /** Writes what was counted of every tier, and returns what decides over the server's counts. */
  Observation finish() throws IOException, InterruptedException {
    Optional<String> reason =
        failure.or(() -> traced ? Optional.empty() : Optional.of("the traced phase never ended"));
    return StepFault.explained(
        "what was counted cannot be read",
        () -> {
          if (reason.isPresent()) {
            RunJson.write(step.observation(), Observation.failed(reason.get()));
          } else {
            writeAll();
          }
          return RunJson.read(step.observation(), Observation.class);
        });
  }

  /** Detaches too. */
  private void writeAll() throws IOException, InterruptedException {
    for (Tier tier : List.copyOf(captures.keySet())) {
      write(tier, captures.remove(tier));
    }
  }

  private void write(Tier tier, HostCapture capture) throws IOException, InterruptedException {
    // What cannot be written has to be detached all the same: the next step has the same JVM.
    try {
      capture.finish(folder(tier));
    } finally {
      capture.close();
    }
  }

  @Override
  void close() throws StepFault {
    closed = true;
    try {
      detachAll();
    } catch (IOException e) {
      throw new StepFault("a tool does not end: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StepFault("interrupted while the tools were ended", e);
    }
  }
}
