package dev.tierbench.observer.trace;

import dev.tierbench.observer.host.SystemFiles;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * How many entries fit into the map of {@code calls.bt}, as the kernel shows in {@code
 * /proc/PID/fdinfo}: the name of the variable that sets it differs between versions of bpftrace,
 * and one that it does not know has no effect.
 */
final class MapCapacity {

  /** BPF_MAP_TYPE_HASH and BPF_MAP_TYPE_PERCPU_HASH of {@code linux/bpf.h}. */
  private static final List<Integer> HASHES = List.of(1, 5);

  private MapCapacity() {}

  /** The capacity; empty when the process has no such map that this user may see. */
  static Optional<Integer> of(SystemFiles files, long pid) {
    String folder = "proc/" + pid + "/fdinfo";
    return files.names(folder).stream()
        .flatMap(descriptor -> files.read(folder + "/" + descriptor).stream())
        .filter(text -> HASHES.contains(number(text, "map_type")))
        // A key of @calls has two parts, those of the other maps have one.
        .max(Comparator.comparingInt(text -> number(text, "key_size")))
        .map(text -> number(text, "max_entries"));
  }

  private static int number(String text, String key) {
    return SystemFiles.value(text, key)
        .flatMap(SystemFiles::number)
        .filter(value -> value <= Integer.MAX_VALUE)
        .map(Long::intValue)
        .orElse(0);
  }
}
