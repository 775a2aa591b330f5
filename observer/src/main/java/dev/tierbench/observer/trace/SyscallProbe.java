package dev.tierbench.observer.trace;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * What counts system calls at level L0. All count the same; starts and exits of threads are always
 * bpftrace's.
 */
public enum SyscallProbe {
  /** {@link dev.tierbench.observer.bpf.CallCounter}. */
  OWN_PROGRAM("program of tierbench at a raw tracepoint"),
  /** bpftrace, which reads the kernel's own arguments. */
  RAW_TRACEPOINT("raw tracepoint of bpftrace"),
  /** bpftrace, for which the kernel copies the arguments at each call. */
  TRACEPOINT("tracepoint of bpftrace");

  private static final String ATTACHED_TO = "tracepoint:raw_syscalls:sys_enter";
  private static final String NUMBER = "args->id";
  private static final String SECOND_ARGUMENT = "args->args[1]";

  private final String description;

  SyscallProbe(String description) {
    this.description = description;
  }

  /** As the command line names it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
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
        ? List.of(OWN_PROGRAM, RAW_TRACEPOINT, TRACEPOINT)
        : List.of(OWN_PROGRAM, TRACEPOINT);
  }

  /** The names with which the probes of bpftrace's part answer that they are attached. */
  Set<String> answers() {
    return this == OWN_PROGRAM ? Set.of("starts", "exits") : Set.of("calls", "starts", "exits");
  }

  /**
   * The text of bpftrace's part.
   *
   * @param finishing name of the thread of the observer whose end is the program's
   */
  String program(String finishing) {
    String threads = resource("threads.bt").replace("FINISH", finishing);
    return switch (this) {
      case OWN_PROGRAM -> threads;
      case TRACEPOINT -> resource("calls.bt") + "\n" + threads;
      case RAW_TRACEPOINT ->
          resource("calls.bt")
                  .replace(ATTACHED_TO, "rawtracepoint:sys_enter")
                  .replace(SECOND_ARGUMENT, "((struct pt_regs *)arg0)->" + Registers.HERE.second())
                  .replace(NUMBER, "arg1")
              + "\n"
              + threads;
    };
  }

  private static String resource(String name) {
    try (InputStream in = SyscallProbe.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + name, e);
    }
  }
}
