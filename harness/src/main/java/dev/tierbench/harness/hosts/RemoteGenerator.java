package dev.tierbench.harness.hosts;

import dev.tierbench.harness.http.tier.OtherGenerator;
import dev.tierbench.observer.host.child.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** A generator that was started on another host. */
final class RemoteGenerator extends OtherGenerator {

  private static final Duration END = Duration.ofSeconds(10);

  private final RemoteHost host;
  private final String token;

  RemoteGenerator(RemoteHost host, ChildProcess process, String token) {
    super(host, process);
    this.host = host;
    this.token = token;
  }

  @Override
  public long pid() throws IOException, InterruptedException {
    return host.jvm(token);
  }

  @Override
  protected double roundTripMillis() {
    return host.lastRoundTrip().p99Ms();
  }

  @Override
  public void fetch(Path folder) throws IOException, InterruptedException {
    int unused = process().await(END);
    if (hasFailed()) {
      throw new IOException(howItEnded());
    }
    Files.createDirectories(folder);
    host.transport().fetchOutput(token, folder);
  }

  @Override
  public void close() throws InterruptedException {
    process().kill();
    try {
      host.transport().kill(token);
    } catch (IOException e) {
      System.err.println(
          "warning: a generator may still run on " + host.name() + ": " + e.getMessage());
    }
  }
}
