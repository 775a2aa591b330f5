package dev.tierbench.observer.measured;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.observer.HostCapture;
import dev.tierbench.observer.VictimProcess;
import dev.tierbench.run.Caveat;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.record.Observation;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The counters of the processor in a capture as a sweep makes it, by a perf that has them. */
@Tag("process")
class HardwareCaptureTest {

  @TempDir Path folder;

  /** Captures a process for a moment; run with a PATH of its own. */
  public static final class AsASweepDoes {
    private AsASweepDoes() {}

    public static void main(String[] args) throws IOException, InterruptedException {
      CaptureOrder order =
          new CaptureOrder(
              Long.parseLong(args[0]), true, Optional.empty(), Boolean.parseBoolean(args[1]));
      Path folder = Path.of(args[2]);
      try (LocalHost host = new LocalHost("local")) {
        HostCapture capture = host.attach(order, folder);
        capture.begin();
        Thread.sleep(300);
        capture.end();
        capture.finish(folder);
      }
    }
  }

  private Path events() {
    return folder.resolve("events");
  }

  /** A perf that obeys its pipes, as the real one does, and counts as much as it is told to. */
  private String perf(String instructions, String cycles) {
    return """
    #!/bin/sh
    [ "$1" = stat ] || { echo "perf version 6.1"; exit 0; }
    while [ $# -gt 0 ]; do
      case $1 in
        -o) out=$2 ;;
        -e) echo "$2" >"%s" ;;
        --control) pipes=${2#fifo:} ;;
      esac
      shift
    done
    trap 'printf "%%s\\n" "%s,,instructions:uk,1000,100.00,," "%s,,cycles:uk,1000,100.00,," >"$out"; exit 0' INT
    exec 3<"${pipes%%,*}" 4>"${pipes#*,}"
    while read -r word <&3; do echo ack >&4; done\
    """
        .formatted(events(), instructions, cycles);
  }

  private Observation captured(boolean hardware, String instructions, String cycles)
      throws Exception {
    Path perf = Files.createDirectory(folder.resolve("bin")).resolve("perf");
    Files.writeString(perf, perf(instructions, cycles));
    assertThat(perf.toFile().setExecutable(true)).isTrue();
    Path out = Files.createDirectory(folder.resolve("out"));
    Path log = folder.resolve("log");
    try (VictimProcess victim = VictimProcess.start("Victim", "load")) {
      ProcessBuilder capture =
          // Where the tests run in the background SIGINT is ignored, and a shell cannot trap it
          // then.
          new ProcessBuilder(
              "env",
              "--default-signal=INT",
              Path.of(System.getProperty("java.home"), "bin", "java").toString(),
              "-cp",
              System.getProperty("java.class.path"),
              AsASweepDoes.class.getName(),
              Long.toString(victim.pid()),
              Boolean.toString(hardware),
              out.toString());
      capture
          .environment()
          .merge("PATH", perf.getParent().toString(), (all, own) -> own + File.pathSeparator + all);
      Process process = capture.redirectErrorStream(true).redirectOutput(log.toFile()).start();
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).as(Files.readString(log)).isZero();
    }
    return RunJson.read(out.resolve(RunFolder.OBSERVATION), Observation.class);
  }

  @Test
  void instructionsAndCyclesOfTheProcessAreCountedWhereTheyAreWanted() throws Exception {
    assertThat(captured(true, "3000000", "1500000").perf())
        .containsEntry(Observation.INSTRUCTIONS, Optional.of(3_000_000L))
        .containsEntry(Observation.CYCLES, Optional.of(1_500_000L));
    assertThat(events()).content().contains("instructions:uk,cycles:uk");
  }

  @Test
  void aHostWithoutTheCountersHasNoCount() throws Exception {
    Observation observed = captured(true, "<not supported>", "<not supported>");
    assertThat(observed.missing())
        .extracting(Caveat::what)
        .anyMatch(what -> what.startsWith("no instructions:uk: perf stat had no counter"));
    assertThat(observed.perf())
        .containsEntry(Observation.INSTRUCTIONS, Optional.empty())
        .containsEntry(Observation.CYCLES, Optional.empty());
  }

  @Test
  void nobodyCountsThemUnasked() throws Exception {
    captured(false, "1", "1");
    assertThat(Files.exists(events()) ? Files.readString(events()) : "")
        .doesNotContain("instructions");
  }
}
