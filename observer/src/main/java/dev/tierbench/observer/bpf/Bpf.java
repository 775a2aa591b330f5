package dev.tierbench.observer.bpf;

import com.sun.jna.LastErrorException;
import com.sun.jna.Library;
import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.NativeLong;
import com.sun.jna.Pointer;
import java.io.IOException;
import java.lang.ref.Reference;
import java.nio.charset.StandardCharsets;

/** The calls of {@code bpf(2)} that counting needs, with the attributes of {@code linux/bpf.h}. */
final class Bpf {

  /** What a call is to do. */
  private enum Command {
    MAP_CREATE(0),
    MAP_LOOKUP_ELEM(1),
    MAP_UPDATE_ELEM(2),
    MAP_GET_NEXT_KEY(4),
    PROG_LOAD(5),
    RAW_TRACEPOINT_OPEN(17);

    private final int number;

    Command(int number) {
      this.number = number;
    }
  }

  /** The C library, of which {@code syscall} is declared as it is called here. */
  private interface CLibrary extends Library {
    NativeLong syscall(NativeLong number, int command, Pointer attributes, NativeLong size)
        throws LastErrorException;

    int close(int descriptor) throws LastErrorException;

    int setrlimit(int resource, Pointer limits);
  }

  private static final int ATTRIBUTES = 72;
  private static final int RAW_TRACEPOINT_PROGRAM = 17;
  private static final int LOG_BYTES = 64 << 10;
  private static final int NO_ENTRY = 2;

  /** The beginning of the last line of the verifier's log. */
  private static final String STATISTICS = "processed ";

  private static final int LOCKED_MEMORY = 8;
  private static final String UNPACKED_INTO = "jna.tmpdir";

  /** Reading the kernel's memory is for programs under this licence only. */
  private static final String LICENSE = "GPL";

  private final CLibrary c;
  private final NativeLong number;

  private Bpf(CLibrary c, int number) {
    this.c = c;
    this.number = new NativeLong(number);
  }

  /**
   * The system call.
   *
   * @param number of {@code bpf} on this machine
   * @throws IOException when JNA's own library cannot be loaded, such as from a temporary folder
   *     that allows no programs
   */
  static Bpf open(int number) throws IOException {
    if (System.getProperty(UNPACKED_INTO) == null) {
      System.setProperty(UNPACKED_INTO, System.getProperty("java.io.tmpdir"));
    }
    try {
      CLibrary c = Native.load("c", CLibrary.class);
      raiseLockedMemory(c);
      return new Bpf(c, number);
    } catch (LinkageError e) {
      throw new IOException("no native library can be loaded: " + e.getMessage(), e);
    }
  }

  /** Before Linux 5.11 maps count as locked memory. Later this has no effect, nor needs one. */
  private static void raiseLockedMemory(CLibrary c) {
    try (Memory unlimited = new Memory(2L * Long.BYTES)) {
      unlimited.setLong(0, -1);
      unlimited.setLong(Long.BYTES, -1);
      int unused = c.setrlimit(LOCKED_MEMORY, unlimited);
    }
  }

  /** The descriptor of a new map. */
  int createMap(int type, int keyBytes, int valueBytes, int entries) throws IOException {
    Memory attributes = attributes();
    attributes.setInt(0, type);
    attributes.setInt(4, keyBytes);
    attributes.setInt(8, valueBytes);
    attributes.setInt(12, entries);
    return call(Command.MAP_CREATE, attributes);
  }

  /** The value of a key that is there. */
  Memory lookup(int map, Memory key, int valueBytes) throws IOException {
    Memory value = new Memory(valueBytes);
    element(Command.MAP_LOOKUP_ELEM, map, key, value);
    return value;
  }

  void update(int map, Memory key, Memory value) throws IOException {
    element(Command.MAP_UPDATE_ELEM, map, key, value);
  }

  /** Whether the map has an entry; the key of one is then in {@code first}. */
  boolean firstKey(int map, Memory first) throws IOException {
    return nextKey(map, Pointer.NULL, first);
  }

  /** Whether there is a key behind this one; it is then in {@code next}. */
  boolean nextKey(int map, Pointer key, Memory next) throws IOException {
    try {
      elementOrError(Command.MAP_GET_NEXT_KEY, map, key, next);
      return true;
    } catch (LastErrorException e) {
      if (e.getErrorCode() == NO_ENTRY) {
        return false;
      }
      throw failure(Command.MAP_GET_NEXT_KEY, e);
    }
  }

  /**
   * The descriptor of a program for a raw tracepoint.
   *
   * @throws IOException with the reason of the kernel's verifier when it refuses the program
   */
  int load(Assembler program) throws IOException {
    byte[] bytes = program.bytes();
    try (Memory instructions = new Memory(bytes.length);
        Memory license = text(LICENSE);
        Memory log = new Memory(LOG_BYTES)) {
      instructions.write(0, bytes, 0, bytes.length);
      Memory attributes = attributes();
      attributes.setInt(0, RAW_TRACEPOINT_PROGRAM);
      attributes.setInt(4, program.size());
      attributes.setPointer(8, instructions);
      attributes.setPointer(16, license);
      try {
        return callOrError(Command.PROG_LOAD, attributes);
      } catch (LastErrorException refused) {
        return loadWithLog(attributes, log, refused);
      }
    }
  }

  /**
   * Once more, for the reason: a log costs the kernel time, and one that is too short is an error.
   */
  private int loadWithLog(Memory attributes, Memory log, LastErrorException refused)
      throws IOException {
    log.clear();
    attributes.setInt(24, 1);
    attributes.setInt(28, LOG_BYTES);
    attributes.setPointer(32, log);
    try {
      return callOrError(Command.PROG_LOAD, attributes);
    } catch (LastErrorException e) {
      String reason =
          log.getString(0)
              .lines()
              .filter(line -> !line.isBlank() && !line.startsWith(STATISTICS))
              .reduce((one, next) -> next)
              .orElse("");
      IOException failure = failure(Command.PROG_LOAD, refused);
      throw reason.isEmpty()
          ? failure
          : new IOException(failure.getMessage() + "; the kernel's verifier: " + reason, refused);
    }
  }

  /** The descriptor of the link; the program runs until it is closed. */
  int attach(String rawTracepoint, int program) throws IOException {
    try (Memory name = text(rawTracepoint)) {
      Memory attributes = attributes();
      attributes.setPointer(0, name);
      attributes.setInt(8, program);
      return call(Command.RAW_TRACEPOINT_OPEN, attributes);
    }
  }

  void close(int descriptor) throws IOException {
    try {
      c.close(descriptor);
    } catch (LastErrorException e) {
      throw new IOException("close: " + e.getMessage(), e);
    }
  }

  private void element(Command command, int map, Memory key, Memory value) throws IOException {
    try {
      elementOrError(command, map, key, value);
    } catch (LastErrorException e) {
      throw failure(command, e);
    }
  }

  private void elementOrError(Command command, int map, Pointer key, Memory value) {
    Memory attributes = attributes();
    attributes.setInt(0, map);
    attributes.setPointer(8, key);
    attributes.setPointer(16, value);
    try {
      int unused = callOrError(command, attributes);
    } finally {
      // The kernel has only their addresses, which keep no memory alive.
      Reference.reachabilityFence(key);
      Reference.reachabilityFence(value);
    }
  }

  private int call(Command command, Memory attributes) throws IOException {
    try {
      return callOrError(command, attributes);
    } catch (LastErrorException e) {
      throw failure(command, e);
    }
  }

  private int callOrError(Command command, Memory attributes) {
    return c.syscall(number, command.number, attributes, new NativeLong(ATTRIBUTES)).intValue();
  }

  private static IOException failure(Command command, LastErrorException e) {
    return new IOException("bpf " + command + ": " + e.getMessage(), e);
  }

  private static Memory attributes() {
    Memory attributes = new Memory(ATTRIBUTES);
    attributes.clear();
    return attributes;
  }

  private static Memory text(String ascii) {
    byte[] bytes = ascii.getBytes(StandardCharsets.US_ASCII);
    Memory text = new Memory(bytes.length + 1L);
    text.clear();
    text.write(0, bytes, 0, bytes.length);
    return text;
  }
}
