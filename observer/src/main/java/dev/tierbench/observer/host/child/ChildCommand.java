package dev.tierbench.observer.host.child;

import dev.tierbench.run.CpuList;
import java.io.File;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A program to run as a child of this JVM.
 *
 * @param environment what it adds to this JVM's own, from which {@link WithheldVariables} are
 *     missing
 * @param cpus the cores that it is held to
 * @param output where its standard output goes; with {@link Redirect#PIPE}, standard input is a
 *     pipe too, and otherwise empty
 * @param log the file that its standard error is appended to
 */
public record ChildCommand(
    String name,
    List<String> program,
    Map<String, String> environment,
    Optional<CpuList> cpus,
    Redirect output,
    Path log) {

  /** Numbers with a point and messages in English, from every tool. */
  public static final Map<String, String> PLAIN = Map.of("LC_ALL", "C.UTF-8");

  /**
   * Ends at once when the parent is gone already: then the parent-death signal, which is sent only
   * at the parent's death, would never come.
   */
  private static final String UNLESS_ORPHANED = "[ \"$PPID\" = \"$0\" ] || exit 1; exec \"$@\"";

  /** The nice value of a program that goes first: its share of a core is ten times another's. */
  public static final int FIRST = -10;

  /**
   * Raises its own priority, and that of its session, which the kernel may schedule as one ({@code
   * sched_autogroup_enabled}); then the nice value of a program says nothing beside others.
   */
  private static final String GOES_FIRST =
      "{ echo \"$0\" >/proc/self/autogroup; } 2>/dev/null; exec nice -n \"$0\" \"$@\"";

  private static final File NULL = new File("/dev/null");

  public ChildCommand {
    program = List.copyOf(program);
    environment = Map.copyOf(environment);
  }

  /** A program in this JVM's own environment, on any core. */
  public static ChildCommand of(String name, List<String> program, Redirect output, Path log) {
    return new ChildCommand(name, program, Map.of(), Optional.empty(), output, log);
  }

  /** A tool, looked up by its name, whose output is parsed. */
  public static ChildCommand tool(List<String> program, Redirect output, Path log) {
    String name = program.getFirst();
    List<String> resolved = new ArrayList<>(program);
    resolved.set(0, Tools.find(name).map(Path::toString).orElse(name));
    return of(Path.of(name).getFileName().toString(), resolved, output, log).with(PLAIN);
  }

  /** The same program under another name. */
  public ChildCommand named(String other) {
    return new ChildCommand(other, program, environment, cpus, output, log);
  }

  /** The same with other words. */
  public ChildCommand program(List<String> words) {
    return new ChildCommand(name, words, environment, cpus, output, log);
  }

  /** The same program, held to those cores. */
  public ChildCommand heldTo(Optional<CpuList> cores) {
    return new ChildCommand(name, program, environment, cores, output, log);
  }

  /**
   * The same program, which gets a core before others that want it; without permission as it is.
   */
  public ChildCommand goingFirst() {
    List<String> words = new ArrayList<>(List.of("sh", "-c", GOES_FIRST, String.valueOf(FIRST)));
    words.addAll(program);
    return program(words);
  }

  /** The same program with those variables as well. */
  public ChildCommand with(Map<String, String> more) {
    Map<String, String> all = new HashMap<>(environment);
    all.putAll(more);
    return new ChildCommand(name, program, all, cpus, output, log);
  }

  /**
   * The whole command. Each part replaces itself by the next, so the process keeps its id: a
   * session of its own keeps the terminal's Ctrl-C away, the parent-death signal ends it with its
   * parent.
   */
  List<String> line(long parentPid) {
    List<String> line = new ArrayList<>(List.of("setsid", "setpriv", "--pdeathsig", "KILL"));
    line.addAll(List.of("sh", "-c", UNLESS_ORPHANED, String.valueOf(parentPid)));
    cpus.ifPresent(list -> line.addAll(List.of("taskset", "--cpu-list", list.text())));
    line.addAll(program);
    return line;
  }

  ProcessBuilder builder() {
    ProcessBuilder builder = new ProcessBuilder(line(ProcessHandle.current().pid()));
    WithheldVariables.removeFrom(builder.environment());
    builder.environment().putAll(environment);
    return builder
        .redirectInput(output.type() == Redirect.Type.PIPE ? Redirect.PIPE : Redirect.from(NULL))
        .redirectOutput(output)
        .redirectError(Redirect.appendTo(log.toFile()));
  }
}
