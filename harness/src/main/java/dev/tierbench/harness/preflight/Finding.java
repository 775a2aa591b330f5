package dev.tierbench.harness.preflight;

import dev.tierbench.run.Caveat;
import dev.tierbench.run.file.TerminalText;
import java.io.PrintStream;
import java.util.List;
import java.util.Optional;

/** What a look at the host found. */
public sealed interface Finding {

  Caveat caveat();

  /** A finding with which no run can start. */
  record Fatal(Caveat caveat) implements Finding {
    public Fatal(String what, String hint) {
      this(new Caveat(what, hint));
    }
  }

  /** A finding with which the results have to be read with care. */
  record Warning(Caveat caveat) implements Finding {
    public Warning(String what, String hint) {
      this(new Caveat(what, hint));
    }
  }

  /** A warning, if it applies. */
  static Optional<Finding> warningIf(boolean applies, String what, String hint) {
    return applies ? Optional.of(new Warning(what, hint)) : Optional.empty();
  }

  /** Fatal, or only a warning. */
  static Finding of(boolean fatal, String what, String hint) {
    return fatal ? new Fatal(what, hint) : new Warning(what, hint);
  }

  /** Prints all of them, each on a line with its hint; whether the run can start. */
  static boolean isReady(List<Finding> findings, PrintStream out) {
    for (Finding finding : findings) {
      String head =
          switch (finding) {
            case Fatal fatal -> "cannot start: ";
            case Warning warning -> "caveat: ";
          };
      out.println(head + TerminalText.lines(finding.caveat().line()));
    }
    return findings.stream().noneMatch(Fatal.class::isInstance);
  }

  /** The caveats of the findings that do not keep a run from starting. */
  static List<Caveat> caveats(List<Finding> findings) {
    return findings.stream().filter(Warning.class::isInstance).map(Finding::caveat).toList();
  }
}
