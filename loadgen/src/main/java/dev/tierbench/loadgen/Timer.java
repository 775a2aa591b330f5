package dev.tierbench.loadgen;

/** Asks for a {@link Pacer#pump} at an instant; a later request replaces none. */
@FunctionalInterface
interface Timer {
  void at(long nanos);
}
