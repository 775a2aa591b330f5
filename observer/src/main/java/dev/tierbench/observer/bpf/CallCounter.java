package dev.tierbench.observer.bpf;

import dev.tierbench.observer.bpf.Assembler.Condition;
import dev.tierbench.observer.bpf.Assembler.Register;
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

  /**
   * Room for entries.
   *
   * @param threads with calls of any kind
   * @param rareCalls threads times calls that are not in {@link CallTable}
   */
  record Room(int threads, int rareCalls) {

    /** 20 MB and 5 MB of the kernel's memory. */
    private static final Room LEAST = new Room(32_768, 65_536);

    /** For a process that has so many threads now and may start more. */
    static Room of(int threads) {
      return new Room(Math.max(LEAST.threads, 2 * threads), Math.max(LEAST.rareCalls, 4 * threads));
    }
  }

  /** {@code FUTEX_PRIVATE_FLAG} and {@code FUTEX_CLOCK_REALTIME} are above it. */
  private static final int FUTEX_OPERATION_BITS = 127;

  /** Functions of the kernel, by their numbers in {@code linux/bpf.h}. */
  private static final int MAP_LOOKUP_ELEM = 1;

  private static final int MAP_UPDATE_ELEM = 2;
  private static final int GET_CURRENT_PID_TGID = 14;
  private static final int PROBE_READ_KERNEL = 113;

  private static final int IF_ABSENT = 1;

  /** What is on the stack of the program: a TID with a number of a call beside it, and a number. */
  private static final int TID = -8;

  private static final int CALL = TID + Integer.BYTES;
  private static final int NUMBER = -16;

  private final CallTable table;
  private final Bpf bpf;
  private final Deque<Integer> open = new ArrayDeque<>();
  private final BpfMap counting;
  private final BpfMap threads;
  private final BpfMap rare;
  private final BpfMap lost;

  private CallCounter(CallTable table, Bpf bpf, int pid, Room room) throws IOException {
    this.table = table;
    this.bpf = bpf;
    try {
      counting = opened(BpfMap.ofOneValue(bpf, Long.BYTES));
      lost = opened(BpfMap.ofOneValue(bpf, Long.BYTES));
      threads = opened(BpfMap.hash(bpf, Integer.BYTES, CallTable.ENTRY_BYTES, room.threads()));
      rare = opened(BpfMap.hash(bpf, Long.BYTES, Long.BYTES, room.rareCalls()));
      BpfMap zeros = opened(BpfMap.ofOneValue(bpf, CallTable.ENTRY_BYTES));
      BpfMap places = opened(BpfMap.ofOneValue(bpf, CallTable.NUMBERS));
      places.set(table.places());
      int program = opened(bpf.load(program(pid, zeros, places)));
      int unusedLink = opened(bpf.attach("sys_enter", program));
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
    return attach(CallTable.of(numbers), pid, Room.of(threads));
  }

  static CallCounter attach(CallTable table, long pid, Room room) throws IOException {
    return new CallCounter(table, Bpf.open(table.bpf()), Math.toIntExact(pid), room);
  }

  /** From now on each call counts. */
  public void begin() throws IOException {
    counting.set(new byte[] {1});
  }

  /** From now on none does. */
  public void end() throws IOException {
    counting.set(new byte[] {0});
  }

  /**
   * What was counted; after {@link #end}.
   *
   * @param byTid what each thread did
   * @param entries of the table that is fuller
   * @param capacity of that table
   * @param lost calls that found no room
   */
  public record Counted(Map<Long, Calls> byTid, int entries, int capacity, long lost) {}

  /**
   * The calls of one thread.
   *
   * @param byNumber without futex
   * @param futexByOperation without the flags
   */
  public record Calls(Map<Integer, Long> byNumber, Map<Integer, Long> futexByOperation) {}

  /** Reads the counts; after {@link #end}. */
  public Counted read() throws IOException {
    Map<Long, Calls> byTid = new TreeMap<>();
    Map<Long, long[]> byThread = threads.read();
    byThread.forEach((tid, counts) -> byTid.put(tid, table.calls(counts)));
    Map<Long, long[]> others = rare.read();
    others.forEach((key, count) ->
        byTid
            .computeIfAbsent(key & 0xffff_ffffL, tid -> new Calls(new TreeMap<>(), new TreeMap<>()))
            .byNumber()
            .put((int) (key >> Integer.SIZE), count[0]));
    boolean fullerByThread =
        (double) byThread.size() / threads.capacity() >= (double) others.size() / rare.capacity();
    return new Counted(
        byTid,
        fullerByThread ? byThread.size() : others.size(),
        fullerByThread ? threads.capacity() : rare.capacity(),
        lost.read().get(0L)[0]);
  }

  private Assembler program(int pid, BpfMap zeros, BpfMap places) {
    Assembler program = new Assembler();
    admit(program, pid);
    entryOfThread(program, zeros);
    place(program, places);
    futexOperation(program);
    rareCall(program);
    return program
        .label("lost")
        .onlyValue(Register.R1, lost)
        .move(Register.R2, 1)
        .addAtomically(Register.R1, Register.R2)
        .label("done")
        .move(Register.R0, 0)
        .exit();
  }

  /** Only calls of the process, and only while the window is open. R6 keeps the arguments. */
  private void admit(Assembler program, int pid) {
    program
        .move(Register.R6, Register.R1)
        .call(GET_CURRENT_PID_TGID)
        .move(Register.R7, Register.R0)
        .shiftRight(Register.R0, Integer.SIZE)
        .jumpIf(Register.R0, Condition.NOT_EQUAL, pid, "done")
        .onlyValue(Register.R1, counting)
        .load(Register.R1, Register.R1, 0)
        .jumpIf(Register.R1, Condition.EQUAL, 0, "done")
        .storeInt(Register.R10, TID, Register.R7);
  }

  /** R8 is the entry of the thread; at its first call it gets one of zeros. */
  private void entryOfThread(Assembler program, BpfMap zeros) {
    lookUp(program, threads)
        .jumpIf(Register.R0, Condition.NOT_EQUAL, 0, "known")
        .map(Register.R1, threads)
        .move(Register.R2, Register.R10)
        .plus(Register.R2, TID)
        .onlyValue(Register.R3, zeros)
        .move(Register.R4, IF_ABSENT)
        .call(MAP_UPDATE_ELEM);
    lookUp(program, threads)
        .jumpIf(Register.R0, Condition.EQUAL, 0, "lost")
        .label("known")
        .move(Register.R8, Register.R0);
  }

  /** Adds to the count at the place of the call, in the entry of the thread. */
  private void place(Assembler program, BpfMap places) {
    program
        .load(Register.R9, Register.R6, Long.BYTES)
        .jumpIf(Register.R9, Condition.EQUAL, table.futex(), "futex")
        .jumpIf(Register.R9, Condition.AT_MOST, CallTable.NUMBERS - 1, "small")
        .jump("rare")
        .label("small")
        .onlyValue(Register.R1, places)
        .plus(Register.R1, Register.R9)
        .loadByte(Register.R1, Register.R1)
        .jumpIf(Register.R1, Condition.EQUAL, CallTable.RARE, "rare")
        .jumpIf(Register.R1, Condition.AT_MOST, CallTable.LAST_PLACE, "count")
        .jump("lost")
        .label("count")
        .shiftLeft(Register.R1, Integer.numberOfTrailingZeros(Long.BYTES))
        .plus(Register.R8, Register.R1)
        .load(Register.R1, Register.R8, 0)
        .plus(Register.R1, 1)
        .store(Register.R8, 0, Register.R1)
        .jump("done");
  }

  /** The operation of futex, from the registers that the process called with. */
  private void futexOperation(Assembler program) {
    program
        .label("futex")
        .load(Register.R3, Register.R6, 0)
        .plus(Register.R3, table.secondArgument())
        .move(Register.R2, Long.BYTES)
        .move(Register.R1, Register.R10)
        .plus(Register.R1, NUMBER)
        .call(PROBE_READ_KERNEL)
        .jumpIf(Register.R0, Condition.NOT_EQUAL, 0, "unknown operation")
        .load(Register.R1, Register.R10, NUMBER)
        .and(Register.R1, FUTEX_OPERATION_BITS)
        .jumpIf(Register.R1, Condition.AT_MOST, CallTable.LAST_OPERATION, "operation")
        .label("unknown operation")
        .move(Register.R1, CallTable.LAST_OPERATION)
        .label("operation")
        .plus(Register.R1, CallTable.FIRST_OPERATION)
        .shiftLeft(Register.R1, Integer.numberOfTrailingZeros(Long.BYTES))
        .plus(Register.R8, Register.R1)
        .load(Register.R1, Register.R8, 0)
        .plus(Register.R1, 1)
        .store(Register.R8, 0, Register.R1)
        .jump("done");
  }

  /** A call that has no place in the entry of the thread. */
  private void rareCall(Assembler program) {
    program.label("rare").storeInt(Register.R10, CALL, Register.R9);
    lookUp(program, rare)
        .jumpIf(Register.R0, Condition.EQUAL, 0, "first")
        .load(Register.R1, Register.R0, 0)
        .plus(Register.R1, 1)
        .store(Register.R0, 0, Register.R1)
        .jump("done")
        .label("first")
        .store(Register.R10, NUMBER, 1)
        .map(Register.R1, rare)
        .move(Register.R2, Register.R10)
        .plus(Register.R2, TID)
        .move(Register.R3, Register.R10)
        .plus(Register.R3, NUMBER)
        .move(Register.R4, IF_ABSENT)
        .call(MAP_UPDATE_ELEM)
        .jumpIf(Register.R0, Condition.EQUAL, 0, "done");
  }

  private static Assembler lookUp(Assembler program, BpfMap map) {
    return program
        .map(Register.R1, map)
        .move(Register.R2, Register.R10)
        .plus(Register.R2, TID)
        .call(MAP_LOOKUP_ELEM);
  }

  private BpfMap opened(BpfMap map) {
    int unused = opened(map.descriptor());
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
