package dev.tierbench.observer.profile;

import dev.tierbench.observer.host.CannotObserve;
import dev.tierbench.observer.host.TargetProcess;
import dev.tierbench.observer.jvm.Jcmd;
import dev.tierbench.observer.jvm.ThreadDump;
import dev.tierbench.observer.role.Roles;
import dev.tierbench.observer.role.ThreadRoles;
import dev.tierbench.run.Caveat;
import dev.tierbench.run.ProfileKind;
import dev.tierbench.run.record.Profile;
import dev.tierbench.run.record.Stacks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * One profile of one JVM: sampling from {@link #start} to {@link #stop}, of which a window is read.
 * Closing ends the sampling if nothing else did, and removes what was put into the JVM's folder for
 * temporary files; async-profiler's library stays there for the next time. Thread-safe as far as
 * closing goes.
 */
public final class ProfileSession implements AutoCloseable {

  /** Word in the answer of a recorder that is in use already; that recording is left alone. */
  private static final String ALREADY = "already";

  private static final String RAW = "profile.jfr";

  private static final Caveat PLACES_UNKNOWN =
      new Caveat(
          "a method that was compiled into its caller may be taken for a neighbour",
          "start the JVM with " + String.join(" ", ProfileOrder.JVM_OPTIONS));

  private final TargetProcess target;
  private final TargetFolder folder;
  private final Recorder recorder;
  private final boolean placesKnown;
  private boolean sampling;
  private boolean closed;

  private ProfileSession(
      TargetProcess target, TargetFolder folder, Recorder recorder, boolean placesKnown) {
    this.target = target;
    this.folder = folder;
    this.recorder = recorder;
    this.placesKnown = placesKnown;
  }

  /**
   * Starts sampling the process.
   *
   * @param longest after which it ends by itself, should this program no longer be there
   * @throws CannotObserve when there is no such process, or it is no JVM that this user may see
   * @throws IOException saying why it cannot be profiled
   */
  public static ProfileSession start(long pid, ProfileOrder order, Duration longest)
      throws CannotObserve, IOException {
    TargetProcess target = TargetProcess.find(pid);
    Recorder recorder = order.jfr() ? new FlightRecorder() : new AsyncProfiler(order);
    boolean placesKnown =
        Jcmd.ask(target, List.of("VM.flags"), "").contains(ProfileOrder.JVM_OPTIONS.getLast());
    TargetFolder folder = TargetFolder.make(target);
    ProfileSession session = new ProfileSession(target, folder, recorder, placesKnown);
    try {
      recorder.start(target, folder, longest);
    } catch (IOException e) {
      session.afterFailedStart(e);
      throw e;
    }
    session.sampling = true;
    return session;
  }

  /** A JVM that did not answer in time may start to record all the same. */
  private void afterFailedStart(IOException failure) throws IOException {
    if (!failure.getMessage().contains(ALREADY)) {
      try {
        recorder.stop(target, folder);
      } catch (IOException e) {
        failure.addSuppressed(e);
      }
    }
    folder.close();
  }

  public boolean isTargetAlive() {
    return target.isAlive();
  }

  /** Ends the sampling. */
  public synchronized void stop() throws IOException {
    recorder.stop(target, folder);
    sampling = false;
  }

  /**
   * What was sampled in a window; the untouched recording is left in a folder.
   *
   * @param raw the folder, which is made when it does not exist
   */
  public ProfileResult read(Instant from, Instant to, Roles roles, Path raw) throws IOException {
    Files.createDirectories(raw);
    Path recording = raw.resolve(RAW);
    folder.copyRecording(recording);
    EventWeights weights = recorder.weights();
    List<Caveat> caveats = new ArrayList<>(recorder.caveats());
    RecordingReader read =
        RecordingReader.read(
            recording,
            weights,
            new RecordingReader.Window(from, to),
            new ThreadRoles(roles, dump(caveats)));
    Map<ProfileKind, Stacks> stacks = new EnumMap<>(ProfileKind.class);
    List<Profile.Part> parts = new ArrayList<>();
    for (ProfileKind kind : weights.kinds()) {
      Stacks.Sum sum = read.sum(kind);
      Stacks of = sum.stacks();
      stacks.put(kind, of);
      parts.add(new Profile.Part(kind, sum.samples(), of.weight()));
    }
    if (read.lostSamples() > 0) {
      caveats.add(
          new Caveat(
              String.format(
                  Locale.ROOT,
                  "the JVM lost %,d samples of CPU time beside the %,d that are here",
                  read.lostSamples(),
                  read.sum(ProfileKind.CPU).samples()),
              "--profile cpu samples in another way"));
    }
    if (!placesKnown) {
      caveats.add(PLACES_UNKNOWN);
    }
    Profile profile =
        new Profile(
            Profile.SCHEMA,
            recorder.description(),
            to.toEpochMilli() - from.toEpochMilli(),
            parts,
            read.mounts(),
            recorder.recordsVirtualThreads()
                ? Optional.of(read.submitFailures())
                : Optional.empty(),
            Optional.empty(),
            caveats,
            Optional.empty());
    return new ProfileResult(profile, stacks);
  }

  private ThreadDump dump(List<Caveat> caveats) {
    try {
      return ThreadDump.parse(ThreadDump.print(target));
    } catch (IOException e) {
      caveats.add(
          new Caveat(
              "no thread dump, so names alone decide which fork-join pool carries virtual threads: "
                  + e.getMessage(),
              ""));
      return ThreadDump.NONE;
    }
  }

  @Override
  public synchronized void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    try {
      if (sampling && target.isAlive()) {
        stop();
      }
    } finally {
      folder.close();
    }
  }
}
