package dev.tierbench.observer.host.heap;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** A file of counters as HotSpot lays it out, whose numbers the test changes. */
final class PerfDataFile {

  private static final int HEADER = 32;
  private static final int ENTRY = 20;
  private static final int ALIGNMENT = 8;

  private final ByteBuffer memory = ByteBuffer.allocate(1 << 16).order(ByteOrder.LITTLE_ENDIAN);
  private final Map<String, Integer> places = new HashMap<>();
  private int end = HEADER;

  PerfDataFile() {
    memory.order(ByteOrder.BIG_ENDIAN).putInt(0, 0xcafec0c0);
    memory.order(ByteOrder.LITTLE_ENDIAN);
    memory.put(4, (byte) 1).put(5, (byte) 2).putInt(24, HEADER);
  }

  PerfDataFile number(String name, long value) {
    places.put(name, entry(name, 'J', 0, new byte[Long.BYTES]));
    return set(name, value);
  }

  PerfDataFile text(String name, String value) {
    byte[] bytes = (value + "\0").getBytes(StandardCharsets.UTF_8);
    entry(name, 'B', bytes.length, bytes);
    return this;
  }

  PerfDataFile set(String name, long value) {
    memory.putLong(places.get(name), value);
    return this;
  }

  ByteBuffer memory() {
    return memory;
  }

  private int entry(String name, char type, int length, byte[] data) {
    byte[] named = (name + "\0").getBytes(StandardCharsets.UTF_8);
    int dataAt = aligned(ENTRY + named.length);
    int size = aligned(dataAt + data.length);
    memory.putInt(end, size).putInt(end + 4, ENTRY).putInt(end + 8, length);
    memory.put(end + 12, (byte) type).putInt(end + 16, dataAt);
    memory.put(end + ENTRY, named).put(end + dataAt, data);
    memory.putInt(28, memory.getInt(28) + 1);
    int place = end + dataAt;
    end += size;
    return place;
  }

  private static int aligned(int size) {
    return (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  }
}
