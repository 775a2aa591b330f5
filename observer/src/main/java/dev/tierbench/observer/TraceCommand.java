package dev.tierbench.observer;

import dev.tierbench.observer.host.CannotObserve;
import dev.tierbench.run.CaptureLevel;
import dev.tierbench.run.Counts;
import dev.tierbench.run.TextTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code trace}: a {@code perf trace -s} session beside the observer's own count. */
@Command(
    name = "trace",
    mixinStandardHelpOptions = true,
    description = "A perf trace -s session of one JVM, with the observer's own count beside it.",
    footer = {
      "",
      "Exit code: 0 complete, 1 something could not be measured (the reason is on stderr), 2 usage error.",
      "",
      "Examples:",
      "  trace.sh --port 8080",
      "  trace.sh 4711 --seconds 5 --out traces/first"
    })
final class TraceCommand implements Callable<Integer> {

  private static final List<Column> COMPARED =
      List.of(Column.SYSCALLS, Column.FUTEX, Column.READ, Column.WRITE, Column.EPOLL, Column.OTHER);

  @Spec private CommandSpec spec;

  @ArgGroup(multiplicity = "1")
  private TargetOptions target;

  @Option(names = "--seconds", defaultValue = "10", description = "length of the window (10)")
  private double seconds;

  @Option(names = "--top", defaultValue = "20", description = "how many threads (20)")
  private int top;

  @Option(names = "--out", paramLabel = "DIR", description = "where the raw files are kept")
  private Optional<Path> out = Optional.empty();

  @Override
  public Integer call() {
    if (!(seconds > 0) || top < 0) {
      throw new ParameterException(
          spec.commandLine(), "--seconds must be positive, --top not negative");
    }
    Observer.Settings settings = Observer.Settings.standard();
    Observer perf = Observer.probe(settings.withBest(CaptureLevel.L1));
    Observer own = Observer.probe(settings);
    perf.missing().forEach(missing -> log(missing.line()));
    if (perf.level() != CaptureLevel.L1) {
      log("perf trace cannot run here: ./scripts/threads.sh shows what can be counted");
      return ObserverCommand.INCOMPLETE;
    }
    try {
      OutputFolder folder = OutputFolder.of(Optional.of(out.orElse(defaultFolder())));
      return trace(perf, own, target.resolve(), folder.path());
    } catch (CannotObserve e) {
      log(e.getMessage());
      return ObserverCommand.INCOMPLETE;
    }
  }

  private static Path defaultFolder() {
    String time =
        java.time.format.DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT)
            .format(java.time.ZonedDateTime.now(java.time.ZoneOffset.UTC));
    return Path.of("results", time + "-trace");
  }

  private int trace(Observer perf, Observer own, long pid, Path folder) throws CannotObserve {
    Observation byPerf;
    Observation byObserver;
    try (Capture ownCapture = own.attach(pid, folder.resolve("observer"));
        Capture perfCapture = perf.attach(pid, folder.resolve("perf-trace"))) {
      // perf trace holds up a busy host while it attaches: both windows open when it is done.
      perfCapture.openTracer();
      ownCapture.openTracer();
      ownCapture.openSnapshot();
      perfCapture.openSnapshot();
      Waiting.until(ownCapture.openedAtNanos() + (long) (seconds * 1e9), ownCapture::isTargetAlive);
      ownCapture.closeTracer();
      perfCapture.closeTracer();
      ownCapture.closeSnapshot();
      perfCapture.closeSnapshot();
      byPerf = perfCapture.finish();
      byObserver = ownCapture.finish();
    }
    byPerf.write(folder.resolve("perf-trace"));
    byObserver.write(folder.resolve("observer"));
    print(byPerf, byObserver);
    log("raw files are in " + folder);
    boolean perfComplete = report(byPerf);
    boolean ownComplete = report(byObserver);
    return perfComplete && ownComplete ? ExitCode.OK : ObserverCommand.INCOMPLETE;
  }

  private void print(Observation byPerf, Observation byObserver) {
    ObservationText text = new ObservationText(byPerf, Optional.empty());
    System.out.println(text.roles());
    System.out.println(text.threads(Column.SYSCALLS, top));
    System.out.print(text.notes());
    System.out.println();
    if (byObserver.level() == CaptureLevel.L0) {
      System.out.print(difference(byPerf.entireJvm(), byObserver.entireJvm()));
    }
    System.out.flush();
  }

  /** Both counts of the entire JVM and by how much perf trace's is off. */
  static String difference(Counts perf, Counts own) {
    List<List<String>> rows = new ArrayList<>();
    for (Column column : COMPARED) {
      Optional<Long> theirs = column.value(perf);
      Optional<Long> ours = column.value(own);
      Optional<Long> off = theirs.flatMap(value -> ours.map(other -> value - other));
      Optional<Double> percent =
          off.flatMap(
              value -> ours.filter(all -> all > 0).map(all -> 100.0 * value.longValue() / all));
      rows.add(
          List.of(
              column.header(Optional.empty()),
              column.cell(perf, Optional.empty()),
              column.cell(own, Optional.empty()),
              off.map(value -> String.format(Locale.ROOT, "%+,d", value))
                  .orElse(Column.NOT_MEASURED),
              percent
                  .map(value -> String.format(Locale.ROOT, "%+.2f", value))
                  .orElse(Column.NOT_MEASURED)));
    }
    List<String> head = List.of("entire JVM", "perf trace", "observer", "difference", "%");
    return String.join("\n", new TextTable(head, rows).text()) + "\n";
  }

  private static boolean report(Observation seen) {
    seen.missing().forEach(missing -> log(missing.line()));
    seen.caveats().forEach(TraceCommand::log);
    seen.problems().forEach(failure -> log("FAIL: " + failure));
    return seen.isValid() && seen.level().reaches(CaptureLevel.L1);
  }

  private static void log(String line) {
    System.err.println("trace: " + line);
  }
}
