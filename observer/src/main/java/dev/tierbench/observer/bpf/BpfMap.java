package dev.tierbench.observer.bpf;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.io.IOException;
import java.util.TreeMap;

/**
 * A map in the kernel that its program and this process share. Keys are numbers of four or eight
 * bytes, values are one or more of eight.
 *
 * @param keyBytes of a key
 * @param valueBytes of a value
 * @param capacity how many entries fit in
 */
record BpfMap(Bpf bpf, int descriptor, int keyBytes, int valueBytes, int capacity) {

  private static final int HASH = 1;
  private static final int ARRAY = 2;

  /** An array of one value, at first zero. */
  static BpfMap ofOneValue(Bpf bpf, int valueBytes) throws IOException {
    return create(bpf, ARRAY, Integer.BYTES, valueBytes, 1);
  }

  static BpfMap hash(Bpf bpf, int keyBytes, int valueBytes, int capacity) throws IOException {
    return create(bpf, HASH, keyBytes, valueBytes, capacity);
  }

  private static BpfMap create(Bpf bpf, int type, int keyBytes, int valueBytes, int capacity)
      throws IOException {
    int descriptor = bpf.createMap(type, keyBytes, valueBytes, capacity);
    return new BpfMap(bpf, descriptor, keyBytes, valueBytes, capacity);
  }

  /** Sets the only value of an array; bytes that are not given are zero. */
  void set(byte[] onlyValue) throws IOException {
    try (Memory key = new Memory(keyBytes);
        Memory value = new Memory(valueBytes)) {
      key.clear();
      value.clear();
      value.write(0, onlyValue, 0, onlyValue.length);
      bpf.update(descriptor, key, value);
    }
  }

  /** All entries by key. */
  TreeMap<Long, long[]> read() throws IOException {
    TreeMap<Long, long[]> all = new TreeMap<>();
    try (Memory key = new Memory(Long.BYTES);
        Memory next = new Memory(Long.BYTES);
        Memory value = new Memory(valueBytes)) {
      next.clear();
      for (Pointer last = Pointer.NULL; bpf.nextKey(descriptor, last, next); last = key) {
        key.setLong(0, next.getLong(0));
        bpf.lookup(descriptor, key, value);
        all.put(key.getLong(0), value.getLongArray(0, valueBytes / Long.BYTES));
      }
    }
    return all;
  }
}
