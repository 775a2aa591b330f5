package dev.tierbench.observer.bpf;

import com.sun.jna.Memory;
import java.io.IOException;
import java.util.TreeMap;

/**
 * A map in the kernel, with keys of four bytes, that its program and this process share.
 *
 * @param valueBytes of a value
 */
record BpfMap(Bpf bpf, int descriptor, int valueBytes, int entries) {

  private static final int HASH = 1;
  private static final int ARRAY = 2;
  private static final int KEY_BYTES = Integer.BYTES;

  /** An array of one value, at first zero. */
  static BpfMap ofOneValue(Bpf bpf, int valueBytes) throws IOException {
    return create(bpf, ARRAY, valueBytes, 1);
  }

  /** A table with room for that many entries. */
  static BpfMap hash(Bpf bpf, int valueBytes, int entries) throws IOException {
    return create(bpf, HASH, valueBytes, entries);
  }

  private static BpfMap create(Bpf bpf, int type, int valueBytes, int entries) throws IOException {
    return new BpfMap(
        bpf, bpf.createMap(type, KEY_BYTES, valueBytes, entries), valueBytes, entries);
  }

  /** Sets the first eight bytes of the only value. */
  void set(long onlyValue) throws IOException {
    try (Memory key = key(0);
        Memory value = new Memory(valueBytes)) {
      value.clear();
      value.setLong(0, onlyValue);
      bpf.update(descriptor, key, value);
    }
  }

  /** All entries, in the order of their keys. */
  TreeMap<Integer, long[]> read() throws IOException {
    TreeMap<Integer, long[]> all = new TreeMap<>();
    try (Memory key = key(0);
        Memory next = key(0)) {
      boolean more = bpf.nextKey(descriptor, null, next);
      while (more) {
        int found = next.getInt(0);
        key.setInt(0, found);
        try (Memory value = bpf.lookup(descriptor, key, valueBytes)) {
          all.put(found, value.getLongArray(0, valueBytes / Long.BYTES));
        }
        more = bpf.nextKey(descriptor, key, next);
      }
    }
    return all;
  }

  private static Memory key(int number) {
    Memory key = new Memory(KEY_BYTES);
    key.setInt(0, number);
    return key;
  }
}
