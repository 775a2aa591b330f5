package dev.tierbench.loadgen.arrival;

/** How the intended starts of the open model follow each other. */
public enum ArrivalKind {
  CONSTANT,
  POISSON
}
