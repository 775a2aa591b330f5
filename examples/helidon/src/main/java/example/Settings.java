package example;

import io.helidon.webclient.http1.Http1Client;
import io.helidon.webserver.WebServer;
import jakarta.json.Json;
import jakarta.json.JsonObject;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** The settings in force that decide a result; -1 stands for a limit that does not exist. */
final class Settings {
  private Settings() {}

  static JsonObject json(Options options) {
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("schema", "tierbench/settings/1");
    settings.put("model", "helidon-se-virtual");
    settings.put("transport", "nio");
    settings.put("accept_count", HelidonServer.BACKLOG);
    settings.put("max_connections", -1);
    settings.put("keep_alive_timeout_ms", HelidonServer.KEEP_ALIVE.toMillis());
    settings.put("max_keep_alive_requests", -1);
    settings.put("echo_url", options.echo().toString());
    settings.put("client_max_connections", -1);
    settings.put("client_cached_connections", EchoClient.CACHED_CONNECTIONS);
    settings.put("connect_timeout_ms", EchoClient.CONNECT_TIMEOUT.toMillis());
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
    settings.put(
        "versions",
        Map.of("server", version(WebServer.class), "client", version(Http1Client.class)));
    return Json.createObjectBuilder(settings).build();
  }

  private static String version(Class<?> library) {
    return "Helidon/" + library.getPackage().getImplementationVersion();
  }
}
