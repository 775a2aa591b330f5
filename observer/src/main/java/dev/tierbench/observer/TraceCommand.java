package dev.tierbench.observer;

import dev.tierbench.cli.Example;
import dev.tierbench.cli.HasHelp;
import dev.tierbench.cli.ProgramHelp;
import dev.tierbench.observer.host.CannotObserve;
import dev.tierbench.run.CaptureLevel;
import dev.tierbench.run.file.TextTable;
import dev.tierbench.run.record.Observation;
import dev.tierbench.run.threads.Counts;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;

/** {@code trace}: a {@code perf trace -s} session beside the observer's own count. */
@Command(
    name = "trace",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Runs perf trace -s on one JVM and prints the observer's own count beside it. perf trace slows a"
          + " saturated server down to a quarter; no sweep uses it."
    },
    exitCodeList = {
      "0:complete",
      "1:something could not be measured; the reason is on stderr",
      "2:usage error"
    })
final class TraceCommand extends CaptureCommand implements HasHelp {

  private static final ProgramHelp HELP =
      ProgramHelp.ofFewOptions(
          "./scripts/trace.sh (PID | --port PORT) [OPTION]...",
          new Example("sudo ./scripts/trace.sh --port 8080", "10 s of the JVM on that port"),
          new Example("sudo ./scripts/trace.sh 4711 --seconds 5 --out traces/first", "kept there"));

  private static final List<Column> COMPARED =
      List.of(Column.SYSCALLS, Column.FUTEX, Column.READ, Column.WRITE, Column.EPOLL, Column.OTHER);

  @Option(
      names = "--top",
      defaultValue = "20",
      description = "Print at most this many threads. Default: ${DEFAULT-VALUE}.")
  private int top;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Folder that gets the raw files. Default: results/TIME-trace.")
  private Optional<Path> out = Optional.empty();

  @Override
  public ProgramHelp help() {
    return HELP;
  }

  @Override
  void checkOptions() {
    if (!(seconds() > 0) || top < 0) {
      throw usageError("--seconds must be positive, --top not negative");
    }
  }

  @Override
  int run() throws CannotObserve {
    Observer.Settings settings = Observer.Settings.standard();
    Observer perf = Observer.probe(settings.withBest(CaptureLevel.L1));
    perf.missing().forEach(missing -> log(missing.line()));
    if (perf.level() != CaptureLevel.L1) {
      log("perf trace cannot run here: ./scripts/threads.sh shows what can be counted");
      return INCOMPLETE;
    }
    OutputFolder folder = OutputFolder.of(out.or(() -> Optional.of(defaultFolder())));
    return trace(perf, Observer.probe(settings), pid(), folder.path());
  }

  private static Path defaultFolder() {
    String time =
        DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT)
            .format(ZonedDateTime.now(ZoneOffset.UTC));
    return Path.of("results", time + "-trace");
  }

  private int trace(Observer perf, Observer own, long pid, Path folder) throws CannotObserve {
    CaptureResult byPerf;
    CaptureResult byObserver;
    try (Capture ownCapture = own.attach(pid, folder.resolve("observer"));
        Capture perfCapture = perf.attach(pid, folder.resolve("perf-trace"))) {
      // perf trace holds up a busy host while it attaches: both windows open when it is done.
      perfCapture.openTracer();
      ownCapture.openTracer();
      ownCapture.openSnapshot();
      perfCapture.openSnapshot();
      waitUntil(ownCapture.openedAtNanos() + window().toNanos(), ownCapture::isTargetAlive);
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
    boolean complete = true;
    for (CaptureResult seen : List.of(byPerf, byObserver)) {
      report(seen, List.of());
      complete &= seen.isValid() && seen.observed().level().reaches(CaptureLevel.L1);
    }
    return complete ? ExitCode.OK : INCOMPLETE;
  }

  private void print(CaptureResult byPerf, CaptureResult byObserver) {
    ObservationText text = new ObservationText(byPerf, Optional.empty());
    System.out.println(text.roles());
    System.out.println(text.threads(Column.SYSCALLS, top));
    System.out.print(text.notes());
    System.out.println();
    if (byObserver.observed().level() == CaptureLevel.L0) {
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
      rows.add(
          List.of(
              column.header(Optional.empty()),
              column.cell(perf, Optional.empty()),
              column.cell(own, Optional.empty()),
              Column.text("%+,d", off),
              Column.text("%+.2f", Observation.ratio(100, off, ours))));
    }
    List<String> head = List.of("entire JVM", "perf trace", "observer", "difference", "%");
    return String.join("\n", new TextTable(head, rows).text()) + "\n";
  }
}
