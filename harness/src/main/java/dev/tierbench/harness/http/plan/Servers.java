package dev.tierbench.harness.http.plan;

import dev.tierbench.harness.preflight.Descriptors;
import dev.tierbench.harness.run.SubjectNames;
import dev.tierbench.harness.secret.DescriptorSource;
import dev.tierbench.harness.secret.Secrets;
import dev.tierbench.harness.secret.StatedSecrets;
import dev.tierbench.observer.role.Roles;
import dev.tierbench.run.GeneratorName;
import dev.tierbench.run.Tier;
import dev.tierbench.run.descriptor.ServerDescriptor;
import dev.tierbench.run.descriptor.TrustFile;
import dev.tierbench.run.file.InvalidInput;
import dev.tierbench.run.plan.HttpPlan;
import dev.tierbench.run.plan.Plan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The servers that can be measured: those of the folder {@code servers}, and those of files that
 * were named.
 *
 * @param byName in the order of the files' names
 * @param sources by the same names
 */
public record Servers(Map<String, ServerDescriptor> byName, Map<String, DescriptorSource> sources) {

  /** A file as it is typed, and what may follow: {@code ./mine.yml+-Xmx2g}. */
  private static final Pattern FILE =
      Pattern.compile("(.+?" + Pattern.quote(Descriptors.SUFFIX) + ")((?:[@+].*)?)");

  /** Names that stand for something else in plans, in records or on the command line. */
  private static final Set<String> TAKEN =
      Stream.of(
              Stream.of(Tier.values()).map(Tier::id),
              Stream.of(GeneratorName.values()).map(GeneratorName::id),
              Stream.of(SubjectNames.EVERY))
          .flatMap(names -> names)
          .collect(Collectors.toUnmodifiableSet());

  /**
   * Reads every descriptor of a folder.
   *
   * @throws IOException naming the file that cannot be read, and what is wrong with it
   */
  public static Servers read(Path folder) throws IOException {
    return of(Descriptors.read(folder, Servers::descriptor));
  }

  private static Servers of(Map<String, StatedSecrets.Checked> read) {
    Map<String, ServerDescriptor> byName = new LinkedHashMap<>();
    Map<String, DescriptorSource> sources = new LinkedHashMap<>();
    read.forEach((name, checked) -> {
      byName.put(name, checked.server());
      sources.put(name, checked.source());
    });
    return new Servers(byName, sources);
  }

  /**
   * Adds the servers of the files among those that were typed.
   *
   * @throws IOException naming the file that cannot be read or used, and what is wrong with it
   */
  public Servers and(List<String> typed) throws IOException {
    Map<String, ServerDescriptor> all = new LinkedHashMap<>(byName);
    Map<String, DescriptorSource> files = new LinkedHashMap<>(sources);
    for (String text : typed) {
      Matcher matcher = FILE.matcher(text);
      if (matcher.matches()) {
        Path file = Path.of(matcher.group(1));
        String name = Descriptors.name(file);
        if (!Descriptors.isName(name)) {
          throw new InvalidInput(
              file, "invalid name '" + name + "': expected letters a-z, digits and -");
        }
        StatedSecrets.Checked checked = descriptor(file);
        ServerDescriptor server = checked.server();
        if (!server.equals(all.getOrDefault(name, server))) {
          throw new InvalidInput(
              file, "there is a server named " + name + " already; rename the file");
        }
        all.put(name, server);
        files.put(name, checked.source());
      }
    }
    return new Servers(all, files);
  }

  /** The same servers with a database behind those that can call one. */
  public Servers onDatabase() {
    Map<String, ServerDescriptor> all = new LinkedHashMap<>(byName);
    all.replaceAll((name, server) -> server.postgres().isPresent() ? server.onDatabase() : server);
    return new Servers(all, sources);
  }

  /** Whether a file was typed. */
  public static boolean isFile(String typed) {
    return FILE.matcher(typed).matches();
  }

  /** What was typed, with the name of a server in place of its file. */
  public static String withoutFile(String typed) {
    Matcher matcher = FILE.matcher(typed);
    return matcher.matches()
        ? Descriptors.name(Path.of(matcher.group(1))) + matcher.group(2)
        : typed;
  }

  /** A server of such a name would be mixed up with what else has it. */
  private static void requireNameOfItsOwn(Path file) throws InvalidInput {
    String name = Descriptors.name(file);
    if (TAKEN.contains(name)) {
      throw new InvalidInput(
          file,
          "the name '"
              + name
              + "' stands for a tier, a load generator or all servers; rename the file");
    }
    if (Plan.isControl(name)) {
      throw new InvalidInput(
          file, "'" + Plan.AA_CONTROL + "' ends the name of an A/A control; rename the file");
    }
  }

  /** Files that it names are meant from its own folder on, and have to be there. */
  private static StatedSecrets.Checked descriptor(Path file) throws IOException {
    requireNameOfItsOwn(file);
    Path here = file.toAbsolutePath().normalize().getParent();
    ServerDescriptor server = Descriptors.one(file, ServerDescriptor.class);
    if (server.words().anyMatch(word -> word.contains(ServerDescriptor.COMMIT))) {
      throw new InvalidInput(
          file,
          ServerDescriptor.COMMIT + " is that of a version: compare two with ./scripts/ab.sh");
    }
    Optional<String> body = there(file, here, "body", server.body());
    Optional<String> trust = there(file, here, "trust", server.trust());
    Optional<String> roles = there(file, here, "roles", server.roles());
    try {
      if (roles.isPresent()) {
        Roles.standard().extendedBy(Path.of(roles.get()));
      }
      trust.map(Path::of).ifPresent(TrustFile::read);
    } catch (IllegalArgumentException e) {
      throw new InvalidInput(file, e.getMessage());
    }
    Map<String, String> env = new LinkedHashMap<>();
    server
        .env()
        .forEach(
            (name, value) -> env.put(name, value.replace(ServerDescriptor.HERE, here.toString())));
    return StatedSecrets.check(
        file,
        server.with(next ->
            next.command(replaced(server.command(), here))
                .options(replaced(server.options(), here))
                .env(env)
                .body(body)
                .trust(trust)
                .roles(roles)));
  }

  private static List<String> replaced(List<String> words, Path here) {
    return words.stream()
        .map(word -> word.replace(ServerDescriptor.HERE, here.toString()))
        .toList();
  }

  private static Optional<String> there(
      Path descriptor, Path here, String field, Optional<String> named) throws IOException {
    if (named.isEmpty()) {
      return named;
    }
    try {
      Path file = here.resolve(named.get());
      if (Files.isRegularFile(file) && Files.isReadable(file)) {
        return Optional.of(file.toString());
      }
      throw new InvalidInput(descriptor, "'" + field + "': " + file + " cannot be read");
    } catch (InvalidPathException e) {
      throw new InvalidInput(descriptor, "'" + field + "' is no name of a file: " + named.get());
    }
  }

  /** The variables of the environment that descriptors refer to. */
  public Set<String> variables() throws IOException {
    return Secrets.variables(byName.values());
  }

  /**
   * Looks up the secrets of those servers.
   *
   * @throws IOException naming descriptor and field of the first that is not there
   */
  public Secrets secrets(Map<String, ServerDescriptor> servers) throws IOException {
    return Secrets.lookUp(servers, sources, System.getenv());
  }

  /** Looks up the secrets of the servers of a plan. */
  public Secrets secrets(HttpPlan plan) throws IOException {
    Map<String, ServerDescriptor> servers = new LinkedHashMap<>();
    plan.subjects()
        .forEach(
            subject -> servers.put(plan.variant(subject).server(), plan.servers().get(subject)));
    return secrets(servers);
  }

  /** The names of those that are compared when none are named. */
  public List<String> standard() {
    return byName.keySet().stream().filter(name -> byName.get(name).standard()).toList();
  }

  public ServerDescriptor get(String name) {
    return byName.get(name);
  }

  /** The servers as a command line names them. */
  public SubjectNames subjects() {
    return SubjectNames.of("--servers", byName, ServerDescriptor::alias, ServerDescriptor::vary);
  }
}
