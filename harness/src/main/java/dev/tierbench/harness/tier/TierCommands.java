package dev.tierbench.harness.tier;

import dev.tierbench.harness.preflight.Installation;
import dev.tierbench.harness.preflight.JvmOptions;
import dev.tierbench.harness.run.Durations;
import dev.tierbench.harness.secret.PrivateFiles;
import dev.tierbench.harness.secret.SecretValues;
import dev.tierbench.harness.secret.Secrets;
import dev.tierbench.observer.host.child.ChildCommand;
import dev.tierbench.observer.profile.ProfileOrder;
import dev.tierbench.run.CpuList;
import dev.tierbench.run.Load;
import dev.tierbench.run.Tier;
import dev.tierbench.run.descriptor.SecretReference;
import dev.tierbench.run.descriptor.ServerDescriptor;
import dev.tierbench.run.plan.HttpPlan;
import dev.tierbench.run.plan.Plan.Pinning;
import dev.tierbench.run.plan.Plan.Variant;
import dev.tierbench.run.protocol.GoCommand;
import java.lang.ProcessBuilder.Redirect;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How each tier of a plan is run, and where it answers.
 *
 * @param elsewhere by tier, the programs of a host that is not this one
 * @param latencies whether the load generator reports the percentiles of each second
 * @param secrets of its servers; none when commands are only printed
 */
public record TierCommands(
    Installation installation,
    HttpPlan plan,
    Map<Tier, Programs> elsewhere,
    boolean latencies,
    Secrets secrets) {

  public TierCommands {
    elsewhere = Map.copyOf(elsewhere);
  }

  /** All tiers on this host. */
  public TierCommands(Installation installation, HttpPlan plan) {
    this(installation, plan, Map.of(), false, Secrets.NONE);
  }

  /** The exit code of our load generator when requests failed, which the rules decide on. */
  public static final int SOME_FAILED = 1;

  public static final String ECHO_MODULE = "echo-server";

  /** Of the echo tier, unless a plan says otherwise. */
  public static final int ECHO_PORT = 8081;

  /** After which the echo tier answers. */
  public static final int ECHO_DELAY_MILLIS = 50;

  /**
   * All servers have the same heap and the same collector. A server that is pinned starts on all
   * cores to warm up, and sizes its pools for its own.
   */
  public static Map<String, List<String>> jvmOptions(
      String heap, Pinning pinning, boolean profiled) {
    List<String> server = new ArrayList<>(JvmOptions.measured(heap));
    if (profiled) {
      server.addAll(ProfileOrder.JVM_OPTIONS);
    }
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

  /** Where a server is asked, without a path. */
  public URI serverUri(String server) {
    return workUri(server).resolve("/");
  }

  private URI uri(Tier tier, String name) {
    String address = plan.network().address(tier);
    String host = address.contains(":") ? "[" + address + "]" : address;
    return URI.create("http://" + host + ":" + plan.network().ports().get(name));
  }

  public ChildCommand echo(Path log) {
    return child(Tier.ECHO, echoCommand().program(), Map.of(), log, false);
  }

  /** An event loop for each core: of a helper whose cores are its own. */
  private static final String EACH_CORE = "all";

  /** The words that start the echo tier. */
  public ServerCommand echoCommand() {
    List<String> options =
        new ArrayList<>(
            List.of(
                "--host",
                plan.network().address(Tier.ECHO),
                "--port",
                plan.network().ports().get(Tier.ECHO.id()).toString(),
                "--delay",
                ECHO_DELAY_MILLIS + "ms"));
    if (plan.hasCoresOfItsOwn(Tier.ECHO)) {
      options.addAll(List.of("--loops", EACH_CORE));
    }
    return new ServerCommand(program(Tier.ECHO, ECHO_MODULE, options), Map.of());
  }

  /** What the plan knows of the server of that name. */
  public ServerDescriptor descriptor(String server) {
    return plan.servers().get(server);
  }

  public ChildCommand server(String server, Path log) {
    ServerCommand command = startCommand(server);
    return child(Tier.SERVER, command.program(), command.environment(), log, false);
  }

  /** As {@link #serverCommand}, with the secrets that its environment refers to. */
  public ServerCommand startCommand(String server) {
    return serverCommand(server).with(secretsOf(server));
  }

  /** The secrets of the server of that name. */
  public SecretValues secretsOf(String server) {
    return secrets.of(plan.variant(server).server());
  }

  /** How every server of the plan is started, as it could be typed, by its name. */
  public Map<String, String> texts() {
    Map<String, String> texts = new LinkedHashMap<>();
    plan.subjects().forEach(server -> texts.put(server, serverCommand(server).text()));
    return texts;
  }

  /**
   * The words that start a server, and its environment.
   *
   * @throws IllegalArgumentException when it has none, or one cannot be filled in
   */
  public ServerCommand serverCommand(String server) {
    Variant variant = plan.variant(server);
    if (descriptor(server).command().isEmpty()) {
      throw new IllegalArgumentException(
          "%s has no command: start its container '%s', and measure it with --tiers compose"
              .formatted(server, descriptor(server).container().orElseThrow()));
    }
    List<String> jvm =
        JvmOptions.ofVariant(
            plan.common().jvmOptions().get(Tier.SERVER.id()), variant.jvmOptions());
    Programs programs = programs(Tier.SERVER);
    String java =
        variant
            .javaHome()
            .map(home -> Path.of(home, "bin/java").toString())
            .orElseGet(programs::java);
    Map<String, String> values = new HashMap<>(placeOf(server));
    values.put("java", java);
    descriptor(server).module().ifPresent(module -> values.put("jar", programs.jar(module)));
    if (plan.hasEcho()) {
      values.put("echo", echoUri().toString());
    }
    return ServerCommand.of(descriptor(server), variant.options(), jvm, values);
  }

  private Map<String, String> placeOf(String server) {
    return Map.of(
        "address", plan.network().address(Tier.SERVER),
        "port", plan.network().ports().get(server).toString());
  }

  private URI workUri(String server) {
    return resolved(server, workTarget(server));
  }

  private String workTarget(String server) {
    return ServerCommand.filled(descriptor(server).request().target(), placeOf(server))
        + plan.workload().map(query -> "?" + query).orElse("");
  }

  /** A path or URL as it is asked for; the message of one that is invalid has no secret. */
  private URI resolved(String server, String stated) {
    try {
      String target = secretsOf(server).inUrl(stated);
      return target.startsWith("/") ? uri(Tier.SERVER, server).resolve(target) : URI.create(target);
    } catch (IllegalArgumentException e) {
      if (!SecretReference.isIn(stated)) {
        throw e;
      }
      throw new IllegalArgumentException("invalid url '" + stated + "'"); // the cause quotes it
    }
  }

  /** What is asked for as messages and records show it: with references in place of secrets. */
  private String shown(String server) {
    String stated = workTarget(server);
    return !SecretReference.isIn(stated)
        ? workUri(server).toString()
        : stated.startsWith("/") ? uri(Tier.SERVER, server) + stated : stated;
  }

  /** What answers 200 when the server of that name is ready, if anything does. */
  public Optional<URI> healthUri(String server) {
    return descriptor(server)
        .healthPath()
        .map(path -> ServerCommand.filled(path, placeOf(server)))
        .map(path -> workUri(server).resolve(secretsOf(server).inUrl(path)));
  }

  /** What a server asks the echo tier for. */
  public WorkRequest echoWork() {
    return WorkRequest.ofContract(echoUri().resolve("/echo"));
  }

  /**
   * What a client asks a server for.
   *
   * @param reference what it answered first, of one that keeps no contract
   */
  public WorkRequest work(String server, Optional<WorkRequest.Answer> reference) {
    URI target = workUri(server);
    return descriptor(server).asksEcho()
        ? WorkRequest.ofContract(target)
        : new WorkRequest(
            shown(server),
            target,
            descriptor(server).request(),
            secretsOf(server),
            reference.orElse(WorkRequest.Answer.ANY));
  }

  /**
   * A load generator on this host.
   *
   * @param options as {@link #loadgenOptions} gives them
   */
  public ChildCommand loadgen(List<String> options, Path folder, Path log) {
    List<String> program = new ArrayList<>(program(Tier.LOADGEN, Tier.LOADGEN.id(), options));
    program.addAll(List.of("--out", folder.toString()));
    return child(Tier.LOADGEN, program, Map.of(), log, true);
  }

  /**
   * The options of a generator, but for where its files go.
   *
   * @param phases as the generator takes them: {@code settle=2s,measure=10s}
   */
  public List<String> loadgenOptions(WorkRequest request, Load load, String phases) {
    return loadgenOptions(request.options(), load, phases);
  }

  /**
   * The same.
   *
   * @param request its own options, as {@link WorkRequest#options(PrivateFiles)} gives them
   */
  public List<String> loadgenOptions(List<String> request, Load load, String phases) {
    List<String> options = new ArrayList<>(request);
    options.addAll(
        List.of(
            "--connections",
            String.valueOf(load.connections()),
            "--phases",
            phases,
            "--timeout",
            Durations.typed(REQUEST_TIMEOUT_SECONDS),
            "--cold", // settling warms it up
            "--events"));
    if (latencies) {
      options.add("--event-latencies");
    }
    if (plan.hasCoresOfItsOwn(Tier.LOADGEN)) {
      options.addAll(List.of("--threads", EACH_CORE));
    }
    if (load instanceof Load.Open open) {
      options.addAll(List.of("--rate", typed(open.rateRps()), "--arrivals", open.arrivals()));
      open.seed().ifPresent(seed -> options.addAll(List.of("--seed", String.valueOf(seed))));
    }
    return options;
  }

  /**
   * The options of one of several generators that drive a load together.
   *
   * @param place of it, from 1
   */
  public List<String> loadgenOptions(
      WorkRequest request, Load load, String phases, int place, int generators) {
    List<String> options = new ArrayList<>(loadgenOptions(request, load, phases));
    options.add(AWAIT_START);
    if (load instanceof Load.Open) {
      options.addAll(List.of("--share", place + "/" + generators));
    }
    return options;
  }

  private static final int RATE_DIGITS = 6;

  /** A rate as the generator takes it: a share of one has more digits than it allows. */
  private static String typed(double rate) {
    return BigDecimal.valueOf(rate)
        .setScale(RATE_DIGITS, RoundingMode.HALF_UP)
        .stripTrailingZeros()
        .toPlainString();
  }

  /** For generators that begin together. */
  private static final String AWAIT_START = "--await-start";

  /**
   * A load generator of others, which is started at once and waits for a line on its standard input
   * before it becomes that program: what is known of the process then holds for the program.
   */
  public ChildCommand generator(List<String> program, GoCommand go, Path log) {
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

  private static final String UNTIL_ITS_LINE =
      "while read -r line; do [ \"$line\" = \"$0\" ] && exec \"$@\" </dev/null; done; exit 1";

  /** How long the generator waits for one response. */
  public static final double REQUEST_TIMEOUT_SECONDS = 10;

  private Programs programs(Tier tier) {
    return elsewhere.getOrDefault(tier, Programs.of(installation));
  }

  private List<String> program(Tier tier, String module, List<String> options) {
    Programs programs = programs(tier);
    return Stream.of(
            List.of(programs.java()),
            plan.common().jvmOptions().get(tier.id()),
            List.of("-jar", programs.jar(module)),
            options)
        .flatMap(List::stream)
        .toList();
  }

  private ChildCommand child(
      Tier tier,
      List<String> program,
      Map<String, String> environment,
      Path log,
      boolean outputApart) {
    return new ChildCommand(
        tier.id(),
        program,
        environment,
        tier == Tier.SERVER ? startCores() : plan.pinning().cores(tier),
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
