package dev.tierbench.observer.host.heap;

import dev.tierbench.observer.host.SystemFiles;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * The counters that HotSpot keeps in a file of shared memory, {@code /tmp/hsperfdata_USER/PID}: the
 * source of {@code jstat}. A value is read where the JVM writes it, which costs the JVM nothing.
 * The layout is that of HotSpot's {@code perfMemory.hpp} and {@code perfData.hpp}, version 2.0.
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

  private final ByteBuffer memory;
  private final Map<String, Integer> entries = new HashMap<>();

  private PerfData(ByteBuffer memory) {
    this.memory = memory;
    int at = memory.getInt(ENTRY_OFFSET);
    for (int left = memory.getInt(ENTRIES); left > 0; left--) {
      entries.put(text(at + memory.getInt(at + ENTRY_NAME)), at);
      at += memory.getInt(at);
    }
  }

  /** Those of a JVM; empty when it keeps none, or this user may not read them. */
  static Optional<PerfData> of(SystemFiles files, long pid) {
    Optional<String> inner =
        files
            .valueIn("proc/" + pid + "/status", "NSpid")
            .map(pids -> pids.substring(pids.lastIndexOf('\t') + 1));
    return inner
        .flatMap(name -> file(files, "proc/" + pid + "/root/tmp", name))
        .flatMap(files::map)
        .flatMap(PerfData::parse);
  }

  /** A JVM that was killed leaves its file, so a later one of another user may have two. */
  private static Optional<String> file(SystemFiles files, String tmp, String name) {
    return files.names(tmp).stream()
        .filter(folder -> folder.startsWith("hsperfdata_"))
        .map(folder -> tmp + "/" + folder + "/" + name)
        .flatMap(path -> files.modified(path).map(time -> Map.entry(time, path)).stream())
        .max(Map.Entry.comparingByKey(Comparator.naturalOrder()))
        .map(Map.Entry::getValue);
  }

  /** Empty when it is not of the version that is known. */
  static Optional<PerfData> parse(ByteBuffer file) {
    if (file.limit() < HEADER || file.order(ByteOrder.BIG_ENDIAN).getInt(0) != MAGIC) {
      return Optional.empty();
    }
    file.order(file.get(BYTE_ORDER) == 0 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
    return file.get(MAJOR) == VERSION ? Optional.of(new PerfData(file)) : Optional.empty();
  }

  /** The value of that name, whenever it is asked for; empty when the JVM has none. */
  Optional<LongSupplier> number(String name) {
    return Optional.ofNullable(entries.get(name))
        .filter(at -> memory.get(at + ENTRY_TYPE) == 'J')
        .map(at -> at + memory.getInt(at + ENTRY_DATA))
        .map(at -> () -> memory.getLong(at));
  }

  /** The text of that name as it is now. */
  Optional<String> text(String name) {
    return Optional.ofNullable(entries.get(name))
        .filter(at -> memory.getInt(at + ENTRY_LENGTH) > 0)
        .map(at -> text(at + memory.getInt(at + ENTRY_DATA)));
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
    while (memory.get(end) != 0) {
      end++;
    }
    byte[] bytes = new byte[end - from];
    memory.get(from, bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
