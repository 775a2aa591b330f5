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

  /** Samples one JVM, and leaves the stacks in the folder if that is kept. */
  ProfileResult of(long pid, OutputFolder folder) throws CannotObserve {
    try (ProfileSession session = ProfileSession.start(pid, order)) {
      Instant from = Instant.now();
      Waiting.until(System.nanoTime() + window.toNanos(), session::isTargetAlive);
      Instant to = Instant.now();
      session.stop();
      ProfileResult result = session.read(from, to, roles, folder.raw());
      if (folder.isKept()) {
        result.write(folder.path());
      }
      return result;
    } catch (IOException e) {
      throw new CannotObserve("no profile: " + e.getMessage(), e);
    }
  }
}
