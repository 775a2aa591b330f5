package dev.tierbench.observer.host.threads;

import dev.tierbench.observer.host.SystemFiles;
import dev.tierbench.run.threads.Counter;
import dev.tierbench.run.threads.Counts;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * Reads {@code schedstat}, {@code stat}, {@code status}, {@code sched} and {@code io} of one thread
 * after the other into one buffer, from files that are open already: finding a file in {@code
 * /proc} costs as much as reading it, and a snapshot of thousands of threads is taken under load.
 * Not thread-safe.
 */
final class ThreadFiles {

  /** Number of the first field after the name in {@code stat}, the state; proc(5) counts from 1. */
  private static final int FIRST_STAT_FIELD = 3;

  private static final int MINOR_FAULTS = 10;
  private static final int MAJOR_FAULTS = 12;
  private static final int START_TIME = 22;

  private static final byte[] VOLUNTARY = bytes("\nvoluntary_ctxt_switches:\t");
  private static final byte[] INVOLUNTARY = bytes("\nnonvoluntary_ctxt_switches:\t");
  private static final byte[] NAMESPACE_PIDS = bytes("\nNSpid:\t");

  /** Key of the moves from one core to another; blanks and a colon follow. */
  private static final byte[] MIGRATIONS = bytes("\nse.nr_migrations ");

  private static final byte[] READ_CALLS = bytes("\nsyscr: ");
  private static final byte[] WRITE_CALLS = bytes("\nsyscw: ");

  /** Size of the buffer: enough for the status file of a user in thousands of groups. */
  private static final int BUFFER_BYTES = 1 << 16;

  private final boolean nested;
  private final boolean countsTurns;
  private final ByteBuffer transfer = ByteBuffer.allocateDirect(BUFFER_BYTES);
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private int length;

  /**
   * @param nested whether the threads live in another PID namespace
   * @param countsTurns whether the kernel counts what {@code schedstat} shows, and not zeros only
   */
  ThreadFiles(boolean nested, boolean countsTurns) {
    this.nested = nested;
    this.countsTurns = countsTurns;
  }

  /**
   * The thread now; empty when it is gone, also when it goes while it is read: what is left of it
   * then is not all. Columns that the kernel does not keep are absent.
   */
  Optional<ThreadSample> read(OpenThread thread) {
    Map<Counter, Long> counts = new EnumMap<>(Counter.class);
    // A kernel without CONFIG_SCHED_INFO has no such file: the columns stay absent.
    if (thread.schedstat().isPresent() && fill(thread.schedstat().get())) {
      readSchedstat(counts);
    }
    if (!fill(thread.stat())) {
      return Optional.empty();
    }
    int open = indexOf((byte) '(', 0);
    int close = lastIndexOf((byte) ')');
    if (open < 0 || close < open) {
      return Optional.empty();
    }
    String comm = new String(buffer, open + 1, close - open - 1, StandardCharsets.UTF_8);
    counts.put(Counter.MINOR_FAULTS, statField(close, MINOR_FAULTS));
    counts.put(Counter.MAJOR_FAULTS, statField(close, MAJOR_FAULTS));
    long startTicks = statField(close, START_TIME);
    long innerTid = thread.tid();
    if (!fill(thread.status())) {
      return Optional.empty();
    }
    after(VOLUNTARY).ifPresent(count -> counts.put(Counter.CS_VOLUNTARY, count));
    after(INVOLUNTARY).ifPresent(count -> counts.put(Counter.CS_INVOLUNTARY, count));
    innerTid = nested ? lastNamespacePid(innerTid) : innerTid;
    if (thread.sched().isPresent()) {
      if (!fill(thread.sched().get())) {
        return Optional.empty();
      }
      migrations().ifPresent(count -> counts.put(Counter.MIGRATIONS, count));
    }
    return Optional.of(
        new ThreadSample(thread.tid(), innerTid, comm, startTicks, new Counts(counts), io(thread)));
  }

  private Optional<Long> migrations() {
    int position = find(MIGRATIONS);
    if (position < 0) {
      return Optional.empty();
    }
    int digit = position + MIGRATIONS.length;
    while (digit < length && (buffer[digit] == ' ' || buffer[digit] == ':')) {
      digit++;
    }
    return digit < length && buffer[digit] >= '0' && buffer[digit] <= '9'
        ? Optional.of(number(digit))
        : Optional.empty();
  }

  private Optional<IoCalls> io(OpenThread thread) {
    if (thread.io().isEmpty() || !fill(thread.io().get())) {
      return Optional.empty();
    }
    return after(READ_CALLS)
        .flatMap(reads -> after(WRITE_CALLS).map(writes -> new IoCalls(reads, writes)));
  }

  private void readSchedstat(Map<Counter, Long> counts) {
    int space = indexOf((byte) ' ', 0);
    int second = space > 0 ? indexOf((byte) ' ', space + 1) : -1;
    // A thread that has not had its first turn has zeros too, and they are its counts.
    if (countsTurns && second > 0) {
      counts.put(Counter.CPU_NS, number(0));
      counts.put(Counter.RUN_DELAY_NS, number(space + 1));
    }
  }

  private long statField(int closingParenthesis, int field) {
    int position = closingParenthesis + 2;
    for (int at = FIRST_STAT_FIELD; at < field; at++) {
      position = indexOf((byte) ' ', position) + 1;
    }
    return number(position);
  }

  /** The number behind a key. */
  private Optional<Long> after(byte[] key) {
    int position = find(key);
    return position < 0 ? Optional.empty() : Optional.of(number(position + key.length));
  }

  private long lastNamespacePid(long otherwise) {
    int position = find(NAMESPACE_PIDS);
    if (position < 0) {
      return otherwise;
    }
    int start = position + NAMESPACE_PIDS.length;
    int end = indexOf((byte) '\n', start);
    String[] pids =
        new String(buffer, start, (end < 0 ? length : end) - start, StandardCharsets.US_ASCII)
            .split("\t", -1);
    return SystemFiles.number(pids[pids.length - 1].strip()).orElse(otherwise);
  }

  /** Reads a file, which may be empty; false when the thread is gone. */
  private boolean fill(FileChannel file) {
    transfer.clear();
    try {
      length = Math.max(0, file.read(transfer, 0));
    } catch (IOException e) {
      // Or this user may not read it, as happens with io: the caller leaves its values absent.
      return false;
    }
    transfer.flip().get(buffer, 0, length);
    return true;
  }

  private long number(int from) {
    long value = 0;
    for (int at = from; at < length && buffer[at] >= '0' && buffer[at] <= '9'; at++) {
      value = value * 10 + buffer[at] - '0';
    }
    return value;
  }

  private int indexOf(byte wanted, int from) {
    for (int at = from; at < length; at++) {
      if (buffer[at] == wanted) {
        return at;
      }
    }
    return -1;
  }

  private int lastIndexOf(byte wanted) {
    int at = length - 1;
    while (at >= 0 && buffer[at] != wanted) {
      at--;
    }
    return at;
  }

  /** Searches from the end, where the switches stand. */
  private int find(byte[] key) {
    for (int start = length - key.length; start >= 0; start--) {
      int at = 0;
      while (at < key.length && buffer[start + at] == key[at]) {
        at++;
      }
      if (at == key.length) {
        return start;
      }
    }
    return -1;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
