package dev.tierbench.observer.role;

import dev.tierbench.run.record.Resources;
import dev.tierbench.run.threads.ThreadRow;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * What threads are there for, by a list of rules over their names, of which the first that matches
 * decides. Immutable.
 */
public final class Roles {

  /** The role of a thread that no rule knows. */
  public static final String OTHER = "other";

  public static final String CARRIER = "carrier";

  /** The role of threads that do the work, where no other says more. */
  public static final String WORKER = "worker";

  /** The role of threads that wake virtual threads. */
  public static final String VTHREAD_POLLER = "vthread-poller";

  /** The role of threads of the JVM itself. */
  public static final String VM = "vm";

  private record Rule(Pattern pattern, String role) {}

  private static final int KERNEL_BYTES = 15;
  private static final String LEFT_OUT = "..";
  private final List<Rule> rules;

  private Roles(List<Rule> rules) {
    this.rules = List.copyOf(rules);
  }

  /** The rules that come with the observer. */
  public static Roles standard() {
    return new Roles(parse("roles.csv", Resources.text(Roles.class, "roles.csv")));
  }

  /**
   * Returns these rules preceded by those of a file of lines {@code role;description;pattern}.
   *
   * @throws IOException when it cannot be read
   * @throws IllegalArgumentException with file and line when a line is no rule
   */
  public Roles extendedBy(Path file) throws IOException {
    return extendedBy(file.toString(), Files.readString(file));
  }

  /** Returns these rules preceded by those of a text, which messages call {@code name}. */
  public Roles extendedBy(String name, String text) {
    List<Rule> all = new ArrayList<>(parse(name, text));
    all.addAll(rules);
    return new Roles(all);
  }

  private static List<Rule> parse(String file, String text) {
    List<Rule> rules = new ArrayList<>();
    int number = 0;
    for (String line : text.lines().toList()) {
      number++;
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      // The pattern comes last, so that it may hold the separator.
      String[] cells = line.split(";", 3);
      String where = file + ":" + number + ": ";
      if (cells.length < 3 || !cells[0].strip().matches("[a-z][a-z-]*")) {
        throw new IllegalArgumentException(
            where + "a rule is role;description;pattern, not " + line);
      }
      try {
        rules.add(new Rule(Pattern.compile(cells[2].strip()), cells[0].strip()));
      } catch (PatternSyntaxException e) {
        throw new IllegalArgumentException(where + e.getDescription() + " in " + cells[2], e);
      }
    }
    return rules;
  }

  /**
   * The role of a thread of that name. A name that ends in {@link ThreadRow#CUT} has the role that
   * all rules agree on which its beginning does not exclude.
   */
  public String of(String name) {
    if (name.endsWith(ThreadRow.CUT)) {
      return ofCut(name.substring(0, name.length() - ThreadRow.CUT.length()));
    }
    return rules.stream()
        .filter(rule -> rule.pattern().matcher(name).matches())
        .map(Rule::role)
        .findFirst()
        .orElse(OTHER);
  }

  /**
   * The role of a thread by the kernel's name of it, which keeps {@value #KERNEL_BYTES} bytes: of a
   * longer name the beginning, or with JDK 26 and later its beginning and its end.
   */
  public String ofKernelName(String comm) {
    if (isWhole(comm)) {
      return of(comm);
    }
    int middle = comm.indexOf(LEFT_OUT);
    return of((middle > 0 ? comm.substring(0, middle) : comm) + ThreadRow.CUT);
  }

  /** Whether the kernel's name of a thread is all of it. */
  public static boolean isWhole(String comm) {
    return comm.getBytes(StandardCharsets.UTF_8).length < KERNEL_BYTES;
  }

  private String ofCut(String beginning) {
    List<String> possible =
        rules.stream()
            .filter(rule -> !rule.pattern().pattern().startsWith("["))
            .filter(rule -> couldMatch(rule.pattern(), beginning))
            .map(Rule::role)
            .distinct()
            .toList();
    return possible.size() == 1 ? possible.getFirst() : OTHER;
  }

  /** Whether some continuation of the beginning matches. */
  @SuppressWarnings("JdkObsolete") // hitEnd alone separates "not yet" from "never"
  private static boolean couldMatch(Pattern pattern, String beginning) {
    Matcher matcher = pattern.matcher(beginning);
    return matcher.matches() || matcher.hitEnd();
  }

  /** The roles in the order in which a reader wants to see them. */
  public static List<String> order() {
    return List.of(
        "acceptor",
        "poller",
        WORKER,
        "event-loop",
        CARRIER,
        VTHREAD_POLLER,
        "client",
        "gc",
        "jit",
        VM,
        OTHER);
  }
}
