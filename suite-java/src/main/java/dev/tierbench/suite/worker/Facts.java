package dev.tierbench.suite.worker;

import com.sun.management.HotSpotDiagnosticMXBean;
import dev.tierbench.suite.Library;
import dev.tierbench.suite.Setup;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.Map;

/** The {@code settings} line: what the implementation set up, and the JVM that runs it. */
public final class Facts {

  private static final int CLOCK_SAMPLES = 1000;

  private Facts() {}

  public static Map<String, Object> of(Setup setup) {
    Map<String, String> libraries = new LinkedHashMap<>();
    for (Library library : setup.libraries()) {
      libraries.put(library.name(), library.version());
    }
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("libraries", libraries);
    facts.put("pools", setup.pools());
    facts.put("threads", setup.threads());
    facts.put("pid", ProcessHandle.current().pid());
    facts.put("cores", Runtime.getRuntime().availableProcessors());
    facts.put("heap_max_bytes", Runtime.getRuntime().maxMemory());
    facts.put("stack_size_kib", stackSizeKib());
    facts.put("java_version", Runtime.version().toString());
    facts.put("jvm_flags", ManagementFactory.getRuntimeMXBean().getInputArguments());
    facts.put("clock_resolution_ns", clockResolutionNanos());
    return Map.of("settings", facts);
  }

  private static long stackSizeKib() {
    return Long.parseLong(
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
            .getVMOption("ThreadStackSize")
            .getValue());
  }

  /** The smallest step of the clock that was seen. */
  private static long clockResolutionNanos() {
    long smallest = Long.MAX_VALUE;
    for (int i = 0; i < CLOCK_SAMPLES; i++) {
      long start = System.nanoTime();
      long next = System.nanoTime();
      while (next == start) {
        next = System.nanoTime();
      }
      smallest = Math.min(smallest, next - start);
    }
    return smallest;
  }
}
