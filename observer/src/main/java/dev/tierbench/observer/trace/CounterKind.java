package dev.tierbench.observer.trace;

import dev.tierbench.observer.host.TargetProcess;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What counts system calls at level L0. All count the same, at different cost. */
public enum CounterKind {
  /** {@link dev.tierbench.observer.bpf.CallCounter}. */
  OWN_PROGRAM("program of tierbench"),
  /** bpftrace, which reads the kernel's own arguments. */
  RAW_TRACEPOINT("raw tracepoint of bpftrace"),
  /** bpftrace, for which the kernel copies the arguments at each call. */
  TRACEPOINT("tracepoint of bpftrace");

  private final String description;

  CounterKind(String description) {
    this.description = description;
  }

  /** Name on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  String description() {
    return description;
  }

  /**
   * The kinds worth trying, the cheapest first.
   *
   * @param version of bpftrace; empty when it is not known, and then all are tried
   */
  static List<CounterKind> candidates(Optional<BpftraceVersion> version) {
    return version.map(BpftraceVersion::countsInPlace).orElse(true)
        ? List.of(OWN_PROGRAM, RAW_TRACEPOINT, TRACEPOINT)
        : List.of(OWN_PROGRAM, TRACEPOINT);
  }

  /**
   * A counter of this kind, not yet counting.
   *
   * @throws CounterRefused when the kernel refuses it
   */
  SyscallCounter open(TargetProcess target, SyscallNames names) throws IOException {
    return this == OWN_PROGRAM
        ? OwnCounter.attach(target, names)
        : new BpftraceCounter(this, names);
  }
}
