package dev.tierbench.report.compare;

/** What a row of a comparison is about. */
public enum GroupBy {
  /** A subject over all cells: per trial the geometric mean of the cells. */
  SUBJECT,
  /** A subject with its parameters, such as a level. */
  CELL,
  /** A role of threads of a cell. */
  ROLE,
  /** A system call made by a role of threads of a cell. */
  SYSCALL,
  /** A frame of the profiles of a cell. */
  FRAME
}
