package dev.tierbench.observer;

import dev.tierbench.observer.host.CannotObserve;
import dev.tierbench.observer.profile.ProfileOrder;
import dev.tierbench.observer.profile.ProfileResult;
import dev.tierbench.observer.profile.ProfileSession;
import dev.tierbench.observer.role.Roles;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;

/** A profile of a window that begins now. */
record ProfileCapture(ProfileOrder order, Duration window, Roles roles) {

  private static final Duration MARGIN = Duration.ofMinutes(1);

  /** Samples one JVM, and leaves the stacks in the folder if that is kept. */
  ProfileResult of(long pid, OutputFolder folder) throws CannotObserve {
    try (ProfileSession session = ProfileSession.start(pid, order, window.plus(MARGIN))) {
      EndHook hook = EndHook.of(() -> end(session));
      try {
        return sample(session, folder);
      } finally {
        hook.close();
      }
    } catch (IOException e) {
      throw new CannotObserve("no profile: " + e.getMessage(), e);
    }
  }

  private ProfileResult sample(ProfileSession session, OutputFolder folder) throws IOException {
    Instant from = Instant.now();
    CaptureCommand.waitUntil(System.nanoTime() + window.toNanos(), session::isTargetAlive);
    Instant to = Instant.now();
    session.stop();
    ProfileResult result = session.read(from, to, roles, folder.raw());
    if (folder.kept()) {
      result.write(folder.path());
    }
    return result;
  }

  /** Closes the session when a signal ends this program; a failure goes to stderr. */
  private static void end(ProfileSession session) {
    try {
      session.close();
    } catch (IOException e) {
      System.err.println("the profiler does not end: " + e.getMessage());
    }
  }
}
