package dev.tierbench.harness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.run.Verdict;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.plan.Manifest;
import dev.tierbench.run.plan.Manifest.State;
import dev.tierbench.run.record.Checks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Runs that are real, on a machine that others may use: their noise is no fault of the harness. */
public final class Noise {

  /** Rules that others on the machine can fail, whatever the harness does. */
  private static final Set<String> OF_OTHERS =
      Set.of(
          "steal",
          "host_speed",
          "host_memory",
          "other_load",
          "boundaries",
          "stall",
          "echo_delay",
          "generator_lag");

  /** Requests that echo may handle between a boundary and its late answer, at 150 a second. */
  private static final double LATE_REQUESTS = 20;

  private Noise() {}

  /**
   * Fails unless the run has an end, only noise failed steps of it, and its exit code and state say
   * whether any failed.
   */
  public static void assertMeasured(int exit, RunFolder run, String log) throws IOException {
    List<Checks> all = new ArrayList<>();
    try (Stream<Path> files = Files.walk(run.root())) {
      for (Path file : files.filter(path -> path.endsWith("checks.json")).toList()) {
        if (!file.toString().contains("/dropped/")) {
          all.add(RunJson.read(file, Checks.class));
        }
      }
    }
    assertThat(all).describedAs(log).isNotEmpty();
    assertThat(all)
        .describedAs(log)
        .allSatisfy(step -> assertThat(failedOtherwise(step)).isEmpty());
    boolean failed = all.stream().anyMatch(step -> step.verdict() == Verdict.FAIL);
    assertThat(exit).describedAs(log).isEqualTo(failed ? 1 : 0);
    assertThat(RunJson.read(run.manifest(), Manifest.class).state())
        .describedAs(log)
        .isEqualTo(failed ? State.FAILED : State.COMPLETE);
  }

  /** The rules that failed the step and that are not noise. */
  public static List<String> failedOtherwise(Checks checks) {
    return checks.checks().stream()
        .filter(check -> check.verdict() == Verdict.FAIL)
        .filter(check -> !OF_OTHERS.contains(check.name()) && !isLateCount(check))
        .map(Checks.Check::name)
        .toList();
  }

  /**
   * Fails unless the requests of the window were counted, and the difference is one that a late
   * count explains: by the rule itself, and by what it is at the most here.
   */
  public static void assertHandled(Checks checks) {
    Checks.Check handled = checks.named("handled").orElseThrow();
    assertThat(handled.value()).as(handled.message()).isPresent();
    assertThat(handled.verdict()).as(handled.message()).isNotEqualTo(Verdict.FAIL);
    assertThat(isWithinLateRequests(handled)).as(handled.message()).isTrue();
  }

  private static boolean isLateCount(Checks.Check check) {
    return check.name().equals("handled") && isWithinLateRequests(check);
  }

  private static boolean isWithinLateRequests(Checks.Check check) {
    return check.value().orElseThrow() <= check.limit().orElseThrow() + LATE_REQUESTS;
  }
}
