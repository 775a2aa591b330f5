package dev.tierbench.observer.bpf;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counts the system calls of one process by thread, inside the kernel, by a program at the raw
 * tracepoint {@code sys_enter}. The calls that JVMs make often share one entry for each thread, so
 * counting one costs a lookup by TID; the others have an entry for each thread and call. Only the
 * thread itself writes its entries, so they need no lock. Needs root. Not thread-safe.
 */
public final class CallCounter implements AutoCloseable {

  /** First of the numbers that stand for operations of futex instead of system calls. */
  public static final int FUTEX_OPERATIONS = 1_000_000;

  /**
   * Room for entries.
   *
   * @param threads with calls of any kind
   * @param rareCalls threads times calls that are not in {@link CallTable}
   */
  record Room(int threads, int rareCalls) {

    /** 20 MB and 5 MB of the kernel's memory. */
    private static final Room LEAST = new Room(32_768, 65_536);

    /** Counter for a process with that many threads now, which may start more. */
    static Room of(int threads) {
      return new Room(Math.max(LEAST.threads, 2 * threads), Math.max(LEAST.rareCalls, 4 * threads));
    }
  }

  private final CallTable table;
  private final Bpf bpf;
  private final Deque<Integer> open = new ArrayDeque<>();
  private final BpfMap counting;
  private final BpfMap threads;
  private final BpfMap rare;
  private final BpfMap lost;

  CallCounter(CallTable table, long pid, Room room) throws IOException {
    this.table = table;
    this.bpf = Bpf.open(table.bpf());
    try {
      counting = opened(BpfMap.ofOneValue(bpf, Long.BYTES));
      lost = opened(BpfMap.ofOneValue(bpf, Long.BYTES));
      threads = opened(BpfMap.hash(bpf, Integer.BYTES, CallTable.ENTRY_BYTES, room.threads()));
      rare = opened(BpfMap.hash(bpf, Long.BYTES, Long.BYTES, room.rareCalls()));
      BpfMap zeros = opened(BpfMap.ofOneValue(bpf, CallTable.ENTRY_BYTES));
      BpfMap places = opened(BpfMap.ofOneValue(bpf, CallTable.NUMBERS));
      places.set(table.places());
      CountingProgram program =
          new CountingProgram(table, counting, threads, rare, lost, zeros, places);
      int loaded = opened(bpf.load(program.of(Math.toIntExact(pid))));
      opened(bpf.attach("sys_enter", loaded));
    } catch (IOException | RuntimeException | Error e) {
      closeAfter(e);
      throw e;
    }
  }

  /**
   * Attaches to a process; nothing is counted before {@link #begin}.
   *
   * @param numbers of the system calls of this machine, by name
   * @param threads that it has now
   * @throws IOException when the kernel refuses, with its reason
   */
  public static CallCounter attach(Map<String, Integer> numbers, long pid, int threads)
      throws IOException {
    return new CallCounter(new CallTable(numbers), pid, Room.of(threads));
  }

  /** Opens the window: from now on each call counts. */
  public void begin() throws IOException {
    counting.set(new byte[] {1});
  }

  /** Closes the window: no further call counts. */
  public void end() throws IOException {
    counting.set(new byte[] {0});
  }

  /**
   * What was counted; after {@link #end}.
   *
   * @param byTid the calls of each thread by number; those of futex by operation, without its
   *     flags, from {@link #FUTEX_OPERATIONS} on
   * @param entries of the table that is fuller
   * @param capacity of that table
   * @param lost calls that found no room
   */
  public record Counted(
      Map<Long, Map<Integer, Long>> byTid, int entries, int capacity, long lost) {}

  /** Reads the counts; after {@link #end}. */
  public Counted read() throws IOException {
    Map<Long, Map<Integer, Long>> byTid = new TreeMap<>();
    Map<Long, long[]> byThread = threads.read();
    byThread.forEach((tid, counts) -> byTid.put(tid, table.calls(counts)));
    Map<Long, long[]> others = rare.read();
    others.forEach((key, count) ->
        byTid
            .computeIfAbsent(key & 0xffff_ffffL, tid -> new TreeMap<>())
            .put((int) (key >> Integer.SIZE), count[0]));
    boolean fullerByThread =
        (double) byThread.size() / threads.capacity() >= (double) others.size() / rare.capacity();
    return new Counted(
        byTid,
        fullerByThread ? byThread.size() : others.size(),
        fullerByThread ? threads.capacity() : rare.capacity(),
        lost.read().get(0L)[0]);
  }

  private BpfMap opened(BpfMap map) {
    opened(map.descriptor());
    return map;
  }

  private int opened(int descriptor) {
    open.push(descriptor);
    return descriptor;
  }

  private void closeAfter(Throwable cause) {
    try {
      close();
    } catch (IOException e) {
      cause.addSuppressed(e);
    }
  }

  /** Detaches, link and program first. */
  @Override
  public void close() throws IOException {
    IOException failure = null;
    while (!open.isEmpty()) {
      try {
        bpf.close(open.pop());
      } catch (IOException e) {
        failure = e;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
