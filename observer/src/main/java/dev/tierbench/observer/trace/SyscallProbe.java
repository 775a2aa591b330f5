package dev.tierbench.observer.trace;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * How {@code threads.bt} sees system calls. Both probes run the same program and count the same;
 * the raw tracepoint reads the kernel's own arguments, where the other has them copied at each
 * call.
 */
enum SyscallProbe {
  RAW_TRACEPOINT("raw tracepoint"),
  TRACEPOINT("tracepoint");

  private static final String ATTACHED_TO = "tracepoint:raw_syscalls:sys_enter";
  private static final String NUMBER = "args->id";
  private static final String SECOND_ARGUMENT = "args->args[1]";

  private final String description;

  SyscallProbe(String description) {
    this.description = description;
  }

  String description() {
    return description;
  }

  /**
   * The probes worth trying, the cheapest first.
   *
   * @param version of bpftrace; empty when it is not known, and then all are tried
   */
  static List<SyscallProbe> candidates(Optional<BpftraceVersion> version) {
    return version.map(BpftraceVersion::countsInPlace).orElse(true)
        ? List.of(RAW_TRACEPOINT, TRACEPOINT)
        : List.of(TRACEPOINT);
  }

  /** The text of {@code threads.bt} with this probe. */
  String program() {
    try (InputStream in = SyscallProbe.class.getResourceAsStream("threads.bt")) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return switch (this) {
        case TRACEPOINT -> text;
        case RAW_TRACEPOINT ->
            text.replace(ATTACHED_TO, "rawtracepoint:sys_enter")
                .replace(SECOND_ARGUMENT, "((struct pt_regs *)arg0)->" + secondRegister())
                .replace(NUMBER, "arg1");
      };
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read threads.bt", e);
    }
  }

  private static String secondRegister() {
    return System.getProperty("os.arch").equals("aarch64") ? "regs[1]" : "si";
  }
}
