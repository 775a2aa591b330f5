package dev.tierbench.observer;

import dev.tierbench.observer.host.CannotObserve;
import dev.tierbench.observer.host.PortOwner;
import java.util.Optional;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which process: by PID or by the port that it listens on. */
final class TargetOptions {

  @Parameters(paramLabel = "PID", description = "the JVM's process")
  private Optional<Long> pid = Optional.empty();

  @Option(names = "--port", paramLabel = "PORT", description = "the JVM that listens on this port")
  private Optional<Integer> port = Optional.empty();

  long resolve() throws CannotObserve {
    return pid.isPresent() ? pid.get() : PortOwner.REAL.find(port.orElseThrow());
  }
}
