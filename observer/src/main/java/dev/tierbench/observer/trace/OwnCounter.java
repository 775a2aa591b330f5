package dev.tierbench.observer.trace;

import dev.tierbench.observer.bpf.CallCounter;
import dev.tierbench.observer.host.Proc;
import dev.tierbench.observer.host.TargetProcess;
import dev.tierbench.run.record.Observation;
import java.io.IOException;
import java.util.Optional;

/** Our own program; bpftrace has no part in counting. */
final class OwnCounter implements SyscallCounter {

  private final CallCounter counter;
  private long openedNanos;
  private long closedNanos;

  private OwnCounter(CallCounter counter) {
    this.counter = counter;
  }

  static OwnCounter attach(TargetProcess target, SyscallNames names) throws CounterRefused {
    int threads = Proc.REAL.threadIds(target.pid()).size();
    try {
      return new OwnCounter(CallCounter.attach(names.numbers(), target.pid(), threads));
    } catch (IOException e) {
      throw new CounterRefused(CounterKind.OWN_PROGRAM, e.getMessage(), e);
    }
  }

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
    return new Counted(
        counted.byTid(),
        Optional.of(new TraceResult.Window(openedNanos + clockOffset, closedNanos + clockOffset)),
        Optional.of(new Observation.MapUsage(counted.entries(), counted.capacity())),
        counted.lost());
  }

  @Override
  public void close() throws IOException {
    counter.close();
  }
}
