package dev.tierbench.observer.trace;

import dev.tierbench.observer.host.OwnProcess;
import dev.tierbench.observer.host.Proc;
import dev.tierbench.observer.host.TargetProcess;
import dev.tierbench.observer.host.child.ChildCommand;
import dev.tierbench.observer.host.child.ChildProcess;
import dev.tierbench.observer.host.child.Command;
import dev.tierbench.run.record.Observation;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Counts of the whole process by {@code perf stat}, independent of the per-thread tracer. It is
 * attached before the window and switched on and off at its beginning and end, which it
 * acknowledges.
 */
public final class PerfStat implements AutoCloseable {

  /** The event that counts every system call. */
  public static final String SYSCALLS = "raw_syscalls:sys_enter";

  public static final String FUTEX = "syscalls:sys_enter_futex";

  private static final Duration LIMIT = Duration.ofSeconds(20);

  /** Descriptors that perf needs for other things than events, and for threads yet to come. */
  private static final int SPARE_DESCRIPTORS = 1000;

  /** What a host without a tracer can count, the most wanted first. */
  public static final List<String> SOFTWARE =
      List.of(SYSCALLS, "task-clock", "context-switches", "page-faults", FUTEX);

  /** What needs counters of the processor. */
  public static final List<String> HARDWARE = List.of(Observation.INSTRUCTIONS, Observation.CYCLES);

  /** Why {@link #HARDWARE} cannot be counted here, tried on a program; empty when it can. */
  public static Optional<String> hardwareMissing() throws InterruptedException {
    List<String> command = new ArrayList<>(List.of("perf", "stat", "-x,", "-e"));
    command.addAll(List.of(String.join(",", HARDWARE), "--", "true"));
    try {
      Map<String, Optional<Long>> counts = PerfStatOutput.parseProcess(Command.run(command, LIMIT));
      return HARDWARE.stream()
              .allMatch(event -> counts.getOrDefault(event, Optional.empty()).isPresent())
          ? Optional.empty()
          : Optional.of("perf stat has no counters for them here");
    } catch (IOException e) {
      return Optional.of(e.getMessage());
    }
  }

  private final ChildProcess perf;
  private final Path output;
  private final RandomAccessFile control;
  private final FileInputStream acknowledgement;

  private PerfStat(
      ChildProcess perf, Path output, RandomAccessFile control, FileInputStream acknowledgement) {
    this.perf = perf;
    this.output = output;
    this.control = control;
    this.acknowledgement = acknowledgement;
  }

  /**
   * Attaches with the counters off.
   *
   * @param wanted events, the most wanted first: each costs a descriptor per thread, and time at
   *     every switch
   * @throws IOException when perf cannot attach or the descriptors do not suffice
   */
  public static PerfStat attach(TargetProcess target, List<String> wanted, Path rawFolder)
      throws IOException {
    int threads = Proc.REAL.threadIds(target.pid()).size();
    List<String> events = eventsThatFit(wanted, threads, OwnProcess.REAL.descriptorLimit());
    // Not in the raw folder: perf takes the names apart at commas, which it may have.
    Path pipes = Files.createTempDirectory("tierbench-perf-");
    Path controlFile = fifo(pipes, "control");
    Path acknowledgementFile = fifo(pipes, "ack");
    // Opened for reading and writing, a pipe does not block until somebody else opens it.
    RandomAccessFile control = new RandomAccessFile(controlFile.toFile(), "rw");
    FileInputStream acknowledgement =
        new FileInputStream(new RandomAccessFile(acknowledgementFile.toFile(), "rw").getFD());
    Path output = rawFolder.resolve("perf-stat.csv");
    List<String> command = new ArrayList<>(List.of("perf", "stat", "-x,", "-D", "-1"));
    command.addAll(List.of("--control", "fifo:" + controlFile + "," + acknowledgementFile));
    command.addAll(List.of("-o", output.toString(), "-e", String.join(",", events)));
    command.addAll(List.of("-p", Long.toString(target.pid())));
    PerfStat stat =
        new PerfStat(
            ChildProcess.start(
                ChildCommand.tool(
                    command, Redirect.DISCARD, rawFolder.resolve("perf-stat.stderr"))),
            output,
            control,
            acknowledgement);
    try {
      stat.command("ping");
      return stat;
    } catch (IOException e) {
      stat.close();
      throw e;
    } finally {
      Files.deleteIfExists(controlFile);
      Files.deleteIfExists(acknowledgementFile);
      Files.deleteIfExists(pipes);
    }
  }

  /** Returns the first events for which the descriptors suffice, one for each thread and event. */
  static List<String> eventsThatFit(List<String> wanted, int threads, long descriptors)
      throws IOException {
    long fit = (descriptors - SPARE_DESCRIPTORS) / Math.max(1, threads);
    if (fit < 1) {
      throw new IOException(
          "perf stat needs one descriptor per thread ("
              + threads
              + ") and the limit is "
              + descriptors
              + ": raise ulimit -n");
    }
    return wanted.subList(0, (int) Math.min(fit, wanted.size()));
  }

  private static Path fifo(Path folder, String name) throws IOException {
    Path file = folder.resolve(name);
    Command.runToEnd(List.of("mkfifo", "-m", "600", file.toString()), LIMIT);
    return file;
  }

  /** Switches the counters on; they count when this returns. */
  public void begin() throws IOException {
    command("enable");
  }

  /** Switches the counters off. */
  public void end() throws IOException {
    command("disable");
  }

  private void command(String word) throws IOException {
    control.write((word + "\n").getBytes(StandardCharsets.US_ASCII));
    perf.awaitAnswer(this::hasAcknowledged, LIMIT);
  }

  /** Some versions send a byte more behind the line. */
  private boolean hasAcknowledged() throws IOException {
    byte[] arrived = acknowledgement.readNBytes(acknowledgement.available());
    return new String(arrived, StandardCharsets.US_ASCII).contains("\n");
  }

  /** The counts by event; those that the host does not have are empty. */
  public Map<String, Optional<Long>> finish() throws IOException {
    perf.interrupt();
    try {
      perf.await(LIMIT);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while perf stat printed its counts", e);
    }
    return PerfStatOutput.parseProcess(Files.readString(output));
  }

  @Override
  public void close() {
    perf.close();
    try {
      control.close();
      acknowledgement.close();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot close the pipes of perf stat", e);
    }
  }
}
