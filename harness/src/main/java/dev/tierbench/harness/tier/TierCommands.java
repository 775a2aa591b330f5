package dev.tierbench.harness.tier;

import dev.tierbench.harness.preflight.EchoPriority;
import dev.tierbench.harness.preflight.Installation;
import dev.tierbench.harness.secret.PrivateFiles;
import dev.tierbench.harness.secret.Secrets;
import dev.tierbench.observer.host.child.ChildCommand;
import dev.tierbench.run.Load;
import dev.tierbench.run.Tier;
import dev.tierbench.run.Workload;
import dev.tierbench.run.descriptor.ServerDescriptor;
import dev.tierbench.run.plan.HttpPlan;
import dev.tierbench.run.protocol.GoCommand;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
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
 * @param database that its servers call; empty when they call none, or commands are only printed
 */
public record TierCommands(
    Installation installation,
    HttpPlan plan,
    Map<Tier, Programs> elsewhere,
    boolean latencies,
    Secrets secrets,
    Optional<DatabaseAccess> database) {

  /** Exit code of {@code loadgen} when requests failed, which the rules decide on. */
  public static final int SOME_FAILED = 1;

  public static final String ECHO_MODULE = "echo-server";

  /** Default port of the echo tier. */
  public static final int ECHO_PORT = 8081;

  /** How long the generator waits for one response, in seconds. */
  public static final double REQUEST_TIMEOUT_SECONDS = 10;

  /** Value of an option for an event loop on each core, for a helper whose cores are its own. */
  static final String EACH_CORE = "all";

  public TierCommands {
    elsewhere = Map.copyOf(elsewhere);
  }

  /** Commands of a plan whose tiers are all on this host. */
  public TierCommands(Installation installation, HttpPlan plan) {
    this(installation, plan, Map.of(), false, Secrets.NONE, Optional.empty());
  }

  /** Addresses of the tiers of the plan, and what they are asked for. */
  public TierRequests requests() {
    return new TierRequests(plan, secrets);
  }

  /** The request for other work than that of the plan, of a server that keeps the contract. */
  public WorkRequest work(String server, Workload other) {
    HttpPlan changed = plan.withWorkload(Optional.of(other.query()));
    return new TierRequests(changed, secrets).work(server, Optional.empty());
  }

  public ChildCommand echo(Path log) {
    ChildCommand echo = child(Tier.ECHO, echoCommand().program(), Map.of(), log, false);
    return EchoPriority.isFirst(plan) ? echo.goingFirst() : echo;
  }

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
                plan.delay().text()));
    plan.echoFailures()
        .ifPresent(failures -> options.addAll(List.of("--failures", failures.text())));
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

  /** The {@link #serverCommand} with the secrets that its environment refers to. */
  public ServerCommand startCommand(String server) {
    ServerCommand command = serverCommand(server).with(requests().secretsOf(server));
    return database
        .map(access -> command.withHidden(DatabaseAccess.PASSWORD, access.password()))
        .orElse(command);
  }

  /** How every server of the plan is started, as it could be typed, by its name. */
  public Map<String, String> texts() {
    Map<String, String> texts = new LinkedHashMap<>();
    plan.subjects().stream()
        .filter(server -> !descriptor(server).running())
        .forEach(server -> texts.put(server, serverCommand(server).text()));
    return texts;
  }

  /**
   * The words that start a server, and its environment.
   *
   * @throws IllegalArgumentException when it has none, or one cannot be filled in
   */
  public ServerCommand serverCommand(String server) {
    return new ServerCommands(plan, programs(Tier.SERVER), requests()).command(server);
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

  private GeneratorCommands generators() {
    return new GeneratorCommands(plan, latencies);
  }

  /**
   * Options of a generator, but for where its files go.
   *
   * @param request its own options, as {@link WorkRequest#options(PrivateFiles)} gives them
   * @param phases as the generator takes them: {@code settle=2s,measure=10s}
   */
  public List<String> loadgenOptions(List<String> request, Load load, String phases) {
    return generators().options(request, load, phases);
  }

  /**
   * Options of one of several generators that drive a load together.
   *
   * @param place its number, from 1
   */
  public List<String> loadgenOptions(
      WorkRequest request, Load load, String phases, int place, int generators) {
    return generators().sharedOptions(request.options(), load, phases, place, generators);
  }

  /**
   * A third-party load generator, which is started at once and waits for a line on its standard
   * input before it becomes that program: what is known of the process then holds for the program.
   */
  public ChildCommand generator(List<String> program, GoCommand go, Path log) {
    return generators().other(program, go, log);
  }

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
        tier == Tier.SERVER ? plan.startCores() : plan.pinning().cores(tier),
        outputApart ? Redirect.PIPE : Redirect.appendTo(log.toFile()),
        log);
  }
}
