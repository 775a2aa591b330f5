package dev.tierbench.observer.host.child;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/**
 * Ends what children have started: when a child ends, and of all children when this JVM is killed.
 * The parent-death signal reaches a child only, while all that it starts is in its session. One
 * shell, which ends with its input, does it for all; what makes a session of its own escapes.
 * Thread-safe.
 */
final class SessionGuard {

  /** Adds a session, or ends and forgets one; at the end of the input, ends all. */
  private static final String SCRIPT =
      """
      end() {
        for stat in /proc/[0-9]*/stat; do
          { read -r line <"$stat"; } 2>/dev/null || continue
          pid=${stat#/proc/}
          set -- "$1" ${line##*) }
          [ "$5" = "$1" ] && kill -KILL "${pid%/stat}" 2>/dev/null
        done
      }
      sessions=
      while read -r what session; do
        rest=
        for other in $sessions; do [ "$other" = "$session" ] || rest="$rest $other"; done
        sessions=$rest
        if [ "$what" = + ]; then sessions="$sessions $session"; else end "$session"; fi
      done
      for session in $sessions; do end "$session"; done
      """;

  /** The variables that it has of this JVM's environment, which may hold secrets. */
  private static final Set<String> NEEDED = Set.of("PATH");

  static final SessionGuard INSTANCE = new SessionGuard();

  private Process shell;

  private SessionGuard() {}

  /** Ends the session of that child at the latest with this JVM. */
  synchronized void watch(ChildProcess child) throws IOException {
    if (shell == null || !shell.isAlive()) {
      ProcessBuilder builder =
          new ProcessBuilder("setsid", "sh", "-c", SCRIPT)
              .redirectOutput(Redirect.DISCARD)
              .redirectError(Redirect.DISCARD);
      // It may start before it is known which variables are to be withheld.
      builder.environment().keySet().retainAll(NEEDED);
      shell = builder.start();
    }
    write("+ " + child.pid());
  }

  /** The child has ended: so does what it left in its session. */
  synchronized void ended(ChildProcess child) {
    try {
      write("- " + child.pid());
    } catch (IOException e) {
      throw new UncheckedIOException("what " + child.name() + " started may go on", e);
    }
  }

  private void write(String line) throws IOException {
    shell.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
    shell.getOutputStream().flush();
  }
}
