package dev.tierbench.observer.jvm;

import dev.tierbench.observer.host.OwnProcess;
import dev.tierbench.observer.host.TargetProcess;
import dev.tierbench.observer.host.child.Command;
import dev.tierbench.observer.host.child.Tools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Asks a JVM with the {@code jcmd} of its own JDK, and else of any JDK, which works across
 * versions. The JVM stands still while it prints its threads: not inside a window.
 */
public final class Jcmd {

  private static final Duration LIMIT = Duration.ofSeconds(30);

  private Jcmd() {}

  /**
   * What the JVM answers to a diagnostic command.
   *
   * @param part that an answer has to have
   * @throws IOException with the last reason when no jcmd gets an answer
   */
  public static String ask(TargetProcess target, List<String> words, String part)
      throws IOException {
    IOException last = new IOException("no jcmd found: install a JDK 17 or later");
    for (List<String> prefix : commands(target)) {
      List<String> command = new ArrayList<>(prefix);
      command.add(Long.toString(target.pid()));
      command.addAll(words);
      try {
        String text = Command.runToEnd(command, LIMIT);
        if (text.contains(part)) {
          return text;
        }
        last = new IOException("jcmd " + words.getFirst() + " answered: " + text);
      } catch (IOException e) {
        last = e;
      }
    }
    throw last;
  }

  private static List<List<String>> commands(TargetProcess target) {
    boolean ofAnotherUser = target.uid() != 0 && OwnProcess.REAL.isRoot();
    List<List<String>> commands = new ArrayList<>();
    for (Path jcmd : candidates(target)) {
      commands.add(List.of(jcmd.toString()));
      if (ofAnotherUser) {
        commands.add(
            List.of(
                "setpriv",
                "--reuid",
                Long.toString(target.uid()),
                "--regid",
                Long.toString(target.gid()),
                "--clear-groups",
                "--",
                jcmd.toString()));
      }
    }
    return commands;
  }

  private static Set<Path> candidates(TargetProcess target) {
    Set<Path> found = new LinkedHashSet<>();
    target.executable().map(java -> java.resolveSibling("jcmd")).ifPresent(found::add);
    found.add(Path.of(System.getProperty("java.home"), "bin", "jcmd"));
    Optional.ofNullable(System.getenv("JAVA_HOME"))
        .map(home -> Path.of(home, "bin", "jcmd"))
        .ifPresent(found::add);
    Tools.find("jcmd").ifPresent(found::add);
    found.removeIf(jcmd -> !Files.isExecutable(jcmd));
    return found;
  }
}
