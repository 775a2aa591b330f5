package dev.tierbench.observer.host.heap;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.IntToLongFunction;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * The counters that HotSpot keeps in a file of shared memory: the source of {@code jstat}. The
 * layout is that of HotSpot's {@code perfMemory.hpp} and {@code perfData.hpp}, version 2.0.
 */
final class PerfData {

  private static final int MAGIC = 0xcafec0c0;
  private static final int VERSION = 2;
  private static final int BYTE_ORDER = 4;
  private static final int MAJOR = 5;
  private static final int ENTRY_OFFSET = 24;
  private static final int ENTRIES = 28;
  private static final int HEADER = 32;

  private static final int ENTRY_NAME = 4;
  private static final int ENTRY_LENGTH = 8;
  private static final int ENTRY_TYPE = 12;
  private static final int ENTRY_DATA = 16;
  private static final int ENTRY_BYTES = 20;

  /** All entries of a damaged file may have one name, which would be read again and again. */
  private static final int LONGEST_TEXT = 1_024;

  private final ByteBuffer memory;
  private final IntToLongFunction values;
  private final Map<String, Integer> entries = new HashMap<>();

  private PerfData(ByteBuffer memory, IntToLongFunction values) throws IOException {
    this.memory = memory;
    this.values = values;
    try {
      int at = memory.getInt(ENTRY_OFFSET);
      for (int left = memory.getInt(ENTRIES); left > 0; left--) {
        int length = memory.getInt(at);
        if (length < ENTRY_BYTES) {
          throw new IOException("the JVM's counters are damaged: an entry of " + length + " bytes");
        }
        int next = Math.addExact(at, length);
        Objects.checkFromToIndex(at, next, memory.limit());
        entries.put(text(at + memory.getInt(at + ENTRY_NAME)), at);
        at = next;
      }
    } catch (IndexOutOfBoundsException | ArithmeticException e) {
      throw new IOException("the JVM's counters are damaged: an entry ends behind the file", e);
    }
  }

  /**
   * Reads the names of the counters.
   *
   * @param file the file as it is now
   * @param values the number at a place of the file whenever it is asked for
   * @return empty when the file is not of the version that is known
   * @throws IOException when the file is damaged
   */
  static Optional<PerfData> parse(ByteBuffer file, IntToLongFunction values) throws IOException {
    if (file.limit() < HEADER || file.order(ByteOrder.BIG_ENDIAN).getInt(0) != MAGIC) {
      return Optional.empty();
    }
    file.order(order(file));
    return file.get(MAJOR) == VERSION ? Optional.of(new PerfData(file, values)) : Optional.empty();
  }

  /** The order of bytes in the numbers of such a file. */
  static ByteOrder order(ByteBuffer file) {
    return file.limit() > BYTE_ORDER && file.get(BYTE_ORDER) == 0
        ? ByteOrder.BIG_ENDIAN
        : ByteOrder.LITTLE_ENDIAN;
  }

  /** The value of that name, whenever it is asked for; empty when the JVM has none. */
  Optional<LongSupplier> number(String name) {
    return Optional.ofNullable(entries.get(name))
        .filter(at -> memory.get(at + ENTRY_TYPE) == 'J')
        .map(at -> at + memory.getInt(at + ENTRY_DATA))
        .filter(at -> at >= HEADER && at <= memory.limit() - Long.BYTES)
        .map(at -> () -> values.applyAsLong(at));
  }

  /** The text of that name when the file was read. */
  Optional<String> text(String name) {
    return Optional.ofNullable(entries.get(name))
        .filter(at -> memory.getInt(at + ENTRY_LENGTH) > 0)
        .map(at -> at + memory.getInt(at + ENTRY_DATA))
        .filter(at -> at >= HEADER && at < memory.limit())
        .map(this::text);
  }

  /** The names that begin so. */
  List<String> names(String prefix) {
    return entries.keySet().stream().filter(name -> name.startsWith(prefix)).sorted().toList();
  }

  /** The values of all those names, whenever they are asked for; 0 where there is none. */
  LongSupplier sum(Stream<String> names) {
    List<LongSupplier> values = names.flatMap(name -> number(name).stream()).toList();
    return () -> values.stream().mapToLong(LongSupplier::getAsLong).sum();
  }

  private String text(int from) {
    int end = from;
    while (end < memory.limit() && end - from < LONGEST_TEXT && memory.get(end) != 0) {
      end++;
    }
    byte[] bytes = new byte[end - from];
    memory.get(from, bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
