package dev.tierbench.loadgen.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.loadgen.Signals;
import dev.tierbench.loadgen.TestServer;
import dev.tierbench.loadgen.TestTls;
import dev.tierbench.loadgen.http.SelfSigned;
import dev.tierbench.loadgen.result.Tally;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.protocol.LoadEvent;
import dev.tierbench.run.record.LoadResult;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command as a process: what it prints where, and its exit codes. */
@Tag("process")
@Tag("timed")
class CommandTest {

  @TempDir Path folder;

  private record Finished(int exit, String out, String err) {}

  /** Starts it without the rehearsal, which takes seconds. */
  private Process start(String commandLine) throws IOException {
    return startAsTyped("--cold " + commandLine);
  }

  private Process startAsTyped(String commandLine) throws IOException {
    return start("-XX:TieredStopAtLevel=1", commandLine);
  }

  private Process start(String jvmOption, String commandLine) throws IOException {
    List<String> command = new ArrayList<>();
    // Where the tests run in the background SIGINT is ignored, and a JVM would inherit that.
    command.addAll(List.of("env", "--default-signal=INT"));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(jvmOption, "-cp", System.getProperty("java.class.path")));
    command.add(LoadCommand.class.getName());
    command.addAll(List.of(commandLine.split(" ", -1)));
    return new ProcessBuilder(command)
        .redirectOutput(folder.resolve("out").toFile())
        .redirectError(folder.resolve("err").toFile())
        .start();
  }

  private Finished finish(Process process) throws Exception {
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("ends by itself").isTrue();
    return new Finished(
        process.exitValue(),
        Files.readString(folder.resolve("out")),
        Files.readString(folder.resolve("err")));
  }

  private Finished run(String commandLine) throws Exception {
    return finish(start(commandLine));
  }

  @Test
  @Tag("smoke")
  void jsonIsOneObjectOnStdoutAndTheLogGoesToStderr() throws Exception {
    try (TestServer server = new TestServer(TestServer.delayed(5))) {
      Finished done = finish(startAsTyped(server.url() + " -c 4 --duration 1s --json"));
      assertThat(done.exit()).isZero();
      LoadResult result = RunJson.parse(done.out(), LoadResult.class);
      assertThat(result.schema()).isEqualTo("tierbench/load/1");
      assertThat(done.out())
          .contains("\"rate_ratio\" : null", "\"response_time_us\" : null", "\"p99_9\"");
      assertThat(done.err()).contains("warmed itself up", "4 connections made");
    }
  }

  @Test
  void aJvmThatOnlyInterpretsHasNothingToWarmUp() throws Exception {
    try (TestServer server = new TestServer(TestServer.delayed(5))) {
      Finished done = finish(start("-Xint", server.url() + " -c 1 --duration 300ms"));
      assertThat(done.err()).contains("did not warm itself up: its JVM only interprets");
    }
  }

  @Test
  void theEventOfASecondHasItsPercentilesWhenTheyAreAskedFor() throws Exception {
    try (TestServer server = new TestServer(TestServer.delayed(5))) {
      LoadEvent plain = aSecond(run(server.url() + " -c 2 --duration 1s --events"));
      assertThat(plain.p50Us()).isEmpty();
      LoadEvent second =
          aSecond(run(server.url() + " -c 2 --duration 1s --events --event-latencies"));
      assertThat(second.p50Us()).hasValueSatisfying(us -> assertThat(us).isBetween(5e3, 1e5));
      assertThat(second.p99Us())
          .describedAs("two connections make fewer than 1,000 requests")
          .isEmpty();
    }
    assertThat(run("http://127.0.0.1:1/ --event-latencies").err()).contains("give it too");
  }

  private static LoadEvent aSecond(Finished done) {
    return done.out()
        .lines()
        .map(line -> RunJson.parse(line, LoadEvent.class))
        .filter(event -> event.event() == LoadEvent.Type.SECOND)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aGeneratorThatWasStoppedSaysSo() throws Exception {
    try (TestServer server = new TestServer(TestServer.delayed(5))) {
      Process generator = start(server.url() + " -c 4 --duration 4s --json");
      Path log = folder.resolve("err");
      while (generator.isAlive() && !Files.readString(log).contains("4 connections made")) {
        Thread.sleep(20);
      }
      Thread.sleep(1_000);
      Signals.send("STOP", generator);
      Thread.sleep(700);
      Signals.send("CONT", generator);
      LoadResult.Phase measured =
          RunJson.parse(finish(generator).out(), LoadResult.class).phases().getLast();
      assertThat(measured.generator().orElseThrow().pause().orElseThrow().seconds())
          .isGreaterThan(0.6);
      assertThat(measured.silence().orElseThrow().seconds()).isGreaterThan(0.6);
    }
  }

  @Test
  void eventsMarkTheBoundariesAndTheFilesAreThereAtTheEnd() throws Exception {
    Path out = folder.resolve("step");
    try (TestServer server = new TestServer(TestServer.delayed(5))) {
      Finished done =
          run(server.url() + " -c 4 --phases settle=1s,measure=2s --events --out " + out);
      assertThat(done.exit()).isZero();
      assertThat(done.out().lines().map(line -> RunJson.parse(line).get("event").asString()))
          .filteredOn(event -> !event.equals("second"))
          .containsExactly(
              "connected", "phase-start", "phase-end", "phase-start", "phase-end", "done");
      assertThat(done.out().lines().map(line -> RunJson.parse(line)))
          .filteredOn(line -> line.get("event").asString().equals("second"))
          .extracting(line -> line.get("phase").asString())
          .containsExactly("settle", "measure", "measure");
    }
    LoadResult result = RunJson.read(out.resolve("load.json"), LoadResult.class);
    Histogram measured = Tally.histogram();
    try (HistogramLogReader log = new HistogramLogReader(out.resolve("latency.hlog").toFile())) {
      for (EncodableHistogram next = log.nextIntervalHistogram();
          next != null;
          next = log.nextIntervalHistogram()) {
        if (next.getTag().equals("measure")) {
          measured.add((Histogram) next);
        }
      }
    }
    assertThat(measured.getTotalCount()).isEqualTo(result.phase("measure").orElseThrow().ok());
  }

  @Test
  void aHeldPhaseEndsWhenALineComesIn() throws Exception {
    try (TestServer server = new TestServer(TestServer.delayed(5))) {
      Process process = start(server.url() + " -c 4 --phases attach=hold:50s,trace=1s --json");
      process.getOutputStream().write("go\n".getBytes(StandardCharsets.US_ASCII));
      process.getOutputStream().flush();
      Finished done = finish(process);
      assertThat(done.exit()).isZero();
      LoadResult result = RunJson.parse(done.out(), LoadResult.class);
      assertThat(result.phase("attach").orElseThrow().seconds()).isLessThan(40);
      assertThat(result.phase("trace").orElseThrow().seconds()).isEqualTo(1.0);
      assertThat(result.phase("trace").orElseThrow().ok()).isPositive();
    }
  }

  @Test
  void aLineThatNamesAPhaseReleasesNoOther() throws Exception {
    try (TestServer server = new TestServer(TestServer.delayed(5))) {
      Process process =
          start(server.url() + " -c 4 --phases settle=hold:3s,attach=hold:50s --json");
      process.getOutputStream().write("go attach\n".getBytes(StandardCharsets.US_ASCII));
      process.getOutputStream().flush();
      Finished done = finish(process);
      LoadResult result = RunJson.parse(done.out(), LoadResult.class);
      assertThat(result.phase("settle").orElseThrow().seconds()).isEqualTo(3.0);
      assertThat(result.phase("attach").orElseThrow().seconds()).isLessThan(40);
    }
  }

  @Test
  void anExistingResultIsNeverOverwritten() throws Exception {
    Files.writeString(folder.resolve("load.json"), "mine");
    Finished done = run("http://127.0.0.1:1/ -d 1s --out " + folder);
    assertThat(done.exit()).isEqualTo(2);
    assertThat(done.err()).contains("exists and is kept");
    assertThat(folder.resolve("load.json")).hasContent("mine");
  }

  @Test
  void aUsageErrorIsOneLineAndExit2() throws Exception {
    Finished done = run("http://h/ --no-such-option");
    assertThat(done.exit()).isEqualTo(2);
    assertThat(done.out()).isEmpty();
    assertThat(done.err().lines()).hasSize(1);
  }

  @Test
  void aBodyThatIsNotThereIsAUsageError() throws Exception {
    Finished done = run("http://127.0.0.1:1/ --method POST --body-file " + folder + "/none.json");
    assertThat(done.exit()).isEqualTo(2);
    assertThat(done.err().lines()).hasSize(1);
    assertThat(done.err()).contains("none.json does not exist");
  }

  @Test
  void aCertificateThatIsNotBelievedIsOneLineWithWhatToDoAndExit1() throws Exception {
    SelfSigned identity = SelfSigned.make("ip:127.0.0.1");
    try (TestServer server =
        new TestServer(
            0,
            TestServer.delayed(5),
            (socket, out, number) -> {},
            Optional.of(TestTls.server(identity)))) {
      Finished refused = run(server.url() + " -c 2 -d 300ms --json");
      assertThat(refused.exit()).isEqualTo(1);
      assertThat(refused.out()).isEmpty();
      assertThat(refused.err().lines().filter(line -> line.startsWith("load.sh: ")))
          .singleElement()
          .asString()
          .contains("certificate was refused", "Give --trust FILE", "--insecure");

      Path trust = TestTls.pem(folder.resolve("server.pem"), identity.certificate());
      Finished believed = run(server.url() + " -c 2 -d 300ms --json --trust " + trust);
      assertThat(believed.exit()).isZero();
      LoadResult result = RunJson.parse(believed.out(), LoadResult.class);
      assertThat(result.request().tls().orElseThrow().protocol()).isEqualTo("TLSv1.3");
      assertThat(believed.out()).contains("\"body_bytes\" : 0", "\"method\" : \"GET\"");
    }
  }

  @Test
  void failedRequestsAreExit1WithTheMostFrequentReason() throws Exception {
    try (TestServer server =
        new TestServer(TestServer.saying("HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n"))) {
      Finished done = run(server.url() + " -c 2 -d 500ms");
      assertThat(done.exit()).isEqualTo(1);
      assertThat(done.err()).contains("requests failed").contains("status 500, not 200");
    }
  }

  @Test
  void aSilentServerIsExit1EvenWhenNothingTimedOutYet() throws Exception {
    try (TestServer server = new TestServer((socket, out, number) -> Thread.sleep(60_000))) {
      Finished done = run(server.url() + " -c 2 -d 500ms");
      assertThat(done.exit()).isEqualTo(1);
      assertThat(done.err()).contains("stayed silent");
    }
  }

  /** No request of the open model fails with a connection that cannot be reconnected. */
  @Test
  void aServerThatIsGoneAtTheEndIsExit1InTheOpenModel() throws Exception {
    TestServer server = new TestServer(TestServer.delayed(1));
    Process generator = start(server.url() + " -c 2 -R 20 -d 3s");
    Path log = folder.resolve("err");
    while (generator.isAlive() && !Files.readString(log).contains("began")) {
      Thread.sleep(20);
    }
    Thread.sleep(1_000);
    server.close();
    Finished done = finish(generator);
    assertThat(done.exit()).isEqualTo(1);
    assertThat(done.out()).contains("lost while idle: ", "not reconnected: connection refused");
    // One that was just under way has failed.
    assertThat(done.err()).containsPattern("no connection was open at the end|requests failed");
  }

  @Test
  void ctrlCPrintsWhatWasMeasuredAndExits130() throws Exception {
    try (TestServer server = new TestServer(TestServer.delayed(5))) {
      Process process = start(server.url() + " -c 4 -d 60s --json");
      File err = folder.resolve("err").toFile();
      for (int i = 0; i < 200 && !Files.readString(err.toPath()).contains("began"); i++) {
        Thread.sleep(50);
      }
      Thread.sleep(500);
      Signals.send("INT", process);
      Finished done = finish(process);
      assertThat(done.exit()).isEqualTo(130);
      LoadResult result = RunJson.parse(done.out(), LoadResult.class);
      assertThat(result.phases().getFirst().ok()).isPositive();
      assertThat(result.phases().getFirst().seconds()).isLessThan(59);
      assertThat(result.environment().caveats()).anyMatch(text -> text.startsWith("interrupted"));
    }
  }

  @Test
  void ctrlCWhileConnectingExits130() throws Exception {
    try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      // Nobody accepts: beyond the backlog the handshakes stay open.
      Process process =
          startAsTyped(
              "http://127.0.0.1:" + full.getLocalPort() + " -c 50 --timeout 60s --format wrk2");
      Path log = folder.resolve("err");
      while (process.isAlive() && !Files.readString(log).contains("warmed itself up")) {
        Thread.sleep(20);
      }
      Thread.sleep(500);
      assertThat(process.isAlive()).isTrue();
      Signals.send("INT", process);
      Finished done = finish(process);
      assertThat(done.exit()).isEqualTo(130);
      assertThat(done.out()).isEmpty();
      assertThat(done.err()).contains("interrupted before anything was measured");
    }
  }

  @Test
  void aResultIsPrintedEvenWhenItsFileCannotBeWritten() throws Exception {
    Path out = folder.resolve("step");
    // While it measures, a folder that is not empty takes the place of the file.
    TestServer.Behaviour answers = TestServer.delayed(5);
    TestServer.Behaviour taking =
        (socket, response, number) -> {
          Files.createDirectories(out.resolve("load.json").resolve("x"));
          answers.answer(socket, response, number);
        };
    try (TestServer server = new TestServer(taking)) {
      Finished done = run(server.url() + " -c 2 -d 300ms --json --out " + out);
      assertThat(done.exit()).isEqualTo(1);
      assertThat(RunJson.parse(done.out(), LoadResult.class).phases().getFirst().ok()).isPositive();
      assertThat(done.err().lines().toList().getLast()).contains("cannot write", "load.json");
    }
  }

  @Test
  void anOutThatIsAFileIsSaidBeforeAnythingIsMeasured() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "mine");
    Finished done = run("http://127.0.0.1:1/ -d 1s --out " + file);
    assertThat(done.exit()).isEqualTo(1);
    assertThat(done.err().lines()).hasSize(1);
    assertThat(done.err()).contains(file.toString(), "it is a file and no folder");
  }

  @Test
  void theWrk2ReportNeverShowsATimeThatNobodyMeasured() throws Exception {
    try (TestServer server =
        new TestServer(TestServer.saying("HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n"))) {
      Finished done = run("-c2 -d1s -U --format wrk2 " + server.url());
      assertThat(done.exit()).isEqualTo(1);
      assertThat(done.out())
          .contains("Recorded Latency", "Uncorrected Latency", "Non-2xx or 3xx responses: ")
          .containsPattern("50.000% +-\n")
          .doesNotContain("0.00us");
    }
  }

  @Test
  void theWrk2ReportHasTheShapeOfWrk2s() throws Exception {
    String fixture =
        new String(
            CommandTest.class.getResourceAsStream("/wrk2-4.0.0-rate2000-c200.txt").readAllBytes(),
            StandardCharsets.UTF_8);
    try (TestServer server = new TestServer(TestServer.delayed(5))) {
      Finished done = run("-t2 -c20 -d2s -R500 --latency --format wrk2 " + server.url());
      assertThat(done.exit()).isZero();
      assertThat(shape(done.out())).containsExactlyElementsOf(shape(fixture));
    }
  }

  /** The kinds of lines in order: numbers and units taken out, repeated lines once. */
  private static List<String> shape(String report) {
    List<String> shape = new ArrayList<>();
    report
        .lines()
        .filter(line -> !line.contains("calibration"))
        .map(line -> line.replaceAll("http\\S+", "URL"))
        .map(line -> line.replaceAll("\\d+(\\.\\d+)?(us|ms|s|m|k|M|B|KB|MB)?\\b|\\binf\\b", "#"))
        .map(line -> line.replaceAll("\\s+", " ").strip())
        .filter(line -> !line.isEmpty())
        .forEach(line -> {
          if (shape.isEmpty() || !shape.getLast().equals(line)) {
            shape.add(line);
          }
        });
    return shape;
  }
}
