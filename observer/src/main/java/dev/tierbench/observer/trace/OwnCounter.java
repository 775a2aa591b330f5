package dev.tierbench.observer.trace;

import dev.tierbench.observer.bpf.CallCounter;
import dev.tierbench.observer.host.SystemFiles;
import dev.tierbench.observer.host.TargetProcess;
import dev.tierbench.run.Observed;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Our own program; bpftrace has no part in counting. */
final class OwnCounter implements SyscallCounter {

  private final CallCounter counter;
  private final SyscallNames names;
  private long openedNanos;
  private long closedNanos;

  private OwnCounter(CallCounter counter, SyscallNames names) {
    this.counter = counter;
    this.names = names;
  }

  static OwnCounter attach(TargetProcess target, SyscallNames names) throws CounterRefused {
    int threads = SystemFiles.REAL.names("proc/" + target.pid() + "/task").size();
    try {
      return new OwnCounter(CallCounter.attach(names.numbers(), target.pid(), threads), names);
    } catch (IOException e) {
      throw new CounterRefused(CounterKind.OWN_PROGRAM, e.getMessage(), e);
    }
  }

  @Override
  public String program() {
    return "";
  }

  @Override
  public List<String> arguments() {
    return List.of();
  }

  @Override
  public Set<String> answers() {
    return Set.of();
  }

  @Override
  public void greet() {}

  @Override
  public void attached(long bpftracePid) {}

  @Override
  public void begin() throws IOException {
    long before = System.nanoTime();
    counter.begin();
    openedNanos = middle(before);
  }

  @Override
  public void end() throws IOException {
    long before = System.nanoTime();
    counter.end();
    closedNanos = middle(before);
  }

  private static long middle(long before) {
    return before + (System.nanoTime() - before) / 2;
  }

  @Override
  public Counted read(BpftraceOutput output, long clockOffset) throws IOException {
    CallCounter.Counted counted = counter.read();
    Map<Long, ThreadCalls> byTid = new TreeMap<>();
    counted
        .byTid()
        .forEach((tid, calls) ->
            byTid.put(tid, ThreadCalls.of(names, calls.byNumber(), calls.futexByOperation())));
    return new Counted(
        byTid,
        Optional.of(new TraceResult.Window(openedNanos + clockOffset, closedNanos + clockOffset)),
        Optional.of(new Observed.MapUsage(counted.entries(), counted.capacity())),
        counted.lost());
  }

  @Override
  public void close() throws IOException {
    counter.close();
  }
}
