package dev.tierbench.echo;

import static dev.tierbench.run.Units.MICROS_PER_SECOND;

import io.netty.util.Version;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** The effective settings that decide what this tier costs, as {@code GET /settings} shows them. */
final class Settings {

  private Settings() {}

  static String json(EchoConfig config) {
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("model", "echo");
    settings.put("delay", config.work().delay().text());
    settings.put("delay_us", Math.round(config.work().delay().mean() * MICROS_PER_SECOND));
    settings.put("failures", config.work().failures().text());
    settings.put("delay_seed", config.work().seed());
    settings.put("max_delay_us", config.work().maxDelay().toNanos() / 1_000);
    settings.put("transport", config.transport().name());
    settings.put("transport_warning", config.transport().warning().orElse(null));
    settings.put("event_loops", config.loops());
    settings.put("accept_count", config.backlog());
    settings.put("netty_version", nettyVersion());
    settings.put("jvm_version", Runtime.version().toString());
    settings.put("jvm_flags", ManagementFactory.getRuntimeMXBean().getInputArguments());
    settings.put("heap_max_bytes", Runtime.getRuntime().maxMemory());
    settings.put(
        "gc",
        ManagementFactory.getGarbageCollectorMXBeans().stream()
            .map(GarbageCollectorMXBean::getName)
            .toList());
    settings.put("cores_seen", Runtime.getRuntime().availableProcessors());
    return JsonMapper.shared().writeValueAsString(settings);
  }

  private static String nettyVersion() {
    Version version = Version.identify(Settings.class.getClassLoader()).get("netty-common");
    return version == null ? null : version.artifactVersion();
  }
}
