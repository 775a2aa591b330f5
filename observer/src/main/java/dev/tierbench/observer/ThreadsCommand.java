package dev.tierbench.observer;

import dev.tierbench.cli.HasHelp;
import dev.tierbench.cli.ProgramHelp;
import dev.tierbench.observer.host.CannotObserve;
import dev.tierbench.observer.host.OwnProcess;
import dev.tierbench.observer.host.TargetProcess;
import dev.tierbench.observer.profile.ProfileOrder;
import dev.tierbench.observer.profile.ProfileResult;
import dev.tierbench.observer.profile.ProfileText;
import dev.tierbench.observer.role.Roles;
import dev.tierbench.observer.trace.CounterKind;
import dev.tierbench.observer.trace.HardwareCounters;
import dev.tierbench.run.CaptureLevel;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.file.TerminalText;
import dev.tierbench.run.record.Observation;
import dev.tierbench.run.threads.Counter;
import dev.tierbench.run.threads.ThreadRow;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code threads}: what each thread and each role of threads of one JVM asked of the kernel. */
@Command(
    name = "threads",
    mixinStandardHelpOptions = true,
    description = {
      "Counts what each thread and each role of threads of one JVM asks of the kernel: CPU, context"
          + " switches, page faults and, as root, system calls. Levels: docs/overhead.md."
    },
    exitCodeList = {
      "0:complete, or as far as --require or --level asks",
      "1:something could not be measured; the reason is on stderr",
      "2:usage error"
    })
final class ThreadsCommand extends CaptureCommand implements HasHelp {

  private static final int STDOUT = 1;

  enum By {
    ROLE,
    THREAD,
    BOTH
  }

  @Option(
      names = "--by",
      defaultValue = "both",
      description = "Print a row for each role, each thread or both. Default: ${DEFAULT-VALUE}.")
  private By by;

  @Option(
      names = "--sort",
      defaultValue = "cpu",
      description = "Sort threads by ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  private Column sort;

  @Option(
      names = "--top",
      defaultValue = "40",
      description = "Print at most this many threads. Default: ${DEFAULT-VALUE}.")
  private int top;

  @Option(
      names = "--requests",
      paramLabel = "N",
      description =
          "Requests that were served in the window; every value is then printed per"
              + " request. Default: values of the window.")
  private Optional<Long> requests = Optional.empty();

  @ArgGroup private final FormatOptions format = new FormatOptions();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Folder that gets threads.csv, syscalls.csv and raw/. Default: no files.")
  private Optional<Path> out = Optional.empty();

  @Option(
      names = "--roles",
      paramLabel = "FILE",
      description =
          "File of more rules for roles, role;description;pattern on each line. Default:"
              + " the built-in ones.")
  private Optional<Path> rolesFile = Optional.empty();

  @Option(
      names = "--require",
      paramLabel = "LEVEL",
      description = "Fail below this level. Default: any level will do.")
  private Optional<CaptureLevel> require = Optional.empty();

  @Option(
      names = "--level",
      paramLabel = "LEVEL",
      description = "Try no better level than this. Default: L0.")
  private Optional<CaptureLevel> level = Optional.empty();

  @Option(
      names = "--counter",
      paramLabel = "NAME",
      description =
          "What counts system calls at level L0: own-program, raw-tracepoint or tracepoint"
              + " (the last two are bpftrace's). Default: the first that works here.")
  private Optional<CounterKind> counter = Optional.empty();

  @Option(
      names = "--totals",
      description =
          "Also count the process with perf stat, beside a tracer, which makes its context switches more"
              + " expensive.")
  private boolean totals;

  @Option(
      names = "--pmu",
      description = "Then count instructions and cycles per thread, in a window of their own.")
  private boolean pmu;

  @Option(
      names = "--profile",
      split = ",",
      paramLabel = "KIND",
      description =
          "Then sample stacks in a window of their own: one of cpu and switches, and alloc, lock,"
              + " wall by async-profiler, or jfr; --out keeps them for a flame graph. Default: no"
              + " profile.")
  private List<String> profile = List.of();

  /** How to print; one of them. */
  static final class FormatOptions {
    @Option(names = "--csv", description = "Print threads.csv, or with --by role the roles as CSV.")
    boolean csv;

    @Option(names = "--json", description = "Print JSON.")
    boolean json;

    @Option(names = "--study-layout", description = "Print the lines of the original study.")
    boolean study;

    @Option(names = "--watch", description = "Print the roles, window after window, until Ctrl-C.")
    boolean watch;
  }

  @Override
  public ProgramHelp help() {
    return ThreadsHelp.CONTENTS;
  }

  @Override
  int run() throws CannotObserve {
    Observer observer = Observer.probe(settings());
    observer.missing().forEach(missing -> log(missing.line()));
    if (require.isPresent() && !observer.level().reaches(require.get())) {
      log("level " + require.get() + " is required and only " + observer.level() + " possible");
      return INCOMPLETE;
    }
    return format.watch ? watch(observer, pid()) : once(observer, pid());
  }

  @Override
  void checkOptions() {
    if (!(seconds() > 0) || top < 0 || requests.filter(count -> count <= 0).isPresent()) {
      throw usageError("--seconds and --requests must be positive, --top not negative");
    }
    if (!profile.isEmpty()) {
      if (format.csv || format.json || format.study || format.watch) {
        throw usageError("--profile prints text: leave --csv, --json and the like out");
      }
      profileOrder();
    }
  }

  private ProfileOrder profileOrder() {
    try {
      return ProfileOrder.parse(profile);
    } catch (IllegalArgumentException e) {
      throw usageError("--profile: " + e.getMessage());
    }
  }

  private Roles roles() {
    try {
      Roles standard = Roles.standard();
      return rolesFile.isPresent() ? standard.extendedBy(rolesFile.get()) : standard;
    } catch (IOException | IllegalArgumentException e) {
      throw usageError("--roles: " + e.getMessage());
    }
  }

  private Observer.Settings settings() {
    return Observer.Settings.standard()
        .with(next ->
            next.roles(roles())
                .best(level.orElse(CaptureLevel.L0))
                .totals(totals)
                .pidstat(out.isPresent() && !format.watch)
                .counter(counter));
  }

  private int once(Observer observer, long pid) throws CannotObserve {
    try (OutputFolder folder = OutputFolder.of(out)) {
      CaptureResult seen = observe(observer, pid, folder);
      if (folder.kept()) {
        seen.write(folder.path());
        log("kept in " + folder.path());
      }
      print(seen);
      report(seen, observer.missing());
      if (!profile.isEmpty()) {
        profile(pid, folder);
      }
      return exitCode(seen);
    }
  }

  private CaptureResult observe(Observer observer, long pid, OutputFolder folder)
      throws CannotObserve {
    try (Capture capture = observer.attach(pid, folder.raw())) {
      if (require.isPresent() && !capture.level().reaches(require.get())) {
        throw new CannotObserve(
            "level " + require.get() + " is required: " + capture.missing().getLast().line());
      }
      log("level " + capture.level() + ", counting " + seconds() + " s");
      capture.begin();
      waitUntil(capture.openedAtNanos() + window().toNanos(), capture::isTargetAlive);
      capture.end();
      CaptureResult seen = capture.finish();
      return pmu ? withHardware(seen, pid, folder.raw()) : seen;
    }
  }

  private void profile(long pid, OutputFolder folder) throws CannotObserve {
    log("profiling " + seconds() + " s");
    ProfileResult result = new ProfileCapture(profileOrder(), window(), roles()).of(pid, folder);
    emit("\n" + new ProfileText(result, requests, top).text());
  }

  private CaptureResult withHardware(CaptureResult seen, long pid, Path raw) throws CannotObserve {
    try {
      HardwareCounters.Counted counted =
          HardwareCounters.count(TargetProcess.find(pid), window(), raw);
      List<String> caveats = new ArrayList<>();
      caveats.add("instructions and cycles are of a window of their own, after the others");
      caveats.addAll(counted.caveats());
      return seen.withHardware(counted.byTid(), caveats);
    } catch (IOException e) {
      return seen.withHardware(Map.of(), List.of(e.getMessage()));
    }
  }

  private int watch(Observer observer, long pid) throws CannotObserve {
    while (true) {
      try (OutputFolder folder = OutputFolder.of(Optional.empty())) {
        CaptureResult seen = observe(observer, pid, folder);
        ObservationText text = new ObservationText(seen, requests);
        String clear = OwnProcess.REAL.isTerminal(STDOUT) ? "\u001b[H\u001b[2J" : "";
        emit(clear + text.roles() + text.notes() + "\n");
        report(seen, observer.missing());
        if (!seen.isValid()) {
          return INCOMPLETE;
        }
      }
    }
  }

  private void print(CaptureResult seen) {
    ObservationText text = new ObservationText(seen, requests);
    if (format.json) {
      Observation observed = seen.observed();
      emit(
          RunJson.toJson(by == By.ROLE ? observed : ThreadsJson.of(observed, seen.threads()))
              + "\n");
    } else if (format.csv) {
      emit(by == By.ROLE ? RoleSums.toCsv(seen.threads()) : seen.threads().toCsv());
    } else if (format.study) {
      emit(StudyLayout.text(seen, text.sorted(sort).stream().limit(top).toList()));
    } else {
      emit(
          (by == By.THREAD ? "" : text.roles() + "\n")
              + (by == By.ROLE ? "" : text.threads(sort, top) + "\n")
              + text.notes());
    }
  }

  private int exitCode(CaptureResult seen) {
    CaptureLevel wanted = require.or(() -> level).orElse(CaptureLevel.L0);
    return seen.isValid()
            && seen.observed().level().reaches(wanted)
            && (!pmu || seen.threads().rows().stream().anyMatch(ThreadsCommand::hasHardware))
        ? CommandLine.ExitCode.OK
        : INCOMPLETE;
  }

  private static boolean hasHardware(ThreadRow row) {
    return row.get(Counter.INSTRUCTIONS).isPresent() || row.get(Counter.CYCLES).isPresent();
  }

  /** Prints lines; what a process calls itself and its threads cannot drive the terminal. */
  private static void emit(String text) {
    System.out.print(
        Stream.of(text.split("\n", -1))
            .map(TerminalText::escaped)
            .collect(Collectors.joining("\n")));
    System.out.flush();
  }
}
