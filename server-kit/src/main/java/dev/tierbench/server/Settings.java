package dev.tierbench.server;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The settings in force that decide a result. Empty, and null in JSON: does not apply to the model.
 * JSON names are snake_case.
 */
public record Settings(
    String schema,
    String model,
    @JsonUnwrapped Server server,
    @JsonUnwrapped Client client,
    @JsonUnwrapped Jvm jvm,
    Versions versions) {

  /** Stands for a limit that does not exist. */
  public static final int NO_LIMIT = -1;

  public static Settings of(String model, Server server, Client client, Versions versions) {
    return new Settings("tierbench/settings/1", model, server, client, Jvm.current(), versions);
  }

  /**
   * What the server side allows.
   *
   * @param acceptCount the backlog asked for; the kernel cuts it to {@code net.core.somaxconn}
   */
  public record Server(
      String transport,
      Optional<Integer> eventLoops,
      Optional<Integer> maxThreads,
      Optional<Integer> minSpareThreads,
      Optional<Integer> maxConnections,
      int acceptCount,
      long keepAliveTimeoutMs,
      int maxKeepAliveRequests) {}

  /** What the client side, towards the tier behind the server, allows. */
  public sealed interface Client {}

  /** What the client of echo allows. */
  public record EchoClient(
      String echoUrl,
      int clientMaxConnections,
      int clientPendingAcquireMax,
      int clientMaxCalls,
      long clientAcquireTimeoutMs,
      long connectTimeoutMs,
      long responseTimeoutMs)
      implements Client {}

  /**
   * What the client of the database and its pool allow.
   *
   * @param databaseUrl without credentials
   * @param poolSize connections that are open all the time
   */
  public record DatabaseClient(
      String databaseUrl,
      int poolSize,
      long poolAcquireTimeoutMs,
      long connectTimeoutMs,
      long responseTimeoutMs)
      implements Client {}

  /** Versions of the libraries. */
  public record Versions(
      Optional<String> springBoot,
      Optional<String> springFramework,
      String server,
      String client) {}

  /** The virtual machine. */
  public record Jvm(
      String jvmVersion, List<String> jvmFlags, long heapMaxBytes, String gc, int coresSeen) {

    public Jvm {
      jvmFlags = List.copyOf(jvmFlags);
    }

    static Jvm current() {
      return new Jvm(
          System.getProperty("java.vm.name") + " " + Runtime.version(),
          ManagementFactory.getRuntimeMXBean().getInputArguments(),
          Runtime.getRuntime().maxMemory(),
          ManagementFactory.getGarbageCollectorMXBeans().stream()
              .map(GarbageCollectorMXBean::getName)
              .collect(Collectors.joining(", ")),
          Runtime.getRuntime().availableProcessors());
    }
  }

  /** Milliseconds; {@link #NO_LIMIT} of an empty one. */
  public static long millis(Optional<Duration> limit) {
    return limit.map(Duration::toMillis).orElse((long) NO_LIMIT);
  }
}
