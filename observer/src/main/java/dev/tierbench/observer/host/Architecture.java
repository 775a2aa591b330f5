package dev.tierbench.observer.host;

import java.util.Locale;
import java.util.Optional;

/** A machine whose system calls are known. */
public enum Architecture {
  X86_64("si", 13 * Long.BYTES),
  AARCH64("regs[1]", Long.BYTES);

  private final String secondArgument;
  private final int secondArgumentOffset;

  Architecture(String secondArgument, int secondArgumentOffset) {
    this.secondArgument = secondArgument;
    this.secondArgumentOffset = secondArgumentOffset;
  }

  /** That of this machine; empty for one that is not known. */
  public static Optional<Architecture> here() {
    return switch (System.getProperty("os.arch").toLowerCase(Locale.ROOT)) {
      case "amd64", "x86_64" -> Optional.of(X86_64);
      case "aarch64" -> Optional.of(AARCH64);
      default -> Optional.empty();
    };
  }

  /** Where the kernel keeps the second argument of a system call: a field of {@code pt_regs}. */
  public String secondArgument() {
    return secondArgument;
  }

  /** That field in bytes from the beginning. */
  public int secondArgumentOffset() {
    return secondArgumentOffset;
  }

  /** As the kernel writes it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
