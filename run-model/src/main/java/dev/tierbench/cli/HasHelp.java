package dev.tierbench.cli;

/** A command whose help has the form of {@link ProgramHelp}. */
public interface HasHelp {

  /** Contents of its help. */
  ProgramHelp help();
}
