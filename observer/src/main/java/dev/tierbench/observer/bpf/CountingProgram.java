package dev.tierbench.observer.bpf;

import dev.tierbench.observer.bpf.Assembler.Condition;
import dev.tierbench.observer.bpf.Assembler.Register;
import dev.tierbench.observer.host.Architecture;

/**
 * What runs in the kernel at each system call of the host.
 *
 * @param counting not 0 while the window is open
 * @param threads the entry of each thread
 * @param rare the count of each thread and call that has no place in an entry
 * @param lost how many calls found no room
 * @param zeros an entry to begin with
 * @param places of the calls in an entry, by number
 */
record CountingProgram(
    CallTable table,
    BpfMap counting,
    BpfMap threads,
    BpfMap rare,
    BpfMap lost,
    BpfMap zeros,
    BpfMap places) {

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

  /** The instructions that count the calls of that process. */
  Assembler of(int pid) {
    Assembler program = new Assembler();
    admit(program, pid);
    entryOfThread(program);
    place(program);
    futexOperation(program);
    count(program);
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

  /**
   * Ends the program unless the call is of the process and the window is open; keeps the arguments
   * in R6 and the TID in R7.
   */
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
  private void entryOfThread(Assembler program) {
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

  /** R1 is the place of the call in an entry. */
  private void place(Assembler program) {
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
        .jump("lost");
  }

  /** R1 is the place of the operation of futex, from the registers that the process called with. */
  private void futexOperation(Assembler program) {
    program
        .label("futex")
        .load(Register.R3, Register.R6, 0)
        .plus(Register.R3, Architecture.here().orElseThrow().secondArgumentOffset())
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
        .plus(Register.R1, CallTable.FIRST_OPERATION);
  }

  /** Adds one at the place R1 of the entry R8. */
  private static void count(Assembler program) {
    program
        .label("count")
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
}
