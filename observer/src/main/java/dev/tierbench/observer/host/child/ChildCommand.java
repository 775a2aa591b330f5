package dev.tierbench.harness.http.tier;

import dev.tierbench.run.CpuList;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A program to run as a child.
 *
 * @param cpus the cores that it is held to
 * @param namespace the network namespace that it is started in; empty for the sweep's own
 * @param log where its output goes
 * @param outputApart keep standard output out of the log, for the sweep to read
 */
public record ChildCommand(
    String name,
    List<String> program,
    Optional<CpuList> cpus,
    Optional<String> namespace,
    Path log,
    boolean outputApart) {

  /**
   * Ends at once when the sweep is gone already: then the parent-death signal, which is sent only
   * at the parent's death, would never come.
   */
  private static final String UNLESS_ORPHANED = "[ \"$PPID\" = \"$0\" ] || exit 1; exec \"$@\"";

  public ChildCommand {
    program = List.copyOf(program);
  }

  /** A child in the sweep's own network namespace. */
  public ChildCommand(
      String name, List<String> program, Optional<CpuList> cpus, Path log, boolean outputApart) {
    this(name, program, cpus, Optional.empty(), log, outputApart);
  }

  /**
   * The whole command. Each part replaces itself by the next, so the process keeps its id: a
   * session of its own keeps the terminal's Ctrl-C away, the parent-death signal ends it with the
   * sweep.
   */
  List<String> line(long sweepPid) {
    List<String> line = new ArrayList<>(List.of("setsid", "setpriv", "--pdeathsig", "KILL"));
    line.addAll(List.of("sh", "-c", UNLESS_ORPHANED, String.valueOf(sweepPid)));
    cpus.ifPresent(list -> line.addAll(List.of("taskset", "--cpu-list", list.text())));
    namespace.ifPresent(name -> line.addAll(List.of("ip", "netns", "exec", name)));
    line.addAll(program);
    return line;
  }
}
