package dev.tierbench.observer.trace;

import dev.tierbench.observer.host.child.Command;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The version of bpftrace, which decides how it can count and how its maps get their size. */
record BpftraceVersion(int major, int minor) {

  /** Room for 5,000 threads with 60 different calls each, below the limit of map usage. */
  private static final String WANTED_MAP_ENTRIES = "393216";

  /** 4 MB per core hold 40,000 starts and exits that bpftrace has not yet read. */
  private static final String BUFFER_PAGES = "1024";

  /**
   * First minor version of 0.x in which {@code count()} adds in place and the size of maps has its
   * new name.
   */
  private static final int IN_PLACE_SINCE = 20;

  private static final Pattern PRINTED = Pattern.compile("bpftrace v(\\d{1,6})\\.(\\d{1,6})");
  private static final Duration LIMIT = Duration.ofSeconds(10);

  /** What {@code bpftrace --version} printed; empty when it is something else. */
  static Optional<BpftraceVersion> parse(String printed) {
    Matcher matcher = PRINTED.matcher(printed);
    return matcher.find()
        ? Optional.of(
            new BpftraceVersion(
                Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2))))
        : Optional.empty();
  }

  /**
   * The version that is installed; empty when it prints none.
   *
   * @throws IOException when bpftrace is missing or does not run
   */
  static Optional<BpftraceVersion> installed() throws IOException {
    return parse(Command.runToEnd(List.of("bpftrace", "--version"), LIMIT));
  }

  boolean countsInPlace() {
    return major > 0 || minor >= IN_PLACE_SINCE;
  }

  /**
   * The variables to start it with.
   *
   * @param version empty when it is not known: then both names of the size of maps are set
   */
  static Map<String, String> environment(Optional<BpftraceVersion> version) {
    Map<String, String> variables = new HashMap<>();
    variables.put("BPFTRACE_PERF_RB_PAGES", BUFFER_PAGES);
    if (version.map(BpftraceVersion::countsInPlace).orElse(true)) {
      variables.put("BPFTRACE_MAX_MAP_KEYS", WANTED_MAP_ENTRIES);
    }
    if (!version.map(BpftraceVersion::countsInPlace).orElse(false)) {
      variables.put("BPFTRACE_MAP_KEYS_MAX", WANTED_MAP_ENTRIES);
    }
    return variables;
  }
}
