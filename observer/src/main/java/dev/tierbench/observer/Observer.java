package dev.tierbench.observer;

import dev.tierbench.observer.host.CannotObserve;
import dev.tierbench.observer.host.OwnProcess;
import dev.tierbench.observer.host.TargetProcess;
import dev.tierbench.observer.host.child.Command;
import dev.tierbench.observer.role.Roles;
import dev.tierbench.observer.trace.BpftraceTracer;
import dev.tierbench.observer.trace.CounterKind;
import dev.tierbench.observer.trace.CounterRefused;
import dev.tierbench.observer.trace.NoTracer;
import dev.tierbench.observer.trace.PerfTraceTracer;
import dev.tierbench.observer.trace.Tracer;
import dev.tierbench.run.CaptureLevel;
import dev.tierbench.run.Caveat;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Counts what each thread of a JVM asks of the kernel. Knows what this host allows before it
 * attaches to anything, and reports why it does not do more. Thread-safe.
 */
public final class Observer {

  private static final Duration RENICE_LIMIT = Duration.ofSeconds(10);

  private final Settings settings;
  private final CapabilityProbe probe;

  private Observer(Settings settings, CapabilityProbe probe) {
    this.settings = settings;
    this.probe = probe;
  }

  /**
   * How to observe.
   *
   * @param best the wanted level; where the host does not allow it, the next automatic one is used
   * @param totals whether {@code perf stat} counts the whole process beside a tracer, which costs
   *     each context switch of the process some time
   * @param hardware whether {@code perf stat} counts instructions and cycles of the whole process
   * @param pidstat whether {@code pidstat} writes into the raw folder
   * @param counter what counts system calls at level L0; empty for the cheapest that works
   */
  @RecordBuilder
  public record Settings(
      Roles roles,
      CaptureLevel best,
      boolean totals,
      boolean hardware,
      boolean pidstat,
      Optional<CounterKind> counter)
      implements ObserverSettingsBuilder.With {

    /** Everything that the host allows, with the standard roles. */
    public static Settings standard() {
      return new Settings(Roles.standard(), CaptureLevel.L0, false, false, true, Optional.empty());
    }
  }

  /** Finds out what this host and user allow. */
  public static Observer probe(Settings settings) {
    return new Observer(settings, CapabilityProbe.ofThisHost(settings.best()));
  }

  /** The level that a capture is expected to have; attaching may still fail and reach less. */
  public CaptureLevel level() {
    return probe.level();
  }

  /** Why the better levels are out of reach. */
  public List<Caveat> missing() {
    return probe.missing();
  }

  /**
   * Attaches to the process and returns when the tracer has confirmed its probes; nothing is
   * counted before {@link Capture#begin}.
   *
   * @param rawFolder gets the untouched output of all tools; made when it does not exist
   * @throws CannotObserve when there is no such process or it is no JVM that this user may see
   */
  public Capture attach(long pid, Path rawFolder) throws CannotObserve {
    TargetProcess target = TargetProcess.find(pid);
    try {
      Files.createDirectories(rawFolder);
    } catch (IOException e) {
      throw new CannotObserve("cannot write into " + rawFolder + ": give another folder", e);
    }
    List<Caveat> missing = new ArrayList<>(probe.missing());
    Tracer tracer = tracer(target, rawFolder, missing);
    return new Capture(target, settings, tracer, missing, rawFolder);
  }

  /**
   * Gives the calling thread its turn before others on a saturated host, so that snapshots are
   * taken at the phase boundary and not later. Nothing changes where the kernel does not allow it,
   * as for root in most containers; how late snapshots were is measured all the same.
   */
  public static void raiseThisThread() throws IOException {
    if (!OwnProcess.REAL.mayRaisePriority()) {
      return;
    }
    Command.runToEnd(
        List.of("renice", "-n", "-10", "-p", String.valueOf(OwnProcess.REAL.threadId())),
        RENICE_LIMIT);
  }

  private Tracer tracer(TargetProcess target, Path rawFolder, List<Caveat> missing) {
    return switch (probe.level()) {
      case L0 -> {
        try {
          yield BpftraceTracer.attach(target, rawFolder, settings.counter());
        } catch (IOException e) {
          missing.add(
              e instanceof CounterRefused
                  ? new Caveat("system calls: " + e.getMessage(), "leave --counter out")
                  : new Caveat("bpftrace: " + e.getMessage(), "see raw/bpftrace.stderr"));
          yield new NoTracer(CaptureLevel.L3);
        }
      }
      case L1 -> new PerfTraceTracer(target, rawFolder);
      case L2, L3 -> new NoTracer(probe.level());
    };
  }
}
