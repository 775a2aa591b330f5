package dev.tierbench.harness.http.tier;

import dev.tierbench.harness.http.plan.ServerKind;
import dev.tierbench.harness.http.plan.Twin;
import dev.tierbench.harness.trial.Seconds;
import dev.tierbench.observer.host.child.ChildCommand;
import dev.tierbench.run.CpuList;
import dev.tierbench.run.Plan;
import dev.tierbench.run.Plan.Pinning;
import dev.tierbench.run.Plan.Variant;
import java.lang.ProcessBuilder.Redirect;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How each tier of a plan is run, and where it answers. */
public record TierCommands(Installation installation, Plan plan) {

  private static final String ECHO = "echo";
  private static final String SERVER = "server";
  private static final String LOADGEN = "loadgen";

  /**
   * Both servers have the same heap and the same collector, named because the JVM would pick by the
   * size of the host; all compiler threads live from the start, so that their CPU can be summed. A
   * server that is pinned starts on all cores to warm up, and sizes its pools for its own.
   */
  public static Map<String, List<String>> jvmOptions(String heap, Pinning pinning) {
    String compilers = "-XX:-UseDynamicNumberOfCompilerThreads";
    List<String> harness = List.of("-Xms512m", "-Xmx512m", "-XX:+UseSerialGC", compilers);
    List<String> server =
        new ArrayList<>(List.of("-Xms" + heap, "-Xmx" + heap, "-XX:+UseG1GC", compilers));
    pinning
        .cores(SERVER)
        .ifPresent(cores -> server.add("-XX:ActiveProcessorCount=" + cores.size()));
    return Map.of(SERVER, List.copyOf(server), ECHO, harness, LOADGEN, harness);
  }

  public URI echoUri() {
    return uri(ECHO, ECHO);
  }

  public URI serverUri(String server) {
    return uri(SERVER, server);
  }

  private URI uri(String role, String name) {
    return URI.create("http://" + plan.address(role) + ":" + plan.ports().get(name));
  }

  public ChildCommand echo(Path log) {
    List<String> options =
        List.of(
            "--host",
            plan.address(ECHO),
            "--port",
            plan.ports().get(ECHO).toString(),
            "--delay",
            "50ms");
    return command(ECHO, "echo-server", options, log, false);
  }

  /** What the server of that name runs, as its settings call it. */
  public String model(String server) {
    return plan.variant(Twin.original(server)).server();
  }

  public ChildCommand server(String server, Path log) {
    Variant variant = plan.variant(Twin.original(server));
    ServerKind kind = ServerKind.named(variant.server());
    List<String> options = new ArrayList<>(kind.options());
    options.add("--server.port=" + plan.ports().get(server));
    options.add("--echo.url=" + echoUri());
    if (!plan.address(SERVER).equals(plan.host())) {
      options.add("--server.address=" + plan.address(SERVER));
    }
    options.addAll(variant.options());
    List<String> jvm = new ArrayList<>(plan.jvmOptions().get(SERVER));
    jvm.addAll(variant.jvmOptions());
    Path java =
        variant
            .javaHome()
            .map(home -> Path.of(home, "bin/java"))
            .orElse(installation.javaProgram());
    return command(SERVER, java, jvm, kind.module(), options, log, false);
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
   * @param phases as the generator takes them: {@code settle=2s,clean=10s}
   */
  public ChildCommand loadgen(URI target, int concurrency, String phases, Path folder, Path log) {
    List<String> options =
        List.of(
            target.toString(),
            "--concurrency",
            String.valueOf(concurrency),
            "--phases",
            phases,
            "--timeout",
            Seconds.typed(REQUEST_TIMEOUT_SECONDS),
            "--events",
            "--out",
            folder.toString());
    return command(LOADGEN, LOADGEN, options, log, true);
  }

  /** How long the generator waits for one response. */
  public static final double REQUEST_TIMEOUT_SECONDS = 10;

  private ChildCommand command(
      String role, String module, List<String> options, Path log, boolean outputApart) {
    return command(
        role,
        installation.javaProgram(),
        plan.jvmOptions().get(role),
        module,
        options,
        log,
        outputApart);
  }

  private ChildCommand command(
      String role,
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
        role,
        program,
        Map.of(),
        role.equals(SERVER) ? startCores() : plan.pinning().cores(role),
        plan.namespace(role),
        outputApart ? Redirect.PIPE : Redirect.appendTo(log.toFile()),
        log);
  }

  /** A server warms up on all cores of the plan, when it does, and is moved to its own then. */
  private Optional<CpuList> startCores() {
    boolean held = plan.pinning().cpus().containsKey(SERVER);
    return held && plan.warmup().capSeconds() > 0
        ? plan.pinning().all()
        : plan.pinning().cores(SERVER);
  }
}
