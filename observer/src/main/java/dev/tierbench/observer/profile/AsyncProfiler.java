package dev.tierbench.observer.profile;

import dev.tierbench.observer.host.TargetProcess;
import dev.tierbench.observer.jvm.Jcmd;
import dev.tierbench.run.Caveat;
import dev.tierbench.run.ProfileKind;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;

/**
 * async-profiler, a native agent that is loaded into the running JVM: frames of the kernel and of
 * native code beside those of Java.
 */
final class AsyncProfiler implements Recorder {

  private static final Duration CPU_INTERVAL = Duration.ofMillis(1);
  private static final Duration WALL_INTERVAL = Duration.ofMillis(50);

  /** Of allocated bytes, from one sample to the next on average. */
  private static final int ALLOCATION_INTERVAL = 1 << 16;

  /** Of time waited, from one sample to the next. */
  private static final Duration LOCK_INTERVAL = Duration.ofNanos(10_000);

  /**
   * Of the first the kernel takes the samples, with its own frames, where it lets this user. The
   * second is a timer for each thread, without them.
   */
  private static final List<String> CPU_EVENTS = List.of("cpu-clock", "ctimer");

  private static final String NO_KERNEL_NAMES = "Kernel symbols are unavailable";
  private static final String LOADED = "return code: 0";
  private static final String LOG = "profiler.log";
  private static final String POM = "/META-INF/maven/tools.profiler/async-profiler/pom.properties";

  private final ProfileOrder order;
  private final String version;
  private String cpuEvent = CPU_EVENTS.getFirst();
  private boolean kernelNames = true;

  AsyncProfiler(ProfileOrder order) {
    this.order = order;
    this.version = packagedVersion();
  }

  private static String packagedVersion() {
    Properties pom = new Properties();
    try (InputStream in = AsyncProfiler.class.getResourceAsStream(POM)) {
      pom.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + POM, e);
    }
    return pom.getProperty("version");
  }

  @Override
  public String description() {
    return "async-profiler " + version + (order.has(ProfileKind.CPU) ? ", event " + cpuEvent : "");
  }

  @Override
  public void start(TargetProcess target, TargetFolder folder, Duration longest)
      throws IOException {
    String library = library(target);
    List<String> refused = new ArrayList<>();
    for (String event : order.has(ProfileKind.CPU) ? CPU_EVENTS : List.of("")) {
      cpuEvent = event;
      try {
        load(target, folder, library, "start," + options(folder, longest));
        kernelNames = logged(folder).stream().noneMatch(line -> line.contains(NO_KERNEL_NAMES));
        return;
      } catch (IOException e) {
        refused.add(e.getMessage());
      }
    }
    throw new IOException(String.join("; ", refused));
  }

  @Override
  public void stop(TargetProcess target, TargetFolder folder) throws IOException {
    load(target, folder, library(target), "stop,jfr,file=" + folder.there(TargetFolder.RECORDING));
  }

  @Override
  public boolean tellsOfVirtualThreads() {
    return false;
  }

  private String options(TargetFolder folder, Duration longest) {
    List<String> options = new ArrayList<>(List.of("jfr", "timeout=" + longest.toSeconds()));
    for (ProfileKind kind : order.kinds()) {
      options.addAll(
          switch (kind) {
            case CPU -> List.of("event=" + cpuEvent, "interval=" + CPU_INTERVAL.toNanos());
            case ALLOC -> List.of("alloc=" + ALLOCATION_INTERVAL);
            case LOCK -> List.of("lock=" + LOCK_INTERVAL.toNanos());
            case WALL -> List.of("wall=" + WALL_INTERVAL.toNanos());
            case PIN -> throw new IllegalStateException("pins are told by JFR alone");
          });
    }
    options.add("file=" + folder.there(TargetFolder.RECORDING));
    options.add("log=" + folder.there(LOG));
    return String.join(",", options);
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
                  .collect(Collectors.joining("; ")));
    }
  }

  private static List<String> logged(TargetFolder folder) throws IOException {
    Path log = folder.here().resolve(LOG);
    return Files.exists(log) ? Files.readAllLines(log) : List.of();
  }

  /**
   * The agent's path for the JVM. It stays where it is: loading a copy from another path into the
   * same JVM would run two agents in it.
   */
  private String library(TargetProcess target) throws IOException {
    Path folder = Path.of("/tmp", "tierbench-async-profiler-" + user());
    Path there = folder.resolve("libasyncProfiler-" + version + ".so");
    Path here = TargetFolder.here(target, folder);
    try {
      if (!Files.exists(here, LinkOption.NOFOLLOW_LINKS)) {
        Files.createDirectory(here);
        Files.setPosixFilePermissions(here, PosixFilePermissions.fromString("rwxr-xr-x"));
      }
      if (!Files.isDirectory(here, LinkOption.NOFOLLOW_LINKS)
          || !Files.getAttribute(here, "unix:uid", LinkOption.NOFOLLOW_LINKS).equals(user())) {
        throw new IOException(here + " belongs to somebody else: remove it");
      }
      place(TargetFolder.here(target, there));
    } catch (IOException e) {
      throw new IOException("async-profiler cannot be put into " + here + ": " + e.getMessage(), e);
    }
    return there.toString();
  }

  private static int user() throws IOException {
    return (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
  }

  private static void place(Path file) throws IOException {
    byte[] library = packaged();
    if (Files.exists(file) && Arrays.equals(Files.readAllBytes(file), library)) {
      return;
    }
    Path whole = Files.createTempFile(file.getParent(), "library-", ".tmp");
    Files.write(whole, library);
    Files.setPosixFilePermissions(whole, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  private static byte[] packaged() throws IOException {
    String platform =
        switch (System.getProperty("os.arch")) {
          case "amd64" -> "linux-x64";
          case "aarch64" -> "linux-arm64";
          default ->
              throw new IOException(
                  "async-profiler has no library for "
                      + System.getProperty("os.arch")
                      + ": use --profile jfr");
        };
    try (InputStream in =
        AsyncProfiler.class.getResourceAsStream("/" + platform + "/libasyncProfiler.so")) {
      return in.readAllBytes();
    }
  }

  @Override
  public List<Caveat> caveats() {
    if (!order.has(ProfileKind.CPU)) {
      return List.of();
    }
    if (cpuEvent.equals(CPU_EVENTS.getLast())) {
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
      switch (kind) {
        case CPU -> put(events, "jdk.ExecutionSample", kind, EventWeights.every(CPU_INTERVAL));
        case ALLOC -> {
          put(events, "jdk.ObjectAllocationInNewTLAB", kind, AsyncProfiler::allocated);
          put(events, "jdk.ObjectAllocationOutsideTLAB", kind, AsyncProfiler::allocated);
        }
        case LOCK -> {
          put(events, "jdk.JavaMonitorEnter", kind, AsyncProfiler::waited);
          put(events, "jdk.ThreadPark", kind, AsyncProfiler::waited);
        }
        case WALL ->
            put(events, "profiler.WallClockSample", kind, EventWeights.every(WALL_INTERVAL));
        case PIN -> throw new IllegalStateException("pins are told by JFR alone");
      }
    }
    return new EventWeights(events);
  }

  /**
   * The JVM samples at distances that are distributed exponentially, so an object of s bytes is
   * sampled with the probability 1 - exp(-s / interval) (JEP 331).
   */
  private static long allocated(RecordedEvent event) {
    return allocated(event.getLong("allocationSize"));
  }

  static long allocated(long bytes) {
    return Math.round(bytes / -Math.expm1(-(double) bytes / ALLOCATION_INTERVAL));
  }

  /** A wait that is shorter than the interval is sampled in proportion to its length. */
  private static long waited(RecordedEvent event) {
    return waited(EventWeights.duration(event));
  }

  static long waited(long nanos) {
    return Math.max(nanos, LOCK_INTERVAL.toNanos());
  }

  private static void put(
      Map<String, EventWeights.Event> events,
      String name,
      ProfileKind kind,
      EventWeights.Weight weight) {
    events.put(name, new EventWeights.Event(kind, weight));
  }
}
