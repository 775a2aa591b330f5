package dev.tierbench.loadgen.engine;

import dev.tierbench.loadgen.http.Request;
import dev.tierbench.loadgen.http.Target;
import dev.tierbench.loadgen.plan.LoadPlan;
import dev.tierbench.run.Load;
import dev.tierbench.run.record.LoadResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The outcome of a run, which becomes its result together with the plan.
 *
 * @param established connections that were open at the first send
 * @param connectSeconds time that making the connections took
 * @param reconnects connections that were reconnected, over all phases
 * @param tls what the server agreed to; empty in clear text
 * @param interrupted whether the run ended before its plan did
 */
record RunOutcome(
    int established,
    double connectSeconds,
    long reconnects,
    Optional<LoadResult.Tls> tls,
    List<LoadResult.Phase> phases,
    List<LoadResult.Failure> failures,
    boolean interrupted) {

  RunOutcome {
    phases = List.copyOf(phases);
    failures = List.copyOf(failures);
  }

  /** Returns the result of a run of {@code plan} over {@code transport}. */
  LoadResult toResult(LoadPlan plan, Transport transport) {
    return new LoadResult(
        LoadResult.SCHEMA,
        plan.target().shown(),
        request(plan.target()),
        load(plan),
        new LoadResult.Connections(
            plan.tcpConnections(),
            established,
            reconnects,
            Math.round(connectSeconds * 1_000) / 1_000.0),
        phases,
        failures,
        new LoadResult.Environment(
            String.valueOf(RunOutcome.class.getPackage().getImplementationVersion()),
            Runtime.version().toString(),
            transport.name(),
            plan.loops(),
            caveats(plan, transport)));
  }

  private LoadResult.Request request(Target target) {
    Request request = target.request();
    return new LoadResult.Request(
        request.method(), request.bodyBytes(), tls, target.http2Streams());
  }

  private static Load load(LoadPlan plan) {
    return plan.load() instanceof Load.Open open ? open.withSeed(plan.seed()) : plan.load();
  }

  private List<String> caveats(LoadPlan plan, Transport transport) {
    List<String> caveats = new ArrayList<>(transport.caveats());
    if (plan.target().tls().filter(client -> !client.isVerifying()).isPresent()) {
      caveats.add("insecure: the certificate of the server was not verified");
    }
    if (interrupted) {
      caveats.add("interrupted: the last phase is shorter than planned");
    }
    if (plan.phases().size() == 1) {
      caveats.add("no warm-up phase: the values include the start of server and generator");
    }
    if (plan.load() instanceof Load.Closed) {
      caveats.add("closed model: latencies are service times and leave out what did not get sent");
    }
    return caveats;
  }
}
