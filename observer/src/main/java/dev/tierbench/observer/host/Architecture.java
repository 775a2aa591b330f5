package dev.tierbench.observer.host;

import java.util.Locale;
import java.util.Optional;

/** A machine whose system calls are known. */
public enum Architecture {
  X86_64("si", 13 * Long.BYTES, 0x20000, 117, 119, 116),
  AARCH64("regs[1]", Long.BYTES, 0x8000, 147, 149, 159);

  private final String secondArgument;
  private final int secondArgumentOffset;
  private final int noFollow;
  private final int setresuid;
  private final int setresgid;
  private final int setgroups;

  Architecture(
      String secondArgument,
      int secondArgumentOffset,
      int noFollow,
      int setresuid,
      int setresgid,
      int setgroups) {
    this.secondArgument = secondArgument;
    this.secondArgumentOffset = secondArgumentOffset;
    this.noFollow = noFollow;
    this.setresuid = setresuid;
    this.setresgid = setresgid;
    this.setgroups = setgroups;
  }

  /** Architecture of this machine; empty when it is not known. */
  public static Optional<Architecture> here() {
    return switch (System.getProperty("os.arch").toLowerCase(Locale.ROOT)) {
      case "amd64", "x86_64" -> Optional.of(X86_64);
      case "aarch64" -> Optional.of(AARCH64);
      default -> Optional.empty();
    };
  }

  /** Returns the field of {@code pt_regs} that holds the second argument of a system call. */
  public String secondArgument() {
    return secondArgument;
  }

  /** Returns the offset in {@code pt_regs}, in bytes, of the second argument of a system call. */
  public int secondArgumentOffset() {
    return secondArgumentOffset;
  }

  /** The flag {@code O_NOFOLLOW} of {@code open}. */
  public int noFollow() {
    return noFollow;
  }

  /** The number of the system call that changes the user ids of the calling thread alone. */
  public int setresuid() {
    return setresuid;
  }

  /** The number of the system call that changes the group ids of the calling thread alone. */
  public int setresgid() {
    return setresgid;
  }

  /** The number of the system call that changes the further groups of the calling thread alone. */
  public int setgroups() {
    return setgroups;
  }

  /** Name as the kernel writes it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
