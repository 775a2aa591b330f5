package dev.tierbench.harness.http.load;

import dev.tierbench.observer.host.child.Command;
import dev.tierbench.observer.host.child.Tools;
import dev.tierbench.run.GeneratorName;
import dev.tierbench.run.Load;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A load generator that others wrote: a program on the PATH, run once for each window. */
public sealed interface LoadGenerator permits Wrk, Wrk2, H2load, Oha {

  /** What makes each of them print its version. */
  String VERSION_ARGUMENT = "--version";

  /** The generator of that name; empty for our own, which is no other. */
  static Optional<LoadGenerator> of(GeneratorName name) {
    return switch (name) {
      case LOADGEN -> Optional.empty();
      case WRK -> Optional.of(new Wrk());
      case WRK2 -> Optional.of(new Wrk2());
      case H2LOAD -> Optional.of(new H2load());
      case OHA -> Optional.of(new Oha());
    };
  }

  GeneratorName name();

  /** How to get it. */
  String howToInstall();

  /** Why it cannot put that load on a server; empty when it can. */
  Optional<String> refusal(Load load);

  /** The arguments of the program for a run, without headers and target, which all take alike. */
  List<String> arguments(LoadOrder order);

  /**
   * The version in the first line that one of them prints, such as {@code wrk debian/4.1.0-3+b2
   * [epoll] Copyright ...} or {@code oha 1.16.0}.
   */
  static String version(String firstLine) {
    return firstLine.replaceFirst("^(wrk|h2load|oha) ", "").replaceFirst(" \\[.*", "");
  }

  /** What to know of its values, beyond what they state themselves. */
  List<String> caveats();

  /** Threads that it runs a load with; empty when it does not let itself be told. */
  Optional<Integer> threads(LoadOrder order);

  /**
   * What it reports of a run that has ended.
   *
   * @param startedAt when the window opened, ISO-8601 UTC
   * @param output all that it printed
   * @throws IOException saying what is missing, when the output is not that of a whole run
   */
  LoadReport read(LoadOrder order, String startedAt, String output) throws IOException;

  /** Its file, if it is installed. */
  default Optional<Path> program() {
    return Tools.find(name().id());
  }

  /** The command of a run, for a program that is installed. */
  default List<String> command(LoadOrder order) {
    List<String> command = new ArrayList<>();
    command.add(program().map(Path::toString).orElse(name().id()));
    command.addAll(arguments(order));
    command.addAll(order.headerArguments());
    command.add(order.target().toString());
    return command;
  }

  /** The version that is installed; empty when it is not, or does not run. */
  default Optional<String> installedVersion() throws InterruptedException {
    Optional<Path> file = program();
    if (file.isEmpty()) {
      return Optional.empty();
    }
    // Of wrk, printing the version ends with the exit code of a usage error.
    return Command.firstLine(
            List.of("sh", "-c", "\"$0\" \"$1\" || exit 0", file.get().toString(), VERSION_ARGUMENT))
        .filter(line -> !line.isBlank())
        .map(LoadGenerator::version);
  }
}
