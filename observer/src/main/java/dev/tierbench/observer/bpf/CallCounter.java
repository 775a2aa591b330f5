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
 * tracepoint {@code sys_enter}. A thread has one entry in a hash table, with a count for each call:
 * a call of a thread that is known costs one look into the table, and only the thread itself writes
 * its counts, so they need no lock. Needs root and Linux 5.5. Not thread-safe.
 */
public final class CallCounter implements AutoCloseable {

  /**
   * What differs between machines.
   *
   * @param bpf number of the system call {@code bpf}
   * @param futex number of the system call {@code futex}
   * @param secondArgument where the kernel keeps the second argument of a call, in bytes from the
   *     beginning of {@code struct pt_regs}
   */
  public record Machine(int bpf, int futex, int secondArgument) {}

  /** All numbers from this one on count as it; the highest of Linux 6.18 is below 480. */
  private static final int LAST_NUMBER = 511;

  /** The place of operation 0 of futex among the counts of a thread. */
  private static final int FIRST_OPERATION = LAST_NUMBER + 1;

  /** All operations from this one on count as it; the highest of Linux 6.18 is 13. */
  private static final int LAST_OPERATION = 15;

  private static final int VALUE_BYTES = Long.BYTES * (FIRST_OPERATION + LAST_OPERATION + 1);

  /** {@code FUTEX_PRIVATE_FLAG} and {@code FUTEX_CLOCK_REALTIME} are above it. */
  private static final int FUTEX_OPERATION_BITS = 127;

  /** Room for threads that start inside the window. */
  private static final int LEAST_ENTRIES = 4096;

  /** Functions of the kernel, by their numbers in {@code linux/bpf.h}. */
  private static final int MAP_LOOKUP_ELEM = 1;

  private static final int MAP_UPDATE_ELEM = 2;
  private static final int GET_CURRENT_PID_TGID = 14;
  private static final int PROBE_READ_KERNEL = 113;

  private static final int IF_ABSENT = 1;

  /** What is on the stack of the program. */
  private static final int TID = -8;

  private static final int ARGUMENT = -16;

  private final Machine machine;
  private final Bpf bpf;
  private final Deque<Integer> open = new ArrayDeque<>();
  private final BpfMap counting;
  private final BpfMap counts;

  private CallCounter(Machine machine, Bpf bpf, int pid, int entries) throws IOException {
    this.machine = machine;
    this.bpf = bpf;
    try {
      counting = opened(BpfMap.ofOneValue(bpf, Long.BYTES));
      counts = opened(BpfMap.hash(bpf, VALUE_BYTES, entries));
      BpfMap zeros = opened(BpfMap.ofOneValue(bpf, VALUE_BYTES));
      int program = opened(bpf.load(program(pid, zeros)));
      int unusedLink = opened(bpf.attach("sys_enter", program));
    } catch (IOException e) {
      closeAfter(e);
      throw e;
    }
  }

  /**
   * Attaches to a process; nothing is counted before {@link #begin}.
   *
   * @param threads that it has now
   * @throws IOException when the kernel refuses, with its reason
   */
  public static CallCounter attach(Machine machine, long pid, int threads) throws IOException {
    return withRoomFor(Math.max(LEAST_ENTRIES, 2 * threads), machine, pid);
  }

  static CallCounter withRoomFor(int threads, Machine machine, long pid) throws IOException {
    return new CallCounter(machine, Bpf.open(machine.bpf()), Math.toIntExact(pid), threads);
  }

  /** From now on each call counts. */
  public void begin() throws IOException {
    counting.set(1);
  }

  /** From now on none does. */
  public void end() throws IOException {
    counting.set(0);
  }

  /** How many threads there is room for. */
  public int capacity() {
    return counts.entries();
  }

  /** What each thread did, by its TID; after {@link #end}. */
  public Map<Long, Calls> read() throws IOException {
    Map<Long, Calls> read = new TreeMap<>();
    counts.read().forEach((tid, values) -> read.put(Long.valueOf(tid), calls(values)));
    return read;
  }

  /**
   * The calls of one thread.
   *
   * @param byNumber without futex
   * @param futexByOperation without the flags
   */
  public record Calls(Map<Integer, Long> byNumber, Map<Integer, Long> futexByOperation) {}

  private static Calls calls(long[] values) {
    Map<Integer, Long> byNumber = new TreeMap<>();
    Map<Integer, Long> futex = new TreeMap<>();
    for (int at = 0; at < values.length; at++) {
      if (values[at] == 0) {
        continue;
      }
      if (at < FIRST_OPERATION) {
        byNumber.put(at, values[at]);
      } else {
        futex.put(at - FIRST_OPERATION, values[at]);
      }
    }
    return new Calls(byNumber, futex);
  }

  private Assembler program(int pid, BpfMap zeros) {
    Assembler program =
        new Assembler()
            .move(Register.R6, Register.R1)
            // Is it a call of the process, and does the window stand open?
            .call(GET_CURRENT_PID_TGID)
            .move(Register.R7, Register.R0)
            .shiftRight(Register.R0, Integer.SIZE)
            .jumpIf(Register.R0, Condition.NOT_EQUAL, pid, "done")
            .onlyValue(Register.R1, counting)
            .load(Register.R1, Register.R1, 0)
            .jumpIf(Register.R1, Condition.EQUAL, 0, "done")
            // The counts of the thread; at its first call it gets an entry of zeros.
            .storeInt(Register.R10, TID, Register.R7);
    lookUp(program)
        .jumpIf(Register.R0, Condition.NOT_EQUAL, 0, "known")
        .map(Register.R1, counts)
        .move(Register.R2, Register.R10)
        .plus(Register.R2, TID)
        .onlyValue(Register.R3, zeros)
        .move(Register.R4, IF_ABSENT)
        .call(MAP_UPDATE_ELEM);
    lookUp(program)
        .jumpIf(Register.R0, Condition.EQUAL, 0, "done")
        .label("known")
        .move(Register.R8, Register.R0)
        .load(Register.R9, Register.R6, Long.BYTES)
        .jumpIf(Register.R9, Condition.EQUAL, machine.futex(), "futex")
        .jumpIf(Register.R9, Condition.AT_MOST, LAST_NUMBER, "count")
        .move(Register.R9, LAST_NUMBER)
        .jump("count")
        // Which operation of futex, from the registers that the process called with.
        .label("futex")
        .load(Register.R3, Register.R6, 0)
        .plus(Register.R3, machine.secondArgument())
        .move(Register.R2, Long.BYTES)
        .move(Register.R1, Register.R10)
        .plus(Register.R1, ARGUMENT)
        .call(PROBE_READ_KERNEL)
        .load(Register.R9, Register.R10, ARGUMENT)
        .and(Register.R9, FUTEX_OPERATION_BITS)
        .jumpIf(Register.R9, Condition.AT_MOST, LAST_OPERATION, "operation")
        .move(Register.R9, LAST_OPERATION)
        .label("operation")
        .plus(Register.R9, FIRST_OPERATION)
        .label("count")
        .shiftLeft(Register.R9, Integer.numberOfTrailingZeros(Long.BYTES))
        .plus(Register.R8, Register.R9)
        .load(Register.R1, Register.R8, 0)
        .plus(Register.R1, 1)
        .store(Register.R8, 0, Register.R1)
        .label("done")
        .move(Register.R0, 0)
        .exit();
    return program;
  }

  private Assembler lookUp(Assembler program) {
    return program
        .map(Register.R1, counts)
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

  private void closeAfter(IOException cause) {
    try {
      closeAll();
    } catch (IOException e) {
      cause.addSuppressed(e);
    }
  }

  private void closeAll() throws IOException {
    while (!open.isEmpty()) {
      bpf.close(open.pop());
    }
  }

  @Override
  public void close() throws IOException {
    closeAll();
  }
}
