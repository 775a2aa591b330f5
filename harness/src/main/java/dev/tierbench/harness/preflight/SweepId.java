package dev.tierbench.harness.preflight;

import dev.tierbench.observer.host.HostFacts;
import dev.tierbench.observer.host.Proc;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A process of this program, by which it is known later whether what it left still has an owner.
 *
 * @param host as it calls itself
 * @param startTicks which distinguish the process from a later one with its PID
 */
public record SweepId(String host, long pid, long startTicks) {

  private static final Pattern TEXT = Pattern.compile("([^/]+)/(\\d{1,18})/(\\d{1,18})");

  /** This process. */
  public static SweepId own() {
    long pid = ProcessHandle.current().pid();
    return new SweepId(HostFacts.REAL.name(), pid, Proc.REAL.startTicks(pid).orElseThrow());
  }

  /** The process in a text of {@link #toString}; empty when it is another text. */
  public static Optional<SweepId> parse(String text) {
    Matcher parts = TEXT.matcher(text);
    return parts.matches()
        ? Optional.of(
            new SweepId(
                parts.group(1), Long.parseLong(parts.group(2)), Long.parseLong(parts.group(3))))
        : Optional.empty();
  }

  /** Whether it was a process of this host that is gone; of another host nothing is known. */
  public boolean hasEnded() {
    return host.equals(HostFacts.REAL.name())
        && Proc.REAL.startTicks(pid).filter(ticks -> ticks == startTicks).isEmpty();
  }

  @Override
  public String toString() {
    return host + "/" + pid + "/" + startTicks;
  }
}
