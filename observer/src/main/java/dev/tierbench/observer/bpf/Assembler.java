package dev.tierbench.observer.bpf;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes a program for the kernel's BPF machine, one instruction a call; jumps are forward, to
 * labels. The encoding is that of RFC 9669 for little-endian machines. Not thread-safe.
 */
final class Assembler {

  /** A register. The kernel passes arguments in R1 to R5, keeps R6 to R9, and returns R0. */
  enum Register {
    R0(0),
    R1(1),
    R2(2),
    R3(3),
    R4(4),
    R5(5),
    R6(6),
    R7(7),
    R8(8),
    R9(9),
    /** The end of the stack, of which 512 bytes lie below; read-only. */
    R10(10);

    private final int number;

    Register(int number) {
      this.number = number;
    }
  }

  /** Condition of a jump that compares a register with a constant. */
  enum Condition {
    EQUAL(0x15),
    NOT_EQUAL(0x55),
    /** Unsigned. */
    AT_MOST(0xb5);

    private final int code;

    Condition(int code) {
      this.code = code;
    }
  }

  private static final int BYTES = 8;

  /** Source register number that marks the constant as the descriptor of a map. */
  private static final int MAP = 1;

  /**
   * Source register number that marks the constant as the descriptor of a map and loads the address
   * of its only value.
   */
  private static final int MAP_VALUE = 2;

  private record Instruction(int code, int target, int source, int offset, int number) {}

  private final List<Instruction> instructions = new ArrayList<>();

  /** Instructions that jump, by their place, and where to. */
  private final Map<Integer, String> jumps = new HashMap<>();

  private final Map<String, Integer> labels = new HashMap<>();

  Assembler move(Register to, int number) {
    return add(0xb7, to.number, 0, 0, number);
  }

  Assembler move(Register to, Register from) {
    return add(0xbf, to.number, from.number, 0, 0);
  }

  Assembler plus(Register to, int number) {
    return add(0x07, to.number, 0, 0, number);
  }

  Assembler plus(Register to, Register value) {
    return add(0x0f, to.number, value.number, 0, 0);
  }

  Assembler and(Register to, int mask) {
    return add(0x57, to.number, 0, 0, mask);
  }

  Assembler shiftLeft(Register to, int bits) {
    return add(0x67, to.number, 0, 0, bits);
  }

  Assembler shiftRight(Register to, int bits) {
    return add(0x77, to.number, 0, 0, bits);
  }

  /** Eight bytes from {@code address + offset}. */
  Assembler load(Register to, Register address, int offset) {
    return add(0x79, to.number, address.number, offset, 0);
  }

  /** Eight bytes to {@code address + offset}. */
  Assembler store(Register address, int offset, Register from) {
    return add(0x7b, address.number, from.number, offset, 0);
  }

  /** The lower four bytes to {@code address + offset}. */
  Assembler storeInt(Register address, int offset, Register from) {
    return add(0x63, address.number, from.number, offset, 0);
  }

  /** A constant as eight bytes to {@code address + offset}. */
  Assembler store(Register address, int offset, int number) {
    return add(0x7a, address.number, 0, offset, number);
  }

  /** One byte from the address. */
  Assembler loadByte(Register to, Register address) {
    return add(0x71, to.number, address.number, 0, 0);
  }

  /** Adds to the eight bytes at the address, which other cores may do at the same time. */
  Assembler addAtomically(Register address, Register value) {
    return add(0xdb, address.number, value.number, 0, 0);
  }

  /** A map, as the kernel's functions want it. */
  Assembler map(Register to, BpfMap map) {
    return wide(to, MAP, map.descriptor());
  }

  /** The address of the only value of an array. */
  Assembler onlyValue(Register to, BpfMap array) {
    return wide(to, MAP_VALUE, array.descriptor());
  }

  private Assembler wide(Register to, int kind, int descriptor) {
    return add(0x18, to.number, kind, 0, descriptor).add(0, 0, 0, 0, 0);
  }

  /** Calls a function of the kernel, by its number in {@code linux/bpf.h}. */
  Assembler call(int function) {
    return add(0x85, 0, 0, 0, function);
  }

  Assembler jump(String label) {
    return jump(0x05, 0, 0, label);
  }

  Assembler jumpIf(Register left, Condition condition, int right, String label) {
    return jump(condition.code, left.number, right, label);
  }

  Assembler exit() {
    return add(0x95, 0, 0, 0, 0);
  }

  /** The next instruction is the one that jumps to this label lead to. */
  Assembler label(String name) {
    if (labels.put(name, instructions.size()) != null) {
      throw new IllegalStateException("two labels " + name);
    }
    return this;
  }

  private Assembler jump(int code, int left, int right, String label) {
    jumps.put(size(), label);
    return add(code, left, 0, 0, right);
  }

  private Assembler add(int code, int target, int source, int offset, int number) {
    instructions.add(new Instruction(code, target, source, offset, number));
    return this;
  }

  /** The number of instructions; a load of a map counts as two. */
  int size() {
    return instructions.size();
  }

  /**
   * The program as the kernel wants it.
   *
   * @throws IllegalStateException when a jump has no label to go to
   */
  byte[] bytes() {
    ByteBuffer buffer = ByteBuffer.allocate(BYTES * size()).order(ByteOrder.LITTLE_ENDIAN);
    for (int at = 0; at < size(); at++) {
      Instruction next = instructions.get(at);
      buffer
          .put((byte) next.code())
          .put((byte) (next.source() << 4 | next.target()))
          .putShort((short) (jumps.containsKey(at) ? distance(at) : next.offset()))
          .putInt(next.number());
    }
    return buffer.array();
  }

  private int distance(int from) {
    String label = jumps.get(from);
    Integer to = labels.get(label);
    if (to == null || to <= from) {
      throw new IllegalStateException("no label " + label + " behind the jump to it");
    }
    return to - from - 1;
  }
}
