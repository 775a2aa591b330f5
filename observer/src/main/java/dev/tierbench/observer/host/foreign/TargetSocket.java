package dev.tierbench.observer.host.foreign;

import com.sun.jna.LastErrorException;
import com.sun.jna.Memory;
import com.sun.jna.NativeLong;
import com.sun.jna.ptr.IntByReference;
import dev.tierbench.observer.host.TargetProcess;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** A connection to a socket on which a process listens, made with the rights of its user. */
public final class TargetSocket implements AutoCloseable {

  private static final int AF_UNIX = 1;
  private static final int STREAM_CLOSED_ON_EXEC = 1 | 0x80000;
  private static final int ADDRESS_BYTES = 110;
  private static final int SOL_SOCKET = 1;
  private static final int SO_PEERCRED = 17;
  private static final int SO_RCVTIMEO = 20;
  private static final int SO_SNDTIMEO = 21;
  private static final int MSG_NOSIGNAL = 0x4000;
  private static final int BUFFER_BYTES = 1 << 16;

  private final LinuxCalls c;
  private final int descriptor;
  private final long deadline;

  private TargetSocket(LinuxCalls c, int descriptor, Duration limit) {
    this.c = c;
    this.descriptor = descriptor;
    this.deadline = System.nanoTime() + limit.toNanos();
  }

  /**
   * Connects.
   *
   * @param limit within which all has to be sent and received
   * @throws IOException when it is no socket, or another process listens there
   */
  public static TargetSocket connect(TargetProcess target, Held socket, Duration limit)
      throws IOException {
    if (!socket.isSocket() || socket.uid() != target.uid()) {
      throw new IOException(socket.name() + " is no socket of the JVM's user");
    }
    LinuxCalls c = LinuxCalls.load();
    try {
      TargetSocket made = new TargetSocket(c, c.socket(AF_UNIX, STREAM_CLOSED_ON_EXEC, 0), limit);
      try {
        made.setTimeouts(limit);
        made.connect(target, socket.path().toString());
        made.requirePeer(target);
      } catch (IOException | LastErrorException e) {
        made.close();
        throw e;
      }
      return made;
    } catch (LastErrorException e) {
      throw new IOException("cannot connect to " + socket.name() + ": " + e.getMessage(), e);
    }
  }

  private void setTimeouts(Duration limit) {
    try (Memory time = new Memory(2L * Long.BYTES)) {
      time.setLong(0, limit.toSeconds());
      time.setLong(Long.BYTES, 0);
      for (int option : new int[] {SO_RCVTIMEO, SO_SNDTIMEO}) {
        int unused = c.setsockopt(descriptor, SOL_SOCKET, option, time, (int) time.size());
      }
    }
  }

  private void connect(TargetProcess target, String path) throws IOException {
    try (Memory address = new Memory(ADDRESS_BYTES)) {
      address.clear();
      address.setShort(0, (short) AF_UNIX);
      byte[] bytes = path.getBytes(StandardCharsets.US_ASCII);
      address.write(2, bytes, 0, bytes.length);
      int unused =
          EffectiveUser.run(
              target.uid(),
              target.gid(),
              calls -> calls.connect(descriptor, address, ADDRESS_BYTES));
    }
  }

  private void requirePeer(TargetProcess target) throws IOException {
    try (Memory credentials = new Memory(3L * Integer.BYTES)) {
      IntByReference bytes = new IntByReference((int) credentials.size());
      int unused = c.getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, credentials, bytes);
      int pid = credentials.getInt(0);
      if (pid != target.pid()) {
        throw new IOException("process " + pid + " listens on the socket of the JVM");
      }
    }
  }

  /** Sends all of it. */
  public void send(byte[] data) throws IOException {
    try {
      long sent = c.send(descriptor, data, new NativeLong(data.length), MSG_NOSIGNAL).longValue();
      if (sent != data.length) {
        throw new IOException("the JVM does not read what it is asked");
      }
    } catch (LastErrorException e) {
      throw new IOException("cannot ask the JVM: " + e.getMessage(), e);
    }
  }

  /**
   * Receives all until the other side closes.
   *
   * @throws IOException when it is longer than {@code most} bytes or takes longer than the limit
   */
  public byte[] receive(int most) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    byte[] buffer = new byte[BUFFER_BYTES];
    try {
      while (true) {
        int read = c.recv(descriptor, buffer, new NativeLong(BUFFER_BYTES), 0).intValue();
        if (read == 0) {
          return all.toByteArray();
        }
        all.write(buffer, 0, read);
        if (all.size() > most) {
          throw new IOException("the answer of the JVM is longer than " + most + " bytes");
        }
        if (System.nanoTime() > deadline) {
          throw new IOException("the JVM did not answer in time");
        }
      }
    } catch (LastErrorException e) {
      throw new IOException("the JVM did not answer: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() throws IOException {
    int unused = c.close(descriptor);
  }
}
