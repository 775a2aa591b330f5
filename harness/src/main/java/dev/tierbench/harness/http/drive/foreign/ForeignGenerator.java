package dev.tierbench.harness.http.drive.foreign;

import dev.tierbench.harness.secret.PrivateFiles;
import dev.tierbench.harness.tier.WorkRequest;
import dev.tierbench.observer.host.child.Command;
import dev.tierbench.observer.host.child.Tools;
import dev.tierbench.run.GeneratorName;
import dev.tierbench.run.Load;
import dev.tierbench.run.descriptor.RequestDescriptor;
import dev.tierbench.run.descriptor.SecretReference;
import dev.tierbench.run.file.TerminalText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A load generator that others wrote: a program on the PATH, run once for each window. */
public abstract sealed class ForeignGenerator permits WrkFamily, H2load, Oha, Ab {

  private final GeneratorName name;
  private final String howToInstall;
  private final List<String> caveats;

  ForeignGenerator(GeneratorName name, String howToInstall, String... caveats) {
    this.name = name;
    this.howToInstall = howToInstall;
    this.caveats = List.of(caveats);
  }

  /** The generator of that name; empty for our own, which is no other. */
  public static Optional<ForeignGenerator> of(GeneratorName name) {
    return switch (name) {
      case LOADGEN -> Optional.empty();
      case WRK -> Optional.of(new Wrk());
      case WRK2 -> Optional.of(new Wrk2());
      case H2LOAD -> Optional.of(new H2load());
      case OHA -> Optional.of(new Oha());
      case AB -> Optional.of(new Ab());
    };
  }

  public final GeneratorName name() {
    return name;
  }

  public final String howToInstall() {
    return howToInstall;
  }

  /** What to know of its values, beyond what they state themselves. */
  public final List<String> caveats() {
    return caveats;
  }

  /** Why it cannot put that load on a server; empty when it can. */
  public abstract Optional<String> refusal(Load load);

  /** Why it cannot put that load on a server over HTTP/2; empty when it can. */
  public Optional<String> refusalOfHttp2(Load load, int streams) {
    return Optional.of(
        name.id() + " is not run over HTTP/2: use --generator loadgen, or h2load for levels");
  }

  /** The arguments of the program for a run, without headers and target. */
  abstract List<String> arguments(LoadOrder order);

  /** Threads that it runs a load with; empty when it chooses them itself. */
  public abstract Optional<Integer> threads(LoadOrder order);

  /**
   * What it reports of a run that has ended.
   *
   * @param startedAt when the window opened, ISO-8601 UTC
   * @param output all that it printed
   * @throws IOException saying what is missing or wrong, when the output is not that of a whole run
   */
  public final LoadReport read(LoadOrder order, String startedAt, String output)
      throws IOException {
    try {
      return report(order, startedAt, output);
    } catch (IllegalArgumentException e) {
      throw new IOException(
          name.id()
              + " printed what is no result: "
              + TerminalText.line(String.valueOf(e.getMessage())),
          e);
    }
  }

  /** The same, where a value that is no result may also be an {@link IllegalArgumentException}. */
  abstract LoadReport report(LoadOrder order, String startedAt, String output) throws IOException;

  /** Path of the program; empty when it is not installed. */
  public final Optional<Path> program() {
    return Tools.find(name.id());
  }

  /**
   * The command of a run, for a program that is installed.
   *
   * @param files by which secrets are handed over
   */
  public final List<String> command(LoadOrder order, PrivateFiles files) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(program().map(Path::toString).orElse(name.id()));
    command.addAll(arguments(order));
    command.addAll(requested(order.request(), files));
    return command;
  }

  /** Why it cannot send that request; empty when it can. */
  public final Optional<String> refusal(RequestDescriptor request) {
    return mustShow(request)
        ? Optional.of(
            name.id()
                + " takes a secret on its command line only, where others can read it: use"
                + " --generator loadgen, wrk or wrk2")
        : Optional.empty();
  }

  /** Whether a secret of the request would be on its command line. */
  boolean mustShow(RequestDescriptor request) {
    return SecretReference.isIn(request.target())
        || request.headers().stream().anyMatch(SecretReference::isIn);
  }

  /** The arguments that say what is asked for. */
  List<String> requested(WorkRequest request, PrivateFiles files) throws IOException {
    List<String> arguments = new ArrayList<>();
    request.headers().forEach(header -> arguments.addAll(List.of("-H", header)));
    arguments.add(request.target().toString());
    return arguments;
  }

  /** The option that makes it print its version. */
  String versionArgument() {
    return "--version";
  }

  /** The command that prints the version, for somebody to try. */
  public final String versionCommand() {
    return name.id() + " " + versionArgument();
  }

  /** The version that is installed; empty when it is not, or does not run. */
  public final Optional<String> installedVersion() throws InterruptedException {
    Optional<Path> file = program();
    if (file.isEmpty()) {
      return Optional.empty();
    }
    // Of wrk, printing the version ends with the exit code of a usage error.
    return Command.firstLine(
            List.of(
                "sh", "-c", "\"$0\" \"$1\" || exit 0", file.get().toString(), versionArgument()))
        .filter(line -> !line.isBlank())
        .map(ForeignGenerator::version);
  }

  /**
   * The version in the first line that one of them prints, such as {@code wrk debian/4.1.0-3+b2
   * [epoll] Copyright ...} or {@code oha 1.16.0}.
   */
  static String version(String firstLine) {
    return firstLine
        .replaceFirst("^(wrk|h2load|oha|This is ApacheBench, Version) ", "")
        .replaceFirst(" [\\[<].*", "");
  }
}
