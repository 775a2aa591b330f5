package dev.tierbench.run;

/**
 * What a value is measured of, over all trials.
 *
 * @param subject the server or the implementation, as the plan names it
 */
public record Cell(String subject, Parameters parameters) {

  /** The same of a subject with a name that differs from another run's. */
  public Cell prefixed(String prefix) {
    return new Cell(prefix + subject, parameters);
  }
}
