package dev.tierbench.harness.tier.database;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tierbench.harness.tier.RunningTier;
import dev.tierbench.observer.host.child.ChildProcess;
import dev.tierbench.run.Tier;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The server of a {@link PostgresCluster}: a process with one child for each connection.
 *
 * @param log of this server and of those before it
 * @param from where in the log it began, in bytes
 */
public record DatabaseTier(ChildProcess process, Path log, long from) implements RunningTier {

  /** Messages of PostgreSQL in the locale C about what a system call was refused. */
  private static final Pattern LACK =
      Pattern.compile(
          "(?:LOG|ERROR|FATAL|PANIC): +(.*(?:No space left on device|Disk quota exceeded|out of memory"
              + "|Cannot allocate memory|Too many open files|Input/output error).*)");

  private static final Duration PATIENCE = Duration.ofSeconds(5);

  @Override
  public String name() {
    return Tier.DATABASE.id();
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
    return process.ended().thenApply(ended -> this);
  }

  @Override
  public String howItEnded() {
    return process.howItEnded();
  }

  @Override
  public List<String> lastLines(int most) {
    return process.lastLines(most);
  }

  /** Errors of its statements are its clients' matter, but not those of what it needs itself. */
  @Override
  public Optional<String> lack() {
    try (InputStream in = Files.newInputStream(log)) {
      in.skipNBytes(from);
      return new BufferedReader(new InputStreamReader(in, UTF_8))
          .lines()
          .map(LACK::matcher)
          .filter(Matcher::find)
          .map(found -> found.group(1))
          .findFirst();
    } catch (IOException e) {
      return Optional.of("its log cannot be read: " + e.getMessage());
    }
  }

  /** Ends it the fast way, in which it waits for no client. */
  @Override
  public void end() throws InterruptedException {
    try {
      process.interrupt();
      process.await(PATIENCE);
    } catch (IOException e) {
      process.kill();
    }
  }

  @Override
  public void kill() throws InterruptedException {
    process.kill();
  }
}
