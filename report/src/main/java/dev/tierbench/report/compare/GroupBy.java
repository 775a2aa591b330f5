package dev.tierbench.report.compare;

/** What a row of a comparison is about. */
public enum GroupBy {
  /** A server over all levels: per trial the geometric mean of the levels. */
  SERVER,
  /** A server at a level. */
  LEVEL,
  /** A role of threads of a server at a level. */
  ROLE,
  /** A system call made by a role of threads of a server at a level. */
  SYSCALL
}
