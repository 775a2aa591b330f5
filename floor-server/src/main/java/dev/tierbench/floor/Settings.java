package dev.tierbench.floor;

import io.netty.util.Version;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import reactor.netty.http.server.HttpServer;
import reactor.netty.resources.LoopResources;
import tools.jackson.databind.json.JsonMapper;

/** The effective settings that decide a result, with the names that the other servers use. */
final class Settings {

  private Settings() {}

  static String json(FloorSettings settings) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("schema", "tierbench/settings/1");
    all.put("model", "netty-floor");
    all.put("transport", LoopResources.hasNativeSupport() ? "epoll" : "nio");
    all.put("event_loops", settings.loops());
    all.put("max_threads", null);
    all.put("min_spare_threads", null);
    all.put("max_connections", null);
    all.put("accept_count", settings.acceptCount);
    all.put("keep_alive_timeout_ms", -1);
    all.put("max_keep_alive_requests", -1);
    all.put("echo_url", settings.echoUrl);
    all.put("client_max_connections", settings.maxConnections);
    all.put("client_pending_acquire_max", EchoClient.UNLIMITED_PENDING);
    all.put("client_acquire_timeout_ms", settings.acquireTimeout.toMillis());
    all.put("connect_timeout_ms", settings.connectTimeout.toMillis());
    all.put("response_timeout_ms", settings.timeout.toMillis());
    jvm(all);
    all.put("versions", versions());
    return JsonMapper.shared().writeValueAsString(all);
  }

  private static void jvm(Map<String, Object> all) {
    all.put("jvm_version", System.getProperty("java.vm.name") + " " + Runtime.version());
    all.put("jvm_flags", ManagementFactory.getRuntimeMXBean().getInputArguments());
    all.put("heap_max_bytes", Runtime.getRuntime().maxMemory());
    all.put(
        "gc",
        ManagementFactory.getGarbageCollectorMXBeans().stream()
            .map(GarbageCollectorMXBean::getName)
            .collect(Collectors.joining(", ")));
    all.put("cores_seen", Runtime.getRuntime().availableProcessors());
  }

  private static Map<String, Object> versions() {
    String netty =
        "reactor-netty/"
            + HttpServer.class.getPackage().getImplementationVersion()
            + " netty/"
            + Version.identify().get("netty-common").artifactVersion();
    Map<String, Object> versions = new LinkedHashMap<>();
    versions.put("spring_boot", null);
    versions.put("spring_framework", null);
    versions.put("server", netty);
    versions.put("client", netty);
    return versions;
  }
}
