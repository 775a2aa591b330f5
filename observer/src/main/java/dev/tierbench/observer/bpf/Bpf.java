package dev.tierbench.observer.bpf;

import com.sun.jna.LastErrorException;
import com.sun.jna.Library;
import com.sun.jna.Memory;
import com.sun.jna.NativeLong;
import com.sun.jna.Pointer;
import dev.tierbench.observer.host.CLibrary;
import java.io.IOException;
import java.lang.ref.Reference;
import java.nio.charset.StandardCharsets;

/** The calls of {@code bpf(2)} that counting needs, with the attributes of {@code linux/bpf.h}. */
final class Bpf {

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

  /** The functions that are called; {@code syscall} is declared as it is called here. */
  private interface Functions extends Library {
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

  /** Reading the kernel's memory is for programs under this licence only. */
  private static final String LICENSE = "GPL";

  private final Functions c;
  private final NativeLong number;

  private Bpf(Functions c, int number) {
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
    Functions c = CLibrary.load(Functions.class);
    raiseLockedMemory(c);
    return new Bpf(c, number);
  }

  /**
   * Raises the limit of locked memory, which maps count against before Linux 5.11; later kernels
   * need no such limit, so a failure is ignored.
   */
  private static void raiseLockedMemory(Functions c) {
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

  /** Reads the value of a key that is there. */
  void lookup(int map, Pointer key, Memory value) throws IOException {
    element(Command.MAP_LOOKUP_ELEM, map, key, value);
  }

  void update(int map, Pointer key, Memory value) throws IOException {
    element(Command.MAP_UPDATE_ELEM, map, key, value);
  }

  /**
   * Whether there is a key behind this one, or one at all behind null; it is then in {@code next}.
   */
  boolean nextKey(int map, Pointer key, Memory next) throws IOException {
    try {
      element(Command.MAP_GET_NEXT_KEY, map, key, next);
      return true;
    } catch (IOException e) {
      if (e.getCause() instanceof LastErrorException error && error.getErrorCode() == NO_ENTRY) {
        return false;
      }
      throw e;
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
        Memory license = text(LICENSE)) {
      instructions.write(0, bytes, 0, bytes.length);
      Memory attributes = attributes();
      attributes.setInt(0, RAW_TRACEPOINT_PROGRAM);
      attributes.setInt(4, program.size());
      attributes.setPointer(8, instructions);
      attributes.setPointer(16, license);
      try {
        return call(Command.PROG_LOAD, attributes);
      } catch (IOException refused) {
        return loadWithLog(attributes, refused);
      }
    }
  }

  /**
   * Once more, for the reason: a log costs the kernel time, and one that is too short is an error.
   */
  private int loadWithLog(Memory attributes, IOException refused) throws IOException {
    try (Memory log = new Memory(LOG_BYTES)) {
      log.clear();
      attributes.setInt(24, 1);
      attributes.setInt(28, LOG_BYTES);
      attributes.setPointer(32, log);
      try {
        return call(Command.PROG_LOAD, attributes);
      } catch (IOException e) {
        throw log.getString(0)
            .lines()
            .filter(line -> !line.isBlank() && !line.startsWith(STATISTICS))
            .reduce((one, next) -> next)
            .map(reason ->
                new IOException(
                    refused.getMessage() + "; the kernel's verifier: " + reason, refused))
            .orElse(refused);
      }
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

  private void element(Command command, int map, Pointer key, Memory value) throws IOException {
    Memory attributes = attributes();
    attributes.setInt(0, map);
    attributes.setPointer(8, key);
    attributes.setPointer(16, value);
    try {
      call(command, attributes);
    } finally {
      // The kernel has only their addresses, which keep no memory alive.
      Reference.reachabilityFence(key);
      Reference.reachabilityFence(value);
    }
  }

  private int call(Command command, Memory attributes) throws IOException {
    try {
      return c.syscall(number, command.number, attributes, new NativeLong(ATTRIBUTES)).intValue();
    } catch (LastErrorException e) {
      throw new IOException("bpf " + command + ": " + e.getMessage(), e);
    }
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
