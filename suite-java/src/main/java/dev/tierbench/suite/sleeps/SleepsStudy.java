package dev.tierbench.suite.sleeps;

import dev.tierbench.suite.Case;
import dev.tierbench.suite.Study;
import dev.tierbench.suite.WorkFactory;
import java.util.List;
import java.util.Map;
import reactor.core.scheduler.Schedulers;

/** The suite {@code sleeps}: the sum of the indexes 0 to n-1 of the tasks that ended. */
public final class SleepsStudy implements Study {

  public static final String NAME = "sleeps";

  @Override
  public String suite() {
    return NAME;
  }

  @Override
  public List<String> cases() {
    return List.of("sleep-1s");
  }

  @Override
  public long expected(Case studyCase, int size) {
    return (long) size * (size - 1L) / 2;
  }

  @Override
  public Map<String, WorkFactory> implementations() {
    return Map.of(
        "reactor-virtual", PerTaskSchedulerSleeps::new,
        "reactor-virtual-shared", SchedulerSleeps::onVirtual,
        "reactor-bounded-elastic",
            settings ->
                SchedulerSleeps.of(settings, "reactor boundedElastic", Schedulers.boundedElastic()),
        "reactor-parallel",
            settings -> SchedulerSleeps.of(settings, "reactor parallel", Schedulers.parallel()),
        "reactor-elastic-on-virtual", SchedulerSleeps::elasticOnVirtual,
        "jdk-virtual", ThreadSleeps::virtual,
        "platform-per-task", ThreadSleeps::platform);
  }
}
