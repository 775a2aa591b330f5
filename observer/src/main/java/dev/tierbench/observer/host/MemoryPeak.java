package dev.tierbench.observer.host;

import dev.tierbench.run.file.Warning;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The most memory that a control group of our own held since a reset, in bytes. Version 1 resets
 * the peak of the group, version 2 that of an open file, since Linux 6.12 (cgroup-v2.rst, {@code
 * memory.peak}); so the file is held open. Thread-safe.
 */
final class MemoryPeak implements AutoCloseable {

  /** Longest count of bytes, with its line end. */
  private static final int LONGEST = 32;

  private final Optional<Path> file;
  private Optional<FileChannel> open = Optional.empty();

  /** The peak of the group that has those folders, which may have no account of memory. */
  MemoryPeak(List<Path> folders) {
    file =
        folders.stream()
            .flatMap(folder ->
                Stream.of("memory.max_usage_in_bytes", "memory.peak").map(folder::resolve))
            .filter(Files::exists)
            .findFirst();
  }

  /** Lets the peak count from now on; false where the kernel has none, or cannot reset it. */
  synchronized boolean reset() {
    if (file.isEmpty()) {
      return false;
    }
    try {
      if (open.isEmpty()) {
        open =
            Optional.of(
                FileChannel.open(file.get(), StandardOpenOption.READ, StandardOpenOption.WRITE));
      }
      open.get().write(ByteBuffer.wrap("0".getBytes(StandardCharsets.US_ASCII)), 0);
      return true;
    } catch (IOException refused) { // by version 2 before Linux 6.12, as its callers record
      close();
      return false;
    }
  }

  /** The most since the last reset; empty when there was none. */
  synchronized Optional<Long> bytes() {
    if (open.isEmpty()) {
      return Optional.empty();
    }
    ByteBuffer text = ByteBuffer.allocate(LONGEST);
    try {
      open.get().read(text, 0);
    } catch (IOException gone) { // the group is
      return Optional.empty();
    }
    return SystemFiles.number(
        new String(text.array(), 0, text.position(), StandardCharsets.US_ASCII).strip());
  }

  @Override
  public synchronized void close() {
    try {
      if (open.isPresent()) {
        open.get().close();
      }
    } catch (IOException e) {
      Warning.print("cannot close " + file.orElseThrow() + ": " + e.getMessage());
    }
    open = Optional.empty();
  }
}
