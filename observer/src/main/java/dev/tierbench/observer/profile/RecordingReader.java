package dev.tierbench.observer.profile;

import dev.tierbench.observer.role.Roles;
import dev.tierbench.observer.role.ThreadRoles;
import dev.tierbench.run.ProfileKind;
import dev.tierbench.run.record.Stacks;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/** Adds up the events of a recording that lie in a window. Not thread-safe. */
final class RecordingReader {

  /** A class of the JVM's own making has a name that no other JVM gives it. */
  private static final Pattern GENERATED =
      Pattern.compile(
          "(?<=\\$\\$Lambda)(\\$\\d+)?[./]0x\\p{XDigit}+|(?<=[.$]LambdaForm\\$\\w{1,20})[./]0x\\p{XDigit}+");

  private static final String SPAN = "timeSpan";
  private static final String TRUNCATED = "[truncated]";
  private static final String UNKNOWN = "[unknown]";
  private static final String KERNEL = "Kernel";
  private static final Set<String> NATIVE = Set.of(KERNEL, "Native", "C++");

  private final EventWeights weights;
  private final Window window;
  private final ThreadRoles roles;
  private final Map<ProfileKind, Stacks.Sum> sums = new EnumMap<>(ProfileKind.class);
  private final TreeMap<Instant, Long> mounts = new TreeMap<>();
  private final Map<Long, Instant> firstAllocations = new HashMap<>();
  private long submitFailures;
  private long lostSamples;

  /** Window in which events count, from {@code from} inclusive to {@code to} exclusive. */
  record Window(Instant from, Instant to) {

    /**
     * How much of an event lies in it: all or nothing, unless it stands for samples over a span.
     */
    double share(RecordedEvent event) {
      Instant start = event.getStartTime();
      Duration span = event.hasField(SPAN) ? event.getDuration(SPAN) : Duration.ZERO;
      if (span.isZero()) {
        return !start.isBefore(from) && start.isBefore(to) ? 1 : 0;
      }
      Instant end = start.plus(span);
      Instant first = start.isBefore(from) ? from : start;
      Instant last = end.isAfter(to) ? to : end;
      return Math.max(0, (double) Duration.between(first, last).toNanos() / span.toNanos());
    }
  }

  private RecordingReader(EventWeights weights, Window window, ThreadRoles roles) {
    this.weights = weights;
    this.window = window;
    this.roles = roles;
  }

  static RecordingReader read(
      Path recording, EventWeights weights, Window window, ThreadRoles roles) throws IOException {
    RecordingReader reader = new RecordingReader(weights, window, roles);
    if (weights.has(FlightRecorder.ALLOCATION)) { // events are not in the order of their times
      each(recording, reader::findFirstAllocation);
    }
    each(recording, reader::add);
    return reader;
  }

  /** The JVM wrote the recording, and a damaged one can make its reader fail in any way. */
  private static void each(Path recording, Consumer<RecordedEvent> action) throws IOException {
    try (RecordingFile file = new RecordingFile(recording)) {
      while (file.hasMoreEvents()) {
        action.accept(file.readEvent());
      }
    } catch (RuntimeException e) {
      throw new IOException("the recording is damaged: " + e, e);
    }
  }

  Stacks.Sum sum(ProfileKind kind) {
    return sums.computeIfAbsent(kind, any -> new Stacks.Sum());
  }

  long submitFailures() {
    return submitFailures;
  }

  /** How many samples of CPU time the JVM took in the window and could not keep. */
  long lostSamples() {
    return lostSamples;
  }

  /**
   * How often a virtual thread was mounted in the window: the rate between the first and the last
   * count that the recorder wrote in it, over the whole window.
   */
  Optional<Long> mounts() {
    if (mounts.size() < 2) {
      return Optional.empty();
    }
    double counted = mounts.lastEntry().getValue() - mounts.firstEntry().getValue();
    double millis = millis(mounts.firstKey(), mounts.lastKey());
    return Optional.of(Math.round(counted * millis(window.from(), window.to()) / millis));
  }

  private static double millis(Instant from, Instant to) {
    return to.toEpochMilli() - from.toEpochMilli();
  }

  private void add(RecordedEvent event) {
    double share = window.share(event);
    if (share <= 0) {
      return;
    }
    switch (event.getEventType().getName()) {
      case FlightRecorder.MOUNTS -> mounts.put(event.getStartTime(), event.getLong("invocations"));
      case FlightRecorder.SUBMIT_FAILURES -> submitFailures++;
      case FlightRecorder.LOST_SAMPLES -> lostSamples += event.getLong("lostSamples");
      default ->
          weights
              .of(event)
              .filter(known -> !isFirstAllocation(event))
              .ifPresent(known ->
                  sum(known.kind())
                      .add(
                          role(event),
                          frames(event.getStackTrace(), known.kind()),
                          Math.round(share * known.weight().of(event))));
    }
  }

  /**
   * The first of a platform thread in the recording stands for all that it had allocated before,
   * also before the recording. What virtual threads allocate is counted of their carrier, which is
   * not named, but allocates all the time: its first lies before the window.
   */
  private void findFirstAllocation(RecordedEvent event) {
    platformThread(event)
        .ifPresent(thread ->
            firstAllocations.merge(thread, event.getStartTime(), (a, b) -> a.isBefore(b) ? a : b));
  }

  private boolean isFirstAllocation(RecordedEvent event) {
    return platformThread(event)
        .filter(thread -> event.getStartTime().equals(firstAllocations.get(thread)))
        .isPresent();
  }

  /**
   * Returns the id of the platform thread that made the allocation; empty for a virtual thread and
   * for any other event.
   */
  private static Optional<Long> platformThread(RecordedEvent event) {
    return event.getEventType().getName().equals(FlightRecorder.ALLOCATION)
        ? Optional.ofNullable(event.getThread("eventThread"))
            .filter(thread -> !thread.isVirtual())
            .map(RecordedThread::getId)
        : Optional.empty();
  }

  private String role(RecordedEvent event) {
    RecordedThread thread =
        event.hasField("sampledThread")
            ? event.getThread("sampledThread")
            : event.getThread("eventThread");
    if (thread == null) {
      return Roles.OTHER;
    }
    if (thread.isVirtual()) {
      return Roles.CARRIER;
    }
    String java = thread.getJavaName();
    if (java != null) {
      return roles.of(java);
    }
    String name = Optional.ofNullable(thread.getOSName()).orElse("");
    return roles.ofKernelName(name);
  }

  /**
   * The outermost first. All switches end in the same functions of the kernel and of libc: there
   * the innermost frame is the last one of Java, where the stack has one.
   */
  private static List<String> frames(RecordedStackTrace stack, ProfileKind kind) {
    if (stack == null) {
      return List.of(UNKNOWN);
    }
    List<RecordedFrame> outermostFirst = stack.getFrames().reversed();
    int end = outermostFirst.size();
    if (kind == ProfileKind.SWITCHES) {
      while (end > 0 && !isJava(outermostFirst.get(end - 1))) {
        end--;
      }
    }
    List<String> frames = new ArrayList<>();
    if (stack.isTruncated()) {
      frames.add(TRUNCATED);
    }
    outermostFirst
        .subList(0, end == 0 ? outermostFirst.size() : end)
        .forEach(frame -> frames.add(name(frame)));
    return frames;
  }

  private static boolean isJava(RecordedFrame frame) {
    return !NATIVE.contains(frame.getType());
  }

  private static String name(RecordedFrame frame) {
    String type = frame.getMethod().getType().getName();
    String method = frame.getMethod().getName();
    return switch (frame.getType()) {
      case KERNEL -> method + " [kernel]";
      case "Native", "C++" -> type.isEmpty() ? method : method + " [" + type + "]";
      default -> GENERATED.matcher(type).replaceAll("") + "." + method;
    };
  }
}
