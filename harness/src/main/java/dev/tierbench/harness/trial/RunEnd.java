package dev.tierbench.harness.trial;

import dev.tierbench.harness.host.Installation;
import dev.tierbench.run.Manifest;
import dev.tierbench.run.Manifest.State;
import dev.tierbench.run.RunFolder;
import dev.tierbench.run.RunJson;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.Optional;

/** Puts a run in order at its end, however it came to it: its state, its summary, its page. */
public record RunEnd(
    RunFolder folder, Manifest manifest, Installation installation, PrintStream out) {

  /** The exit code: 0 all valid, 1 a step is FAIL, 130 interrupted. */
  public int exitCode(boolean interrupted) {
    State state = finish(interrupted);
    boolean reported = report();
    if (interrupted || !reported) {
      out.println("interrupted; finish it with: --resume " + folder.root());
      return Cancellation.EXIT_CODE;
    }
    return state == State.COMPLETE ? 0 : 1;
  }

  private State finish(boolean interrupted) {
    try {
      State state = interrupted ? State.PARTIAL : RunState.of(folder, manifest.plan());
      RunJson.write(folder.manifest(), manifest.withState(state, Optional.of(Manifests.now())));
      return state;
    } catch (IOException | UncheckedIOException e) {
      out.println("the end of the run could not be written: " + e.getMessage());
      return State.PARTIAL;
    }
  }

  /** False when interrupted; the page of a partial run is written too. */
  private boolean report() {
    try {
      new ReportWriter(installation, out).write(folder);
      out.println(folder.root());
      return true;
    } catch (InterruptedException e) {
      return false;
    }
  }
}
