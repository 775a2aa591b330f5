package dev.tierbench.tomcat;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.springframework.boot.SpringBootVersion;
import org.springframework.core.SpringVersion;

/**
 * The settings in force that decide a result. Null: does not apply to the model; -1: no limit. JSON
 * names are snake_case.
 */
record Settings(
    String schema,
    String model,
    @JsonUnwrapped Server server,
    @JsonUnwrapped Client client,
    @JsonUnwrapped Jvm jvm,
    Versions versions) {

  static Settings of(
      String model, Server server, Client client, String serverVersion, String clientVersion) {
    return new Settings(
        "tierbench/settings/1",
        model,
        server,
        client,
        Jvm.current(),
        new Versions(
            SpringBootVersion.getVersion(),
            SpringVersion.getVersion(),
            serverVersion,
            clientVersion));
  }

  /**
   * What the server side allows.
   *
   * @param acceptCount the backlog asked for; the kernel cuts it to {@code net.core.somaxconn}
   */
  record Server(
      String transport,
      Integer eventLoops,
      Integer maxThreads,
      Integer minSpareThreads,
      Integer maxConnections,
      int acceptCount,
      long keepAliveTimeoutMs,
      int maxKeepAliveRequests) {}

  /** What the client side, towards echo, allows. */
  record Client(
      String echoUrl,
      int clientMaxConnections,
      int clientPendingAcquireMax,
      long clientAcquireTimeoutMs,
      long connectTimeoutMs,
      long responseTimeoutMs) {}

  /** Of the libraries. */
  record Versions(String springBoot, String springFramework, String server, String client) {}

  /** The virtual machine. */
  record Jvm(
      String jvmVersion, List<String> jvmFlags, long heapMaxBytes, String gc, int coresSeen) {

    Jvm {
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

  /** Milliseconds of a span of which null means that there is no limit. */
  static long millis(Duration span) {
    return span == null ? -1 : span.toMillis();
  }
}
