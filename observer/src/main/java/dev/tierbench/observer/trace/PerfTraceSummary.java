package dev.tierbench.observer.trace;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text of {@code perf trace -s}.
 *
 * @param calls completed calls by TID
 * @param lostEvents the sum of its {@code LOST n events!} lines
 */
record PerfTraceSummary(Map<Long, ThreadCalls> calls, long lostEvents) {

  private static final Pattern THREAD =
      Pattern.compile("^ .* \\((\\d{1,18})\\), \\d+ events, .*%.*$");
  private static final Pattern CALL =
      Pattern.compile("^ {3}([a-z_]\\w*) +(\\d{1,15}) +\\d+ +[\\d.]+ +[\\d.]+ .*$");
  private static final Pattern LOST = Pattern.compile("LOST (\\d{1,15}) events!");

  PerfTraceSummary {
    calls = Map.copyOf(calls);
  }

  /** Parses the text; lines that are not part of the summary are passed over. */
  static PerfTraceSummary parse(String text) {
    Map<Long, Map<String, Long>> byTid = new HashMap<>();
    long lost = 0;
    Optional<Map<String, Long>> current = Optional.empty();
    for (String line : text.lines().toList()) {
      Matcher thread = THREAD.matcher(line);
      if (thread.matches()) {
        current =
            Optional.of(
                byTid.computeIfAbsent(Long.valueOf(thread.group(1)), tid -> new HashMap<>()));
        continue;
      }
      Matcher call = CALL.matcher(line);
      if (call.matches()) {
        long count = Long.parseLong(call.group(2));
        current.ifPresent(calls -> calls.merge(call.group(1), count, Long::sum));
      }
      Matcher lostLine = LOST.matcher(line);
      if (lostLine.find()) {
        lost += Long.parseLong(lostLine.group(1));
      }
    }
    Map<Long, ThreadCalls> calls = new HashMap<>();
    byTid.forEach((tid, counts) ->
        calls.put(tid, new ThreadCalls(counts, Optional.empty(), Optional.empty())));
    return new PerfTraceSummary(calls, lost);
  }
}
