package dev.tierbench.observer.trace;

/**
 * Where the kernel of an architecture keeps the second argument of a system call in {@code struct
 * pt_regs}.
 *
 * @param second the field
 * @param secondOffset its place, in bytes
 */
record Registers(String second, int secondOffset) {

  /** Those of this machine. */
  static final Registers HERE =
      System.getProperty("os.arch").equals("aarch64")
          ? new Registers("regs[1]", Long.BYTES)
          : new Registers("si", 13 * Long.BYTES);
}
