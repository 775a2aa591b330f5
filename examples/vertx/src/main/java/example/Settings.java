package example;

import io.netty.util.Version;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** The settings in force that decide a result; -1 stands for a limit that does not exist. */
final class Settings {
  private Settings() {}

  static String json(Options options, String transport) {
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("schema", "tierbench/settings/1");
    settings.put("model", "vertx-event-loop");
    settings.put("transport", transport);
    settings.put("event_loops", options.eventLoops());
    settings.put("accept_count", SleepVerticle.BACKLOG);
    settings.put("max_connections", -1);
    settings.put("keep_alive_timeout_ms", -1);
    settings.put("max_keep_alive_requests", -1);
    settings.put("echo_url", options.echo().toString());
    settings.put("client_max_connections", EchoClient.CONNECTIONS_PER_LOOP * options.eventLoops());
    settings.put("connect_timeout_ms", EchoClient.CONNECT_TIMEOUT_MILLIS);
    settings.put("response_timeout_ms", options.timeout().toMillis());
    settings.put("jvm_version", System.getProperty("java.vm.name") + " " + Runtime.version());
    settings.put("jvm_flags", ManagementFactory.getRuntimeMXBean().getInputArguments());
    settings.put("heap_max_bytes", Runtime.getRuntime().maxMemory());
    settings.put(
        "gc",
        ManagementFactory.getGarbageCollectorMXBeans().stream()
            .map(GarbageCollectorMXBean::getName)
            .collect(Collectors.joining(", ")));
    settings.put("cores_seen", Runtime.getRuntime().availableProcessors());
    String version =
        "Vert.x/"
            + Vertx.class.getPackage().getImplementationVersion()
            + " Netty/"
            + Version.identify().get("netty-common").artifactVersion();
    settings.put("versions", Map.of("server", version, "client", version));
    return new JsonObject(settings).encode();
  }
}
