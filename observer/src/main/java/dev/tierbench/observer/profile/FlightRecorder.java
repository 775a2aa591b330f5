package dev.tierbench.observer.profile;

import dev.tierbench.observer.host.TargetProcess;
import dev.tierbench.observer.jvm.Jcmd;
import dev.tierbench.run.Caveat;
import dev.tierbench.run.ProfileKind;
import dev.tierbench.run.record.Resources;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The JDK's own recorder, where nothing native is wanted: Java frames only, and what is known of
 * virtual threads.
 */
final class FlightRecorder implements Recorder {

  static final String MOUNTS = "jdk.MethodTiming";
  static final String ALLOCATION = "jdk.ObjectAllocationSample";
  static final String LOST_SAMPLES = "jdk.CPUTimeSamplesLost";
  static final String SUBMIT_FAILURES = "jdk.VirtualThreadSubmitFailed";

  private static final String SETTINGS = "flight-recorder.jfc";
  private static final String NAME = "name=tierbench";

  /** Deeper than the stacks of reactive chains, which the default of 64 would cut. */
  private static final String STACK_DEPTH = "stackdepth=512";

  /** Samples of running Java threads, a few at a time. */
  private static final String BY_ELAPSED_TIME = "jdk.ExecutionSample";

  /** Samples of every thread after so much CPU time (JEP 509). */
  private static final String BY_CPU_TIME = "jdk.CPUTimeSample";

  private static final int FIRST_WITH_CPU_TIME = 25;
  private static final int FIRST_WITH_VIRTUAL_THREADS = 21;
  private static final Pattern VERSION = Pattern.compile("JDK (\\d+)");
  private static final Duration JAVA_INTERVAL = Duration.ofMillis(10);

  private int java;

  private boolean byCpuTime() {
    return java >= FIRST_WITH_CPU_TIME;
  }

  @Override
  public boolean recordsVirtualThreads() {
    return java >= FIRST_WITH_VIRTUAL_THREADS;
  }

  @Override
  public String description() {
    return "JDK Flight Recorder, event " + (byCpuTime() ? BY_CPU_TIME : BY_ELAPSED_TIME);
  }

  @Override
  public void start(TargetProcess target, TargetFolder folder, Duration longest)
      throws IOException {
    folder.write(SETTINGS, Resources.text(FlightRecorder.class, SETTINGS));
    java = majorVersion(target);
    Jcmd.ask(target, List.of("JFR.configure", STACK_DEPTH), "");
    Jcmd.ask(
        target,
        List.of(
            "JFR.start",
            NAME,
            "settings=" + folder.there(SETTINGS),
            "duration=" + longest.toSeconds() + "s",
            // Without one, a recording that ends by itself goes to the working folder of the JVM.
            recording(folder),
            (byCpuTime() ? BY_ELAPSED_TIME : BY_CPU_TIME) + "#enabled=false"),
        "Started");
  }

  @Override
  public void stop(TargetProcess target, TargetFolder folder) throws IOException {
    Jcmd.ask(target, List.of("JFR.stop", NAME, recording(folder)), "Stopped");
  }

  private static String recording(TargetFolder folder) {
    return "filename=" + folder.there(TargetFolder.RECORDING);
  }

  private static int majorVersion(TargetProcess target) throws IOException {
    String text = Jcmd.ask(target, List.of("VM.version"), "JDK ");
    Matcher version = VERSION.matcher(text);
    if (!version.find()) {
      throw new IOException("jcmd VM.version names no JDK: " + text);
    }
    return Integer.parseInt(version.group(1));
  }

  @Override
  public List<Caveat> caveats() {
    List<Caveat> caveats = new ArrayList<>();
    caveats.add(
        new Caveat(
            "only Java threads are sampled; of locks only monitors are recorded",
            "--profile cpu,lock has native threads and locks of java.util.concurrent too"));
    if (!byCpuTime()) {
      caveats.add(
          new Caveat(
              "CPU is a sample of a few running threads at a time, and mounts are not counted",
              "JDK " + FIRST_WITH_CPU_TIME + " samples by CPU time and counts mounts"));
    }
    return caveats;
  }

  @Override
  public EventWeights weights() {
    Map<String, EventWeights.Event> events = new HashMap<>();
    events.put(
        byCpuTime() ? BY_CPU_TIME : BY_ELAPSED_TIME,
        new EventWeights.Event(
            ProfileKind.CPU,
            byCpuTime()
                ? event -> event.getDuration("samplingPeriod").toNanos()
                : EventWeights.every(JAVA_INTERVAL)));
    events.put(
        ALLOCATION, new EventWeights.Event(ProfileKind.ALLOC, event -> event.getLong("weight")));
    events.put(
        "jdk.JavaMonitorEnter", new EventWeights.Event(ProfileKind.LOCK, EventWeights::duration));
    if (recordsVirtualThreads()) {
      events.put("jdk.VirtualThreadPinned", new EventWeights.Event(ProfileKind.PIN, event -> 1));
    }
    return new EventWeights(events);
  }
}
