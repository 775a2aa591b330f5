package dev.tierbench.suite.sleeps;

import dev.tierbench.suite.Work;
import dev.tierbench.suite.WorkProvider;
import java.util.Map;
import java.util.function.Supplier;
import reactor.core.scheduler.Schedulers;

/** The implementations of the suite {@code sleeps} in Java. */
public final class JavaSleeps implements WorkProvider {

  @Override
  public String suite() {
    return SleepsStudy.NAME;
  }

  @Override
  public Map<String, Supplier<Work>> implementations() {
    return Map.ofEntries(
        Map.entry("reactor-virtual", PerTaskSchedulerSleeps::new),
        Map.entry("reactor-virtual-shared", SharedVirtualSleeps::new),
        Map.entry(
            "reactor-bounded-elastic",
            () -> new SchedulerSleeps("reactor boundedElastic", () -> Schedulers.boundedElastic())),
        Map.entry(
            "reactor-parallel",
            () -> new SchedulerSleeps("reactor parallel", () -> Schedulers.parallel())),
        Map.entry(
            "reactor-elastic-on-virtual",
            () ->
                new SchedulerSleeps(
                    "reactor boundedElastic on virtual threads", ElasticOnVirtual::scheduler)),
        Map.entry("jdk-virtual", JdkVirtualSleeps::new),
        Map.entry("platform-per-task", PlatformSleeps::new));
  }
}
