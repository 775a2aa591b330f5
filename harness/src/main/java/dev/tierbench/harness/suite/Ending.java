package dev.tierbench.harness.suite;

import dev.tierbench.metrics.Numbers;
import dev.tierbench.run.record.Work;
import dev.tierbench.run.record.Work.Outcome;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How the work of a cell ended, or why it is not run.
 *
 * @param reason empty of work that was completed
 */
record Ending(Outcome outcome, Optional<String> reason) {

  private static final int SIGNALLED = 128;
  private static final int SIGKILL = 137;

  /** JMH ends a run by its own code and prints that of its fork. */
  private static final String FORK_KILLED = "forked VM failed with exit code " + SIGKILL;

  private static final Pattern OUT_OF_MEMORY =
      Pattern.compile("OutOfMemoryError:?[ \\t]*([^\\n\"]*)", Pattern.CASE_INSENSITIVE);
  private static final Pattern REJECTED = Pattern.compile("RejectedExecutionException[^\\n]*");
  private static final Pattern ERROR = Pattern.compile("\\w(?:Exception|Error)\\b");
  private static final List<String> OF_THREADS = List.of("native thread", "pthread_create");

  static final Ending COMPLETED = new Ending(Outcome.COMPLETED, Optional.empty());

  static Ending of(Outcome outcome, String reason) {
    return new Ending(outcome, Optional.of(reason.strip()));
  }

  static Ending timedOut(double seconds) {
    return of(Outcome.TIMED_OUT, "not ended within " + Numbers.span(seconds));
  }

  /**
   * The ending of a worker that did not complete its work.
   *
   * @param exitCode as a shell has it: 128 + N after signal N
   * @param error that the worker reported itself
   * @param log the last lines of its log
   */
  static Ending failed(int exitCode, Optional<String> error, List<String> log) {
    String reported = error.map(text -> text + "\n").orElse("") + String.join("\n", log);
    Matcher memory = OUT_OF_MEMORY.matcher(reported);
    if (memory.find()) {
      // Threads may have been short before a heap was full: the error itself decides.
      String what = memory.group(1);
      return of(Outcome.OUT_OF_MEMORY, (isOfThreads(what) ? Work.OF_THREADS : "heap: ") + what);
    }
    Matcher rejected = REJECTED.matcher(reported);
    if (rejected.find()) {
      return of(Outcome.REJECTED, rejected.group());
    }
    if (exitCode == SIGKILL || reported.contains(FORK_KILLED)) {
      return of(Outcome.KILLED, "signal 9; the kernel's log says whether memory ran out");
    }
    String how =
        exitCode > SIGNALLED ? "signal " + (exitCode - SIGNALLED) : "exit code " + exitCode;
    return of(
        Outcome.CRASHED,
        how
            + error
                .or(() -> cause(log))
                .map(text -> ": " + text.lines().findFirst().orElse(""))
                .orElse(""));
  }

  private static boolean isOfThreads(String error) {
    return OF_THREADS.stream().anyMatch(error::contains);
  }

  /** The first line that names an error, or else the last one. */
  private static Optional<String> cause(List<String> log) {
    return log.stream()
        .filter(line -> ERROR.matcher(line).find())
        .findFirst()
        .or(() -> log.isEmpty() ? Optional.empty() : Optional.of(log.getLast()))
        .map(String::strip);
  }
}
