package dev.tierbench.harness.http.tier;

import dev.tierbench.harness.host.Installation;
import dev.tierbench.harness.host.JvmOptions;
import dev.tierbench.harness.trial.Durations;
import dev.tierbench.observer.host.child.ChildCommand;
import dev.tierbench.run.CpuList;
import dev.tierbench.run.HttpPlan;
import dev.tierbench.run.Load;
import dev.tierbench.run.Plan.Pinning;
import dev.tierbench.run.Plan.Variant;
import dev.tierbench.run.ServerDescriptor;
import dev.tierbench.run.Tier;
import dev.tierbench.run.Workload;
import java.lang.ProcessBuilder.Redirect;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How each tier of a plan is run, and where it answers. */
public record TierCommands(Installation installation, HttpPlan plan) {

  /**
   * All servers have the same heap and the same collector. A server that is pinned starts on all
   * cores to warm up, and sizes its pools for its own.
   */
  public static Map<String, List<String>> jvmOptions(String heap, Pinning pinning) {
    List<String> server = new ArrayList<>(JvmOptions.measured(heap));
    pinning
        .cores(Tier.SERVER)
        .ifPresent(cores -> server.add("-XX:ActiveProcessorCount=" + cores.size()));
    return Map.of(
        Tier.SERVER.id(),
        List.copyOf(server),
        Tier.ECHO.id(),
        JvmOptions.HELPER,
        Tier.LOADGEN.id(),
        JvmOptions.HELPER);
  }

  public URI echoUri() {
    return uri(Tier.ECHO, Tier.ECHO.id());
  }

  public URI serverUri(String server) {
    return uri(Tier.SERVER, server);
  }

  private URI uri(Tier tier, String name) {
    return URI.create(
        "http://" + plan.network().address(tier) + ":" + plan.network().ports().get(name));
  }

  public ChildCommand echo(Path log) {
    List<String> options =
        List.of(
            "--host",
            plan.network().address(Tier.ECHO),
            "--port",
            plan.network().ports().get(Tier.ECHO.id()).toString(),
            "--delay",
            "50ms");
    return command(Tier.ECHO, "echo-server", options, log, false);
  }

  /** What the server of that name runs, as its settings call it. */
  public String model(String server) {
    return plan.servers().get(server).model();
  }

  public ChildCommand server(String server, Path log) {
    Variant variant = plan.variant(server);
    ServerDescriptor descriptor = plan.servers().get(server);
    List<String> options = new ArrayList<>(descriptor.options());
    options.add("--server.port=" + plan.network().ports().get(server));
    options.add("--echo.url=" + echoUri());
    if (!plan.network().address(Tier.SERVER).equals(plan.network().host())) {
      options.add("--server.address=" + plan.network().address(Tier.SERVER));
    }
    options.addAll(variant.options());
    List<String> jvm =
        JvmOptions.ofVariant(
            plan.common().jvmOptions().get(Tier.SERVER.id()), variant.jvmOptions());
    Path java =
        variant
            .javaHome()
            .map(home -> Path.of(home, "bin/java"))
            .orElse(installation.javaProgram());
    return command(Tier.SERVER, java, jvm, descriptor.module(), options, log, false);
  }

  /** What a client of that server asks for. */
  public URI workUri(String server) {
    return serverUri(server).resolve("/sleep" + plan.workload().map(q -> "?" + q).orElse(""));
  }

  /** What a server asks the echo tier for. */
  public URI echoWorkUri() {
    return echoUri().resolve("/echo");
  }

  /**
   * A load generator for those phases.
   *
   * @param phases as the generator takes them: {@code settle=2s,measure=10s}
   */
  public ChildCommand loadgen(URI target, Load load, String phases, Path folder, Path log) {
    List<String> options =
        new ArrayList<>(
            List.of(
                target.toString(),
                "--connections",
                String.valueOf(load.connections()),
                "--phases",
                phases,
                "--timeout",
                Durations.typed(REQUEST_TIMEOUT_SECONDS),
                "--cold", // settling warms it up
                "--events",
                "--out",
                folder.toString(),
                "--expect-body",
                ECHO_BODY));
    if (load instanceof Load.Open open) {
      options.addAll(
          List.of("--rate", String.valueOf(open.rateRps()), "--arrivals", open.arrivals()));
    }
    new Workload(target.toString())
        .bytes()
        .ifPresent(bytes -> options.addAll(List.of("--expect-length", bytes.toString())));
    return command(Tier.LOADGEN, Tier.LOADGEN.id(), options, log, true);
  }

  /** What echo answers, and every server passes on. */
  private static final String ECHO_BODY = "echo\n";

  /** How long the generator waits for one response. */
  public static final double REQUEST_TIMEOUT_SECONDS = 10;

  private ChildCommand command(
      Tier tier, String module, List<String> options, Path log, boolean outputApart) {
    return command(
        tier,
        installation.javaProgram(),
        plan.common().jvmOptions().get(tier.id()),
        module,
        options,
        log,
        outputApart);
  }

  private ChildCommand command(
      Tier tier,
      Path java,
      List<String> jvmOptions,
      String module,
      List<String> options,
      Path log,
      boolean outputApart) {
    List<String> program = new ArrayList<>();
    program.add(java.toString());
    program.addAll(jvmOptions);
    program.addAll(List.of("-jar", installation.jar(module).toString()));
    program.addAll(options);
    return new ChildCommand(
        tier.id(),
        program,
        Map.of(),
        tier == Tier.SERVER ? startCores() : plan.pinning().cores(tier),
        plan.network().namespace(tier),
        outputApart ? Redirect.PIPE : Redirect.appendTo(log.toFile()),
        log);
  }

  /** A server warms up on all cores of the plan, when it does, and is moved to its own then. */
  private Optional<CpuList> startCores() {
    boolean held = plan.pinning().cpus().containsKey(Tier.SERVER.id());
    return held && plan.warmup().capSeconds() > 0
        ? plan.pinning().all()
        : plan.pinning().cores(Tier.SERVER);
  }
}
