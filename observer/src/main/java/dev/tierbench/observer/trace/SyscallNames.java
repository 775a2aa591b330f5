package dev.tierbench.observer.trace;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The system calls of one architecture by number, from the kernel's {@code unistd.h}. */
final class SyscallNames {

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
  static Optional<SyscallNames> ofThisMachine() {
    return switch (System.getProperty("os.arch").toLowerCase(Locale.ROOT)) {
      case "amd64", "x86_64" -> Optional.of(of("x86_64"));
      case "aarch64" -> Optional.of(of("aarch64"));
      default -> Optional.empty();
    };
  }

  static SyscallNames of(String architecture) {
    String file = "syscalls-" + architecture + ".csv";
    try (InputStream in = SyscallNames.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalArgumentException("no table " + file);
      }
      return new SyscallNames(new String(in.readAllBytes(), StandardCharsets.US_ASCII));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }

  /** The call's name; {@code syscall_N} for one that is newer than the table. */
  String name(int number) {
    return names.getOrDefault(number, "syscall_" + number);
  }

  /** All of the table, by name. */
  Map<String, Integer> numbers() {
    return Map.copyOf(numbers);
  }

  int number(String name) {
    return numbers.get(name);
  }
}
