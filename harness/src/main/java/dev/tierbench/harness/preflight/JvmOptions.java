package dev.tierbench.harness.preflight;

import dev.tierbench.observer.host.CompilerThreads;
import dev.tierbench.observer.profile.ProfileOrder;
import dev.tierbench.run.Tier;
import dev.tierbench.run.plan.Plan.Pinning;
import dev.tierbench.run.plan.ResourceLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Options of the JVMs of a run. The collector is named because the JVM would pick by the size of
 * the host; all compiler threads live from the start, so that their CPU can be summed.
 */
public final class JvmOptions {

  private static final String COMPILERS = CompilerThreads.KEPT;

  /**
   * Makes the heap resident at the start. The first use of each of its pages costs a page fault,
   * which a window has or has not by how far the young generation has grown; where these are dear,
   * as in virtual machines, they take up to half of the CPU of a light request.
   */
  private static final String TOUCHED = "-XX:+AlwaysPreTouch";

  /** A JVM refuses to start with two of them. */
  private static final Pattern COLLECTOR = Pattern.compile("-XX:\\+Use\\w+GC");

  /** Options of the echo tier and the load generator. */
  public static final List<String> HELPER =
      List.of("-Xms512m", "-Xmx512m", "-XX:+UseSerialGC", COMPILERS, TOUCHED);

  private static final Pattern HEAP = Pattern.compile("-Xm[sx].*");
  private static final String CORES = "-XX:ActiveProcessorCount=";

  private JvmOptions() {}

  /**
   * Options of the JVM of each tier, by its id. All servers have the same heap and the same
   * collector. A server that is pinned starts on all cores to warm up, and so does a generator in a
   * round; both size their pools for their own.
   */
  public static Map<String, List<String>> byTier(String heap, Pinning pinning, boolean profiled) {
    List<String> server = new ArrayList<>(measured(heap));
    server.add(TOUCHED);
    if (profiled) {
      server.addAll(ProfileOrder.JVM_OPTIONS);
    }
    pinning.cores(Tier.SERVER).ifPresent(cores -> server.add(CORES + cores.size()));
    List<String> loadgen = new ArrayList<>(HELPER);
    pinning.cores(Tier.LOADGEN).ifPresent(cores -> loadgen.add(CORES + cores.size()));
    return Map.of(
        Tier.SERVER.id(),
        List.copyOf(server),
        Tier.ECHO.id(),
        HELPER,
        Tier.LOADGEN.id(),
        List.copyOf(loadgen));
  }

  /**
   * Options that leave it to the JVM how many cores it sees within a quota, and how much heap it
   * takes, and when, within a limit of memory.
   */
  public static List<String> within(ResourceLimits limits, List<String> options) {
    return options.stream()
        .filter(option -> limits.cores().isEmpty() || !option.startsWith(CORES))
        .filter(option -> limits.memoryBytes().isEmpty() || !isOfHeap(option))
        .toList();
  }

  private static boolean isOfHeap(String option) {
    return option.equals(TOUCHED) || HEAP.matcher(option).matches();
  }

  /** Returns those options for a JVM that is not measured: on any cores, and ready sooner. */
  public static List<String> unmeasured(List<String> options) {
    return options.stream()
        .filter(option -> !option.startsWith(CORES) && !option.equals(TOUCHED))
        .toList();
  }

  /** Options of a JVM whose memory or time is measured. */
  public static List<String> measured(String heap) {
    return List.of("-Xms" + heap, "-Xmx" + heap, "-XX:+UseG1GC", COMPILERS);
  }

  /**
   * Common options followed by those of a variant, whose collector replaces the common one, and
   * whose largest heap is its first size too.
   */
  public static List<String> ofVariant(List<String> common, List<String> variant) {
    List<String> options = new ArrayList<>(common);
    variant.stream()
        .filter(option -> option.startsWith("-Xmx"))
        .forEach(option -> {
          options.removeIf(other -> other.startsWith("-Xms"));
          options.add(option.replace("-Xmx", "-Xms"));
        });
    if (variant.stream().anyMatch(COLLECTOR.asMatchPredicate())) {
      options.removeIf(COLLECTOR.asMatchPredicate());
    }
    options.addAll(variant);
    return options;
  }
}
