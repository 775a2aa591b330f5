package dev.tierbench.run.descriptor;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.tierbench.run.OrderedMap;
import dev.tierbench.run.Require;
import dev.tierbench.run.file.EmptyWhenMissing;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How one server is run, called and shown: {@code servers/NAME.yml}, or a file of the user's own.
 *
 * @param alias a shorter name for the command line
 * @param model as the server's settings call it
 * @param contract what can be asked of it
 * @param module whose jar it is, of a server of ours
 * @param command the words that start it, with {@link #PLACEHOLDERS}; of a module, the common ones
 * @param options words after those
 * @param env variables of its environment, with the same placeholders
 * @param container the service of compose that carries it
 * @param running whether it runs already, at its port on its host: a sweep neither starts nor ends
 *     it
 * @param jvm whose heap and collector it has
 * @param url what is asked of it: a path, or a whole URL with {@code {address}} and {@code {port}}
 *     in it; of a server that keeps the contract, what that says
 * @param method of each request; POST with a body, and GET without
 * @param body the file that is sent with each request
 * @param headers lines of each request, {@code Name: value}
 * @param trust the file of certificates or keys that an {@code https} server is trusted by; empty
 *     for those of the JDK
 * @param insecure whether its certificate is not checked
 * @param health the path that answers 200 when it is ready; empty for that of the contract, or of
 *     one without a contract for the request itself
 * @param readySeconds how long it may take to become ready; empty for a minute
 * @param roles a file of rules for its threads, in front of the common ones
 * @param verifyOptions words after {@code options} while it is verified, such as short time-outs
 * @param colour its place among the colours and marks of the report, from 0; by the order of the
 *     servers when empty
 * @param standard whether it is compared when no servers are named
 * @param bound whether it is a bound on what is possible, and does not compete
 * @param vary by the name of what can be varied, the option that does it, with {@code {value}} in
 *     it; one that begins with {@code -} and a single letter is of the JVM
 * @param buildCommand the words that build it, in the folder of the descriptor; {@code ab} runs
 *     them once for each version, and a sweep does not
 * @param mask names of headers, variables and parameters of the URL whose stated values are kept
 *     out of plans and records
 * @param version which one of a program's it is; of a descriptor that {@code ab} wrote alone
 * @param postgres what it differs in when a database is the tier behind it; empty of a server that
 *     cannot call one
 */
@RecordBuilder
public record ServerDescriptor(
    Optional<String> alias,
    String model,
    Contract contract,
    Optional<String> module,
    List<String> command,
    List<String> options,
    Map<String, String> env,
    Optional<String> container,
    @EmptyWhenMissing boolean running,
    JvmOptionsOf jvm,
    int port,
    Optional<String> url,
    Optional<String> method,
    Optional<String> body,
    List<String> headers,
    Optional<String> trust,
    boolean insecure,
    Optional<String> health,
    Optional<Integer> readySeconds,
    Optional<String> roles,
    List<String> verifyOptions,
    Optional<Integer> colour,
    boolean standard,
    boolean bound,
    Map<String, String> vary,
    @JsonProperty("build") @EmptyWhenMissing List<String> buildCommand,
    @EmptyWhenMissing List<String> mask,
    Optional<String> version,
    Optional<DatabaseVariant> postgres)
    implements ServerDescriptorBuilder.With {

  /** Placeholder for the JVM's options in a command: as many words as there are. */
  public static final String JVM = "{jvm}";

  /** Placeholder for the folder of the descriptor; of a version, the same folder of its tree. */
  public static final String HERE = "{here}";

  /** Placeholder for the commit, in the descriptor of a service whose versions are compared. */
  public static final String COMMIT = "{commit}";

  /** What may stand in braces in commands, and in the variables of an environment. */
  public static final List<String> PLACEHOLDERS =
      List.of(
          "{java}",
          JVM,
          "{jar}",
          "{port}",
          "{address}",
          "{echo}",
          "{database}",
          "{role}",
          "{rows}");

  private static final List<String> COMMAND_OF_MODULE = commandOfModule("--echo.url={echo}");

  private static final List<String> COMMAND_WITH_DATABASE =
      commandOfModule(
          "--database.url={database}",
          "--database.user={role}",
          "--database.rows={rows}",
          "--database.application=tierbench-{port}");

  private static List<String> commandOfModule(String... backend) {
    return Stream.concat(
            Stream.of(
                "{java}",
                JVM,
                "-jar",
                "{jar}",
                "--server.port={port}",
                "--server.address={address}"),
            Stream.of(backend))
        .toList();
  }

  public ServerDescriptor {
    Require.that(
        model != null && !model.isBlank(), () -> "'model' is needed: what its results are called");
    Require.colour(colour);
    contract = contract == null ? Contract.TIERBENCH_1 : contract;
    jvm = jvm == null ? running ? JvmOptionsOf.OWN : JvmOptionsOf.SWEEP : jvm;
    headers = headers == null ? List.of() : List.copyOf(headers);
    options = options == null ? List.of() : List.copyOf(options);
    env = env == null ? Map.of() : OrderedMap.copyOf(env);
    verifyOptions = verifyOptions == null ? List.of() : List.copyOf(verifyOptions);
    vary = vary == null ? Map.of() : OrderedMap.copyOf(vary);
    buildCommand = buildCommand == null ? List.of() : List.copyOf(buildCommand);
    mask = mask == null ? List.of() : List.copyOf(mask);
    command =
        command != null && !command.isEmpty()
            ? List.copyOf(command)
            : module.isPresent() ? COMMAND_OF_MODULE : List.of();
    if (running) {
      requireNoStart(contract, words(command, options, env), container, buildCommand);
    } else {
      requireStart(module, command, env, container, jvm);
    }
    requireRequest(contract, new RequestDescriptor(url, method, body, headers, trust, insecure));
    Require.that(port > 0 && port < 65_536, () -> "invalid port " + port + ": expected 1 to 65535");
    Require.that(
        readySeconds.orElse(1) > 0,
        () -> "invalid ready_seconds " + readySeconds.get() + ": expected 1 or more");
  }

  private static void requireNoStart(
      Contract contract, Stream<String> words, Optional<String> container, List<String> build) {
    Require.that(
        contract == Contract.NONE,
        () -> "'running: true' is for 'contract: none': the servers of the contract are started");
    Require.that(
        words.findAny().isEmpty() && container.isEmpty() && build.isEmpty(),
        () ->
            "'running: true' starts nothing: leave out command, options, env, container and build");
  }

  private static void requireStart(
      Optional<String> module,
      List<String> command,
      Map<String, String> env,
      Optional<String> container,
      JvmOptionsOf jvm) {
    Require.that(
        !command.isEmpty() || container.isPresent(),
        () -> "'command' is needed: the words that start the server (or 'container')");
    List<String> words = new ArrayList<>(command);
    words.addAll(env.values());
    boolean takesOptions = words.stream().anyMatch(word -> word.contains(JVM));
    Require.that(
        command.isEmpty() || takesOptions || jvm == JvmOptionsOf.OWN,
        () ->
            "'command' has no "
                + JVM
                + ", which gives all servers the same heap and collector; say 'jvm: own' if it has"
                + " its own");
    Require.that(
        !takesOptions || jvm == JvmOptionsOf.SWEEP,
        () -> "'jvm: own' and " + JVM + " exclude each other");
    Require.that(
        module.isPresent() || words.stream().noneMatch(word -> word.contains("{jar}")),
        () -> "{jar} is the jar of a 'module'");
  }

  private static void requireRequest(Contract contract, RequestDescriptor request) {
    Require.that(
        contract == Contract.TIERBENCH_1 || request.isOwn(),
        () -> "'contract: none' needs the 'url' to ask");
    Require.that(
        contract == Contract.NONE || !request.isOwn(),
        () -> "the contract says what is asked; a url of one's own belongs to 'contract: none'");
  }

  /**
   * The same server with a database behind it.
   *
   * @throws IllegalArgumentException when it cannot call one
   */
  public ServerDescriptor onDatabase() {
    DatabaseVariant variant =
        postgres.orElseThrow(() ->
            new IllegalArgumentException(
                model
                    + " cannot call a database: its descriptor has no 'postgres', which says how it is"
                    + " run then"));
    return with(next ->
        next.module(variant.module().or(this::module))
            .command(variant.command().isEmpty() ? COMMAND_WITH_DATABASE : variant.command())
            .options(variant.options().orElse(options))
            .verifyOptions(variant.verifyOptions())
            .vary(variant.vary())
            .postgres(Optional.empty()));
  }

  /** Whether it keeps the contract, and calls the tier behind it. */
  public boolean asksEcho() {
    return contract == Contract.TIERBENCH_1;
  }

  /** How long a tier may take to become ready that says nothing else. */
  public static final Duration READY_WITHIN = Duration.ofSeconds(60);

  /** How long it may take to become ready. */
  public Duration readyWithin() {
    return readySeconds.map(Duration::ofSeconds).orElse(READY_WITHIN);
  }

  /** The words that start it, and the values of its variables. */
  public Stream<String> words() {
    return words(command, options, env);
  }

  private static Stream<String> words(
      List<String> command, List<String> options, Map<String, String> env) {
    return Stream.of(command, options, env.values()).flatMap(Collection::stream);
  }

  /** Whether its command has a place for the address of a database. */
  public boolean callsDatabase() {
    return words().anyMatch(word -> word.contains("{database}"));
  }

  /** The request that clients send to it. */
  public RequestDescriptor request() {
    return new RequestDescriptor(url, method, body, headers, trust, insecure);
  }

  /** The path that tells when it is ready; empty when only an answer to a request does. */
  public Optional<String> healthPath() {
    return health.or(() -> asksEcho() ? Optional.of("/health") : Optional.empty());
  }
}
