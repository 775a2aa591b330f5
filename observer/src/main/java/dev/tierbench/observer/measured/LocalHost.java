package dev.tierbench.observer.measured;

import dev.tierbench.observer.HostCapture;
import dev.tierbench.observer.Observer;
import dev.tierbench.observer.host.BusyProcesses;
import dev.tierbench.observer.host.CannotObserve;
import dev.tierbench.observer.host.CompilerThreads;
import dev.tierbench.observer.host.HostFacts;
import dev.tierbench.observer.host.HostTimes;
import dev.tierbench.observer.host.NetworkCounters;
import dev.tierbench.observer.host.Proc;
import dev.tierbench.observer.host.ProcessAffinity;
import dev.tierbench.observer.host.TargetProcess;
import dev.tierbench.observer.host.child.ChildProcess;
import dev.tierbench.observer.host.heap.HeapWatch;
import dev.tierbench.observer.role.Roles;
import dev.tierbench.observer.trace.Pidstat;
import dev.tierbench.run.CpuList;
import dev.tierbench.run.Tier;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.file.Warning;
import dev.tierbench.run.record.HostSpeed;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** The host that this program runs on. */
public final class LocalHost implements MeasuredHost, AutoCloseable {

  private final String name;
  private final Proc proc = Proc.REAL;
  private final List<Watched> watched = new CopyOnWriteArrayList<>();
  private Optional<FixedWorkProbe> probe = Optional.empty();

  public LocalHost(String name) {
    this.name = name;
  }

  private record Watched(
      MeasuredProcess target,
      CompilerThreads compilers,
      Optional<GroupWatch> group,
      Optional<HeapWatch> heap,
      Optional<LastSeen> lastSeen) {}

  @Override
  public String name() {
    return name;
  }

  @Override
  public HostState state() throws InterruptedException {
    HostFacts facts = HostFacts.REAL;
    Observer observer = Observer.probe(Observer.Settings.standard().withTotals(true));
    return HostStateBuilder.stagedBuilder()
        .hostname(facts.name())
        .bootId(facts.bootId())
        .host(facts.host())
        .cores(facts.cores().text())
        .quotaCores(facts.quotaCores())
        .loadAverage(facts.loadAverage())
        .busy(new BusyProcesses(proc).find())
        .memoryAvailable(facts.memory("MemAvailable"))
        .level(observer.level())
        .missing(observer.missing())
        .java(System.getProperty("java.version"))
        .epochMs(System.currentTimeMillis())
        .build();
  }

  @Override
  public void watch(MeasuredProcess target) throws IOException {
    if (target.tier() == Tier.SERVER) {
      requireNoScript(target);
    }
    List<Watched> before =
        watched.stream().filter(other -> other.target().tier() == target.tier()).toList();
    before.forEach(other -> other.heap().ifPresent(HeapWatch::close));
    watched.removeAll(before);
    long pid = target.pid();
    watched.add(
        new Watched(
            target,
            new CompilerThreads(proc, pid),
            GroupWatch.of(proc.files(), target),
            heapOf(target),
            target.ending() ? Optional.of(LastSeen.of(proc, pid)) : Optional.empty()));
  }

  private Optional<HeapWatch> heapOf(MeasuredProcess target) {
    try {
      return HeapWatch.of(proc.files(), target.pid());
    } catch (IOException e) {
      Warning.print("the heap of " + target.name() + " is not measured: " + e.getMessage());
      return Optional.empty();
    }
  }

  /** A script that waits for its JVM would be counted, held to cores and ended in its place. */
  private static void requireNoScript(MeasuredProcess target) throws IOException {
    Optional<Long> jvm = TargetProcess.jvmBelow(target.pid());
    if (jvm.isPresent()) {
      throw new IOException(
          String.format(
              Locale.ROOT,
              "the process that was started for %s (%d) is no JVM, and has one as its child (%d):"
                  + " let its start script end with 'exec java ...', so that the JVM is measured",
              target.name(),
              target.pid(),
              jvm.get()));
    }
  }

  @Override
  public HostSnapshot snapshot() {
    long nanoTime = System.nanoTime();
    HostTimes host = proc.host();
    // What takes longer to read is read when the CPU of every process is known.
    Map<Watched, Optional<Proc.CpuTimes>> cpu = new LinkedHashMap<>();
    for (Watched process : watched) {
      cpu.put(process, cpu(process.target()).or(() -> process.lastSeen().flatMap(LastSeen::cpu)));
    }
    Map<String, Times> times = new HashMap<>();
    for (Watched process : cpu.keySet()) {
      times.put(
          process.target().name(),
          new Times(
              cpu.get(process),
              process.compilers().cpuNs(),
              process.group().map(GroupWatch::read),
              process.heap().flatMap(HeapWatch::read)));
    }
    return new HostSnapshot(nanoTime, host, NetworkCounters.read(proc.files()), times);
  }

  /** False of a database, whose other processes share memory with its first. */
  private static boolean isWhole(MeasuredProcess process) {
    return process.tier() != Tier.DATABASE;
  }

  /** CPU time so far; of a database with that of its process for each connection. */
  private Optional<Proc.CpuTimes> cpu(MeasuredProcess process) {
    return isWhole(process) ? proc.cpu(process.pid()) : proc.cpuWithChildren(process.pid());
  }

  @Override
  public ProcessState process(String process) throws IOException {
    Watched found =
        watched.stream()
            .filter(each -> each.target().name().equals(process))
            .findFirst()
            .orElseThrow(() -> new IOException("'" + process + "' is not watched"));
    long pid = found.target().pid();
    Map<String, Integer> now = proc.affinity(pid);
    return new ProcessState(
        proc.schedulingGroup(pid),
        now.isEmpty() ? found.lastSeen().map(LastSeen::affinity).orElse(now) : now,
        isWhole(found.target()) ? proc.rssBytes(pid) : Optional.empty(),
        isWhole(found.target()) ? proc.threads(pid) : Optional.empty());
  }

  @Override
  public void hold(long pid, CpuList cores) throws IOException, InterruptedException {
    ProcessAffinity.hold(pid, cores);
  }

  @Override
  public void requireHeld(long pid, CpuList cores) throws IOException {
    ProcessAffinity.require(pid, cores);
  }

  /**
   * Reads the speed of the cores. The probe of the last cores is kept with its thread, because its
   * methods are compiled already.
   */
  @Override
  public List<HostSpeed.Reading> probe(Optional<CpuList> cores)
      throws IOException, InterruptedException {
    String wanted = cores.map(CpuList::text).orElseGet(() -> HostFacts.REAL.cores().text());
    if (probe.filter(ready -> ready.cores().equals(wanted)).isEmpty()) {
      probe.ifPresent(FixedWorkProbe::close);
      probe = Optional.of(FixedWorkProbe.on(cores));
    }
    return probe.get().read();
  }

  @Override
  public HostCapture attach(CaptureOrder order, Path folder) throws IOException {
    Roles standard = Roles.standard();
    Roles roles =
        order.roles().map(text -> standard.extendedBy("the file of roles", text)).orElse(standard);
    Observer.raiseThisThread();
    Observer observer =
        Observer.probe(
            Observer.Settings.standard()
                .with(next -> next.totals(true).hardware(order.hardware()).roles(roles)));
    Path raw = folder.resolve(RunFolder.RAW);
    try {
      return order.threads()
          ? observer.attach(order.pid(), raw)
          : new PidstatCapture(Pidstat.start(TargetProcess.find(order.pid()), raw));
    } catch (CannotObserve e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /** {@code pidstat} writes from its start to its close. */
  private record PidstatCapture(Optional<ChildProcess> tool) implements HostCapture {
    @Override
    public void begin() {}

    @Override
    public void end() {}

    @Override
    public void finish(Path folder) {
      close();
    }

    @Override
    public void close() {
      tool.ifPresent(ChildProcess::close);
    }
  }

  /** Ends all watching. */
  @Override
  public void close() {
    watched.forEach(process -> process.heap().ifPresent(HeapWatch::close));
    watched.clear();
    probe.ifPresent(FixedWorkProbe::close);
    probe = Optional.empty();
  }
}
