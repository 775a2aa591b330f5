package dev.tierbench.observer.trace;

import dev.tierbench.observer.host.Architecture;
import dev.tierbench.run.record.Resources;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The system calls of one architecture by number, from the kernel's {@code unistd.h}. */
public final class SyscallNames {

  private final Map<Integer, String> names = new HashMap<>();
  private final Map<String, Integer> numbers = new HashMap<>();

  private SyscallNames(String csv) {
    csv.lines()
        .skip(1)
        .map(line -> line.split(",", -1))
        .forEach(cells -> {
          names.put(Integer.valueOf(cells[0]), cells[1]);
          numbers.put(cells[1], Integer.valueOf(cells[0]));
        });
  }

  /** The table of this machine; empty for an architecture without one. */
  public static Optional<SyscallNames> ofThisMachine() {
    return Architecture.here().map(SyscallNames::of);
  }

  static SyscallNames of(Architecture architecture) {
    return new SyscallNames(
        Resources.text(SyscallNames.class, "syscalls-" + architecture + ".csv"));
  }

  /** The call's name; {@code syscall_N} for one that is newer than the table. */
  String name(int number) {
    return names.getOrDefault(number, "syscall_" + number);
  }

  /** All of the table, by name. */
  public Map<String, Integer> numbers() {
    return Map.copyOf(numbers);
  }

  int number(String name) {
    return numbers.get(name);
  }
}
