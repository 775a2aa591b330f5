package dev.tierbench.observer.profile;

import dev.tierbench.observer.host.TargetProcess;
import dev.tierbench.observer.jvm.Jcmd;
import dev.tierbench.run.Caveat;
import dev.tierbench.run.ProfileKind;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * async-profiler, a native agent that is loaded into the running JVM: frames of the kernel and of
 * native code beside those of Java.
 */
final class AsyncProfiler implements Recorder {

  private static final Duration CPU_INTERVAL = Duration.ofMillis(1);
  private static final Duration WALL_INTERVAL = Duration.ofMillis(50);

  /**
   * Average number of allocated bytes between two samples of allocation: a request of a server on
   * Spring allocates about a tenth of it, so that few requests pay for a sample.
   */
  static final int ALLOCATION_INTERVAL = 1 << 19;

  /** Time waited for locks between two samples. */
  private static final Duration LOCK_INTERVAL = Duration.ofNanos(10_000);

  /**
   * The kernel takes the samples of the first, with its own frames, where this user has the right.
   * The second is a timer for each thread, without kernel frames.
   */
  private static final List<String> CPU_EVENTS = List.of("cpu-clock", "ctimer");

  private static final String SWITCH = "context-switches";

  /** Switches between two samples of them. */
  private static final int EVERY = 10;

  private static final String NO_KERNEL_NAMES = "Kernel symbols are unavailable";
  private static final String LOADED = "return code: 0";
  private static final String LOG = "profiler.log";
  private static final String SAMPLE = "jdk.ExecutionSample";

  private final ProfileOrder order;
  private final ProfilerLibrary library = new ProfilerLibrary();
  private String event = "";
  private boolean kernelNames = true;

  AsyncProfiler(ProfileOrder order) {
    this.order = order;
  }

  @Override
  public String description() {
    return "async-profiler "
        + library.version()
        + (order.ofKernel().isPresent() ? ", event " + event : "");
  }

  @Override
  public void start(TargetProcess target, TargetFolder folder, Duration longest)
      throws IOException {
    String path = library.placedFor(target);
    folder.handOver(LOG);
    List<String> refused = new ArrayList<>();
    for (String candidate : order.ofKernel().map(AsyncProfiler::events).orElse(List.of(""))) {
      event = candidate;
      try {
        load(target, folder, path, "start," + options(folder, longest));
        kernelNames = logged(folder).stream().noneMatch(line -> line.contains(NO_KERNEL_NAMES));
        return;
      } catch (IOException e) {
        refused.add(e.getMessage());
      }
    }
    throw new IOException(String.join("; ", refused));
  }

  /** The events that a kind is sampled by, the better one first. */
  private static List<String> events(ProfileKind kind) {
    return kind == ProfileKind.SWITCHES ? List.of(SWITCH) : CPU_EVENTS;
  }

  @Override
  public void stop(TargetProcess target, TargetFolder folder) throws IOException {
    load(
        target,
        folder,
        library.placedFor(target),
        "stop,jfr,file=" + folder.there(TargetFolder.RECORDING));
  }

  @Override
  public boolean recordsVirtualThreads() {
    return false;
  }

  private String options(TargetFolder folder, Duration longest) {
    List<String> options = new ArrayList<>(List.of("jfr", "timeout=" + longest.toSeconds()));
    order.kinds().forEach(kind -> options.add(samplingOf(kind).options()));
    options.add("file=" + folder.there(TargetFolder.RECORDING));
    options.add("log=" + folder.there(LOG));
    return String.join(",", options);
  }

  /** How a kind is sampled: its options, and its events with their weight. */
  private record Sampling(String options, EventWeights.Weight weight, List<String> events) {}

  private Sampling samplingOf(ProfileKind kind) {
    return switch (kind) {
      case CPU ->
          new Sampling(
              "event=" + event + ",interval=" + CPU_INTERVAL.toNanos(),
              EventWeights.every(CPU_INTERVAL),
              List.of(SAMPLE));
      case SWITCHES ->
          new Sampling("event=" + event + ",interval=" + EVERY, sample -> EVERY, List.of(SAMPLE));
      case ALLOC ->
          new Sampling(
              "alloc=" + ALLOCATION_INTERVAL,
              event -> allocated(event.getLong("allocationSize")),
              List.of("jdk.ObjectAllocationInNewTLAB", "jdk.ObjectAllocationOutsideTLAB"));
      case LOCK ->
          new Sampling(
              "lock=" + LOCK_INTERVAL.toNanos(),
              event -> waited(EventWeights.duration(event)),
              List.of("jdk.JavaMonitorEnter", "jdk.ThreadPark"));
      case WALL ->
          new Sampling(
              "wall=" + WALL_INTERVAL.toNanos(),
              EventWeights.every(WALL_INTERVAL),
              List.of("profiler.WallClockSample"));
      case PIN -> throw new IllegalStateException("only JFR records pins");
    };
  }

  /** The inner quotes keep jcmd from taking the options apart. */
  private static void load(
      TargetProcess target, TargetFolder folder, String library, String options)
      throws IOException {
    String answer = Jcmd.ask(target, List.of("JVMTI.agent_load", library, '"' + options + '"'), "");
    if (!answer.contains(LOADED)) {
      throw new IOException(
          "async-profiler refused: "
              + Stream.concat(logged(folder).stream(), answer.lines())
                  .map(String::strip)
                  .filter(line -> !line.isEmpty() && !line.matches("\\d+:"))
                  .map(Jcmd::oneLine)
                  .collect(Collectors.joining("; ")));
    }
  }

  private static List<String> logged(TargetFolder folder) throws IOException {
    return folder.lines(LOG);
  }

  @Override
  public List<Caveat> caveats() {
    if (!order.has(ProfileKind.CPU)) {
      return List.of();
    }
    if (event.equals(CPU_EVENTS.getLast())) {
      return List.of(
          new Caveat(
              "frames of the kernel are missing: perf events cannot be opened",
              "run as root, or set kernel.perf_event_paranoid to 1"));
    }
    return kernelNames
        ? List.of()
        : List.of(
            new Caveat(
                "frames of the kernel are missing: their names are hidden",
                "run as root, or set kernel.kptr_restrict to 0"));
  }

  @Override
  public EventWeights weights() {
    Map<String, EventWeights.Event> events = new HashMap<>();
    for (ProfileKind kind : order.kinds()) {
      Sampling sampling = samplingOf(kind);
      EventWeights.Event event = new EventWeights.Event(kind, sampling.weight());
      sampling.events().forEach(name -> events.put(name, event));
    }
    return new EventWeights(events);
  }

  /**
   * The JVM samples at distances that are distributed exponentially, so an object of s bytes is
   * sampled with the probability 1 - exp(-s / interval) (JEP 331).
   */
  static long allocated(long bytes) {
    return Math.round(bytes / -Math.expm1(-(double) bytes / ALLOCATION_INTERVAL));
  }

  /** A wait that is shorter than the interval is sampled in proportion to its length. */
  static long waited(long nanos) {
    return Math.max(nanos, LOCK_INTERVAL.toNanos());
  }
}
