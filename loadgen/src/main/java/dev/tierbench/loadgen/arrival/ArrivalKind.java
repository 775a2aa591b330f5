package dev.tierbench.loadgen;

/** How the intended starts of the open model follow each other. */
enum ArrivalKind {
  CONSTANT,
  POISSON
}
