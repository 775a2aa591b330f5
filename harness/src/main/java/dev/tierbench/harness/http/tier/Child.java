package dev.tierbench.harness.http.tier;

import dev.tierbench.run.CpuList;
import dev.tierbench.harness.host.ProcessAffinity;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A process of the sweep; its log is a file. */
public final class Child implements RunningTier {

  private static final Duration GRACE = Duration.ofSeconds(5);
  private static final int TAIL_BYTES = 16_384;
  private static final int SIGNALLED = 128;

  private final String name;
  private final Process process;
  private final Path log;

  Child(String name, Process process, Path log) {
    this.name = name;
    this.process = process;
    this.log = log;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public long pid() {
    return process.pid();
  }

  @Override
  public boolean isAlive() {
    return process.isAlive();
  }

  @Override
  public CompletableFuture<RunningTier> ended() {
    return process.onExit().thenApply(ended -> this);
  }

  /** Its standard output, when the command kept it apart from the log. */
  public InputStream output() {
    return process.getInputStream();
  }

  /**
   * Writes a line to its standard input, when the command kept that open.
   *
   * @throws IOException when it is gone
   */
  public void tell(String line) throws IOException {
    process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
    process.getOutputStream().flush();
  }

  /** The exit status of a child that has ended; 128 + N when signal N ended it. */
  public int exitCode() {
    return process.exitValue();
  }

  @Override
  public String howItEnded() {
    int code = exitCode();
    return code > SIGNALLED
        ? name + " was ended by signal " + (code - SIGNALLED)
        : name + " exited with code " + code;
  }

  void whenEnded(Consumer<Child> then) {
    CompletableFuture<Void> unused = ended().thenAccept(ended -> then.accept(this));
  }

  void askToEnd() {
    process.destroy();
  }

  @Override
  public Optional<String> containerId() {
    return Optional.empty();
  }

  @Override
  public void holdTo(CpuList cores) throws IOException, InterruptedException {
    ProcessAffinity.hold(pid(), cores);
  }

  /** Asks it to end, and makes it after a while; it is gone when this returns. */
  @Override
  public void end() throws InterruptedException {
    process.destroy();
    if (!process.waitFor(GRACE.toMillis(), TimeUnit.MILLISECONDS)) {
      kill();
    }
  }

  @Override
  public void kill() throws InterruptedException {
    process.destroyForcibly();
    process.waitFor();
  }

  @Override
  public List<String> lastLines(int most) {
    try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
      long start = Math.max(0, file.length() - TAIL_BYTES);
      file.seek(start);
      byte[] bytes = new byte[(int) (file.length() - start)];
      file.readFully(bytes);
      List<String> lines =
          new String(bytes, StandardCharsets.UTF_8)
              .lines()
              .filter(line -> !line.isBlank())
              .toList();
      return lines.subList(Math.max(0, lines.size() - most), lines.size());
    } catch (IOException e) {
      return List.of("(its log cannot be read: " + e.getMessage() + ")");
    }
  }
}
