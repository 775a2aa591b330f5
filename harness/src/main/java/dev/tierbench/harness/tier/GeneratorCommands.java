package dev.tierbench.harness.tier;

import dev.tierbench.harness.run.Durations;
import dev.tierbench.observer.host.child.ChildCommand;
import dev.tierbench.run.Load;
import dev.tierbench.run.PhaseName;
import dev.tierbench.run.Tier;
import dev.tierbench.run.plan.HttpPlan;
import dev.tierbench.run.protocol.GoCommand;
import java.lang.ProcessBuilder.Redirect;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Command lines of load generators.
 *
 * @param latencies whether {@code loadgen} reports the percentiles of each second
 */
record GeneratorCommands(HttpPlan plan, boolean latencies) {

  /** Lets generators begin together. */
  private static final String AWAIT_START = "--await-start";

  private static final int RATE_DIGITS = 6;

  private static final String MEASURED = PhaseName.MEASURE.id() + "=";

  private static final String UNTIL_ITS_LINE =
      "while read -r line; do [ \"$line\" = \"$0\" ] && exec \"$@\" </dev/null; done; exit 1";

  /**
   * Options of {@code loadgen}, but for where its files go.
   *
   * @param request its own options, as {@link WorkRequest#options} gives them
   * @param phases as the generator takes them: {@code settle=2s,measure=10s}
   */
  List<String> options(List<String> request, Load load, String phases) {
    List<String> options = new ArrayList<>(request);
    options.addAll(
        List.of(
            "--connections",
            String.valueOf(load.connections()),
            "--phases",
            phases,
            "--timeout",
            Durations.typed(TierCommands.REQUEST_TIMEOUT_SECONDS),
            "--events"));
    if (!phases.contains(MEASURED)) {
      options.add("--cold"); // nothing is measured
    }
    plan.requestsPerConnection()
        .ifPresent(requests ->
            options.addAll(List.of("--requests-per-connection", String.valueOf(requests))));
    plan.requests()
        .filter(count -> phases.contains(MEASURED))
        .ifPresent(count -> options.addAll(List.of("--requests", String.valueOf(count))));
    plan.overload()
        .filter(any -> phases.contains(PhaseName.OVERLOAD.id() + "="))
        .ifPresent(overload ->
            options.addAll(List.of("--deadline", Durations.typed(overload.deadlineSeconds()))));
    if (latencies) {
      options.add("--event-latencies");
    }
    if (plan.hasCoresOfItsOwn(Tier.LOADGEN)) {
      options.addAll(List.of("--threads", TierCommands.EACH_CORE));
    }
    if (load instanceof Load.Open open) {
      options.addAll(List.of("--rate", typed(open.rateRps()), "--arrivals", open.arrivals()));
      open.seed().ifPresent(seed -> options.addAll(List.of("--seed", String.valueOf(seed))));
    }
    return options;
  }

  /**
   * Options of one of several generators that drive a load together.
   *
   * @param place its number, from 1
   */
  List<String> sharedOptions(
      List<String> request, Load load, String phases, int place, int generators) {
    List<String> options = options(request, load, phases);
    options.add(AWAIT_START);
    if (load instanceof Load.Open) {
      options.addAll(List.of("--share", place + "/" + generators));
    }
    return options;
  }

  /** A rate as the generator takes it: a share of one has more digits than it allows. */
  private static String typed(double rate) {
    return BigDecimal.valueOf(rate)
        .setScale(RATE_DIGITS, RoundingMode.HALF_UP)
        .stripTrailingZeros()
        .toPlainString();
  }

  /** A third-party generator; as {@link TierCommands#generator}. */
  ChildCommand other(List<String> program, GoCommand go, Path log) {
    List<String> waiting = new ArrayList<>(List.of("sh", "-c", UNTIL_ITS_LINE, go.line()));
    waiting.addAll(program);
    return new ChildCommand(
        plan.generator().id(),
        waiting,
        Map.of("LC_ALL", "C.UTF-8"),
        plan.pinning().cores(Tier.LOADGEN),
        Redirect.PIPE,
        log);
  }
}
