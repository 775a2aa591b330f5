package dev.tierbench.observer.profile;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;

/** The first bytes of a file, from its beginning, however much another process appends to it. */
final class Bounded implements ReadableByteChannel {

  private final FileChannel file;
  private final long size;
  private long position;

  Bounded(FileChannel file, long size) {
    this.file = file;
    this.size = size;
  }

  @Override
  public int read(ByteBuffer into) throws IOException {
    if (position >= size) {
      return -1;
    }
    ByteBuffer part = into.slice();
    part.limit((int) Math.min(part.limit(), size - position));
    int read = file.read(part, position);
    if (read > 0) {
      position += read;
      into.position(into.position() + read);
    }
    return read;
  }

  @Override
  public boolean isOpen() {
    return file.isOpen();
  }

  /** Leaves the file open, which its holder closes. */
  @Override
  public void close() {}
}
