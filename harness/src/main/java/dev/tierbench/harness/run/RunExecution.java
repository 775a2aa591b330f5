package dev.tierbench.harness.run;

import dev.tierbench.harness.preflight.Installation;
import dev.tierbench.harness.run.step.BestSpeed;
import dev.tierbench.run.Caveat;
import dev.tierbench.run.file.RunFolder;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.file.TerminalText;
import dev.tierbench.run.plan.Manifest;
import dev.tierbench.run.plan.Manifest.State;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.Optional;

/** A run of either kind from its manifest to its report. Used once, by one thread. */
public final class RunExecution {

  private final RunFolder folder;
  private final RunLock lock;
  private final String resumeCommand;
  private final Installation installation;
  private final PrintStream out;
  private Manifest manifest;

  /** Why the run ended before its plan did; empty of one that was interrupted. */
  private Optional<String> brokenOff = Optional.empty();

  /** Whether the run broke off, or could not be put in order. */
  private boolean broken;

  /** What is measured between the manifest and the report. */
  public interface Trials {
    void carryOut(Progress progress) throws IOException, InterruptedException;
  }

  /**
   * A run that was not carried out yet.
   *
   * @param lock of its folder, which is given back when it was
   * @param resumeCommand the options that finish it when it is interrupted
   */
  RunExecution(
      RunFolder folder,
      RunLock lock,
      Manifest manifest,
      Installation installation,
      String resumeCommand,
      PrintStream out) {
    this.folder = folder;
    this.lock = lock;
    this.resumeCommand = resumeCommand;
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

  /** Why the run ended before its plan did; empty of one that did not, or was interrupted. */
  public Optional<String> brokenOff() {
    return brokenOff;
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
    try (lock) {
      Optional<State> ended = attempt(progress, trials);
      inOrder("the host's speed was not judged by the whole run", this::judgeAgain);
      State state = finish(ended);
      if (!report() || ended.equals(Optional.of(State.PARTIAL))) {
        out.println("interrupted; finish it with: " + resumeCommand);
        return Cancellation.EXIT_CODE;
      }
      return state == State.COMPLETE && !broken ? 0 : 1;
    } catch (IOException e) {
      out.println("the lock of the run folder could not be given back: " + e.getMessage());
      return 1;
    }
  }

  /** The state that ended the run before its plan did; empty when its steps decide. */
  private Optional<State> attempt(Progress progress, Trials trials) {
    try (progress) {
      write(manifest);
      trials.carryOut(progress);
      return Optional.empty();
    } catch (InterruptedException e) {
      return Optional.of(State.PARTIAL);
    } catch (IOException | UncheckedIOException e) {
      brokeOff(String.valueOf(e.getMessage()));
      return Thread.interrupted() ? Optional.of(State.PARTIAL) : Optional.empty();
    } catch (RuntimeException | Error e) {
      brokeOff(Defect.noted(folder.root(), e));
      return Optional.of(Thread.interrupted() ? State.PARTIAL : State.FAILED);
    }
  }

  private void brokeOff(String reason) {
    String line = TerminalText.line(reason);
    broken = true;
    brokenOff = Optional.of(line);
    manifest =
        manifest.withCaveat(
            new Caveat("the run broke off: " + line, "what is missing: " + resumeCommand));
    out.println(TerminalText.line(manifest.name()) + " broke off: " + line);
  }

  private interface Last {
    void carryOut() throws IOException;
  }

  /** What a run ends with is done although an earlier part of it could not be. */
  private void inOrder(String problem, Last last) {
    try {
      last.carryOut();
    } catch (IOException | UncheckedIOException e) {
      out.println(problem + ": " + TerminalText.lines(String.valueOf(e.getMessage())));
    } catch (RuntimeException | Error e) {
      broken = true;
      out.println(problem + ": " + Defect.noted(folder.root(), e));
    }
  }

  private void judgeAgain() throws IOException {
    new BestSpeed(folder, manifest.plan()).judgeAgain();
  }

  private State finish(Optional<State> ended) {
    inOrder(
        "the end of the run could not be written",
        () -> {
          State state = ended.isPresent() ? ended.get() : RunState.of(folder, manifest.plan());
          write(manifest.withState(state, Optional.of(Manifests.now())));
        });
    return manifest.state();
  }

  /** False when interrupted. */
  private boolean report() {
    try {
      new ReportProcess(installation).report(out, folder.root());
      out.println(folder.root());
      return true;
    } catch (InterruptedException e) {
      return false;
    } catch (RuntimeException | Error e) {
      broken = true;
      out.println("no report was made: " + Defect.noted(folder.root(), e));
      return true;
    }
  }
}
