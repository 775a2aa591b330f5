package dev.tierbench.harness.trial;

import dev.tierbench.harness.host.Installation;
import dev.tierbench.run.Manifest;
import dev.tierbench.run.Manifest.State;
import dev.tierbench.run.RunFolder;
import dev.tierbench.run.RunJson;
import dev.tierbench.run.TerminalText;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.Optional;

/** A run of either kind from its manifest to its report. Used once, by one thread. */
public final class RunExecution {

  private final RunFolder folder;
  private final Installation installation;
  private final PrintStream out;
  private Manifest manifest;

  /** What is measured between the manifest and the report. */
  public interface Trials {
    void carryOut(Progress progress) throws IOException, InterruptedException;
  }

  RunExecution(RunFolder folder, Manifest manifest, Installation installation, PrintStream out) {
    this.folder = folder;
    this.manifest = manifest;
    this.installation = installation;
    this.out = out;
  }

  public RunFolder folder() {
    return folder;
  }

  public Installation installation() {
    return installation;
  }

  public Manifest manifest() {
    return manifest;
  }

  /** Replaces the manifest by a more complete one. */
  public void write(Manifest known) {
    manifest = known;
    RunJson.write(folder.manifest(), known);
  }

  /**
   * Measures what is missing. A run that is cut short is put in order, too: its state, its summary,
   * its page.
   *
   * @return the exit code: 0 all valid, 1 a step is FAIL or the run broke off, 130 interrupted
   */
  public int carryOut(Progress progress, Trials trials) {
    boolean interrupted = false;
    boolean broken = false;
    try (progress) {
      write(manifest);
      trials.carryOut(progress);
    } catch (InterruptedException e) {
      interrupted = true;
    } catch (IOException | UncheckedIOException e) {
      out.println(TerminalText.lines(manifest.name() + " broke off: " + e.getMessage()));
      interrupted = Thread.interrupted();
      broken = true;
    }
    judgeAgain();
    State state = finish(interrupted);
    if (!report() || interrupted) {
      out.println("interrupted; finish it with: --resume " + folder.root());
      return Cancellation.EXIT_CODE;
    }
    return state == State.COMPLETE && !broken ? 0 : 1;
  }

  private void judgeAgain() {
    try {
      new BestSpeed(folder, manifest.plan()).judgeAgain();
    } catch (IOException | UncheckedIOException e) {
      out.println(
          "the host's speed was not judged by the whole run: "
              + TerminalText.lines(String.valueOf(e.getMessage())));
    }
  }

  private State finish(boolean interrupted) {
    try {
      State state = interrupted ? State.PARTIAL : RunState.of(folder, manifest.plan());
      write(manifest.withState(state, Optional.of(Manifests.now())));
      return state;
    } catch (IOException | UncheckedIOException e) {
      out.println(
          "the end of the run could not be written: "
              + TerminalText.lines(String.valueOf(e.getMessage())));
      return State.PARTIAL;
    }
  }

  /** False when interrupted. */
  private boolean report() {
    try {
      new ReportProcess(installation).report(out, folder.root());
      out.println(folder.root());
      return true;
    } catch (InterruptedException e) {
      return false;
    }
  }
}
