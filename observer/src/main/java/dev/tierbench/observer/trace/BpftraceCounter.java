package dev.tierbench.observer.trace;

import dev.tierbench.observer.host.Architecture;
import dev.tierbench.observer.host.SystemFiles;
import dev.tierbench.run.record.Observation;
import dev.tierbench.run.record.Resources;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** bpftrace counts, between two marks that its program sees. */
final class BpftraceCounter implements SyscallCounter {

  private static final String ATTACHED_TO = "tracepoint:raw_syscalls:sys_enter";
  private static final String NUMBER = "args->id";
  private static final String SECOND_ARGUMENT = "args->args[1]";

  private final CounterKind kind;
  private final SyscallNames names;
  private final MarkerSyscall marker = new MarkerSyscall();
  private Optional<Integer> mapCapacity = Optional.empty();

  BpftraceCounter(CounterKind kind, SyscallNames names) throws IOException {
    this.kind = kind;
    this.names = names;
  }

  @Override
  public String program() {
    return program(kind, Architecture.here().orElseThrow());
  }

  /** The same program for both kinds of probe; only how it reads the arguments differs. */
  static String program(CounterKind kind, Architecture architecture) {
    String tracepoint = Resources.text(BpftraceCounter.class, "calls.bt");
    return kind == CounterKind.TRACEPOINT
        ? tracepoint
        : tracepoint
            .replace(ATTACHED_TO, "rawtracepoint:sys_enter")
            .replace(SECOND_ARGUMENT, "((struct pt_regs *)arg0)->" + architecture.secondArgument())
            .replace(NUMBER, "arg1");
  }

  @Override
  public List<String> arguments() {
    return List.of(
        Long.toString(marker.base()),
        Integer.toString(names.number("futex")),
        Integer.toString(names.number("lseek")));
  }

  @Override
  public void greet() throws IOException {
    marker.mark(MarkerSyscall.Signal.HELLO);
  }

  @Override
  public void attached(long bpftracePid) {
    mapCapacity = MapCapacity.of(SystemFiles.REAL, bpftracePid);
  }

  @Override
  public void begin() throws IOException {
    marker.mark(MarkerSyscall.Signal.OPEN);
  }

  @Override
  public void end() throws IOException {
    marker.mark(MarkerSyscall.Signal.CLOSE);
  }

  @Override
  public Counted read(BpftraceOutput output, long clockOffset) {
    return new Counted(
        output.callsByTid(),
        output.window(),
        mapCapacity.map(capacity -> new Observation.MapUsage(output.mapEntries(), capacity)),
        0); // bpftrace reports those as lost events
  }

  @Override
  public void close() throws IOException {
    marker.close();
  }
}
