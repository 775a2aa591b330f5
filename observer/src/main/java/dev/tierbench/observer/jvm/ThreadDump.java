package dev.tierbench.observer.jvm;

import dev.tierbench.observer.host.TargetProcess;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The names of a thread dump of HotSpot 17 or later.
 *
 * @param names by TID as the JVM's own PID namespace knows it
 * @param carriers the TIDs that carried a virtual thread
 */
public record ThreadDump(Map<Long, String> names, Set<Long> carriers) {

  /** A name may hold anything, so the header is recognised by what follows its last quote. */
  private static final Pattern HEADER =
      Pattern.compile(
          "\"(?<name>.*)\" (?:#\\d+ (?:\\[(?<tid>\\d{1,18})] )?)?(?:daemon )?(?:prio=\\d+ )?"
              + "os_prio=-?\\d+ (?:cpu=\\S+ )?(?:elapsed=\\S+ )?(?:\\S+ ){0,8}?tid=0x[0-9a-f]+"
              + "(?: +nid=(?<nid>0x[0-9a-f]{1,15}|\\d{1,18}))?(?: .*)?",
          Pattern.DOTALL);

  /** A name with line breaks spreads its header over so many lines at most. */
  private static final int HEADER_LINES = 10;

  /** A dump without any name, for a JVM that gave none. */
  public static final ThreadDump NONE = new ThreadDump(Map.of(), Set.of());

  public ThreadDump {
    names = Map.copyOf(names);
    carriers = Set.copyOf(carriers);
  }

  /**
   * Has a JVM print its threads.
   *
   * @return the text, for {@link #parse}
   * @throws IOException saying why it does not
   */
  public static String print(TargetProcess target) throws IOException {
    return Jcmd.ask(target, List.of("Thread.print"), "Full thread dump");
  }

  /** Parses the text of {@code jcmd PID Thread.print}; an unknown header gives no name. */
  public static ThreadDump parse(String text) {
    Map<Long, String> names = new HashMap<>();
    Set<Long> carriers = new HashSet<>();
    List<String> lines = text.lines().toList();
    for (int index = 0; index < lines.size(); index++) {
      if (!lines.get(index).startsWith("\"")) {
        continue;
      }
      StringBuilder header = new StringBuilder(lines.get(index));
      Matcher matcher = HEADER.matcher(header);
      int next = index + 1;
      while (!matcher.matches()
          && next < Math.min(lines.size(), index + HEADER_LINES)
          && !lines.get(next).startsWith("\"")) {
        matcher = HEADER.matcher(header.append('\n').append(lines.get(next++)));
      }
      if (matcher.matches()) {
        long tid = tidOf(matcher);
        names.put(tid, matcher.group("name"));
        if (next < lines.size() && lines.get(next).strip().startsWith("Carrying virtual thread")) {
          carriers.add(tid);
        }
        index = next - 1;
      }
    }
    names.remove(NO_TID);
    carriers.remove(NO_TID);
    return new ThreadDump(names, carriers);
  }

  private static final long NO_TID = -1;

  private static long tidOf(Matcher header) {
    String nid = header.group("nid");
    if (nid != null) {
      return Long.decode(nid);
    }
    // A carrier with a mounted virtual thread has no nid.
    return header.group("tid") == null ? NO_TID : Long.parseLong(header.group("tid"));
  }
}
