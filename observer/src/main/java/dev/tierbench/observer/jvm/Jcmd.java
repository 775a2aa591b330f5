package dev.tierbench.observer.jvm;

import dev.tierbench.observer.host.OwnProcess;
import dev.tierbench.observer.host.TargetProcess;
import dev.tierbench.observer.host.child.Command;
import dev.tierbench.observer.host.child.UserIds;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Asks a JVM with a {@code jcmd}, which works across versions, under the user of the JVM; one in a
 * container is asked without a program. The JVM stands still while it prints its threads: not
 * inside a window.
 */
public final class Jcmd {

  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final int LONGEST_REASON = 500;
  private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{Cntrl}\\s]+");

  private Jcmd() {}

  /**
   * What the JVM answers to a diagnostic command.
   *
   * @param part that an answer has to have
   * @throws IOException with the last reason when the JVM gives no such answer
   */
  public static String ask(TargetProcess target, List<String> words, String part)
      throws IOException {
    if (target.isInContainer()) {
      return checked(AttachSocket.ask(target, words, LIMIT), words, part);
    }
    IOException last = new IOException("no jcmd found: install a JDK 17 or later");
    for (Path jcmd : JcmdPrograms.of(target)) {
      List<String> command = new ArrayList<>(List.of(jcmd.toString()));
      command.add(Long.toString(target.pid()));
      command.addAll(words);
      try {
        return checked(run(target, command), words, part);
      } catch (IOException e) {
        last = new IOException(oneLine(e.getMessage()), e);
      }
    }
    throw last;
  }

  private static String run(TargetProcess target, List<String> command) throws IOException {
    return OwnProcess.REAL.isRoot() && target.uid() != 0
        ? Command.runAs(new UserIds(target.uid(), target.gid()), command, LIMIT)
        : Command.runToEnd(command, LIMIT);
  }

  private static String checked(String answer, List<String> words, String part) throws IOException {
    if (!answer.contains(part)) {
      throw new IOException("jcmd " + words.getFirst() + " answered: " + oneLine(answer));
    }
    return answer;
  }

  /** A text of another process as a part of a message: short, and without control characters. */
  public static String oneLine(String text) {
    String line = UNPRINTABLE.matcher(text).replaceAll(" ").strip();
    return line.length() > LONGEST_REASON ? line.substring(0, LONGEST_REASON) + "..." : line;
  }
}
