package dev.tierbench.observer.host.foreign;

import com.sun.jna.LastErrorException;
import com.sun.jna.NativeLong;
import dev.tierbench.observer.host.Architecture;
import dev.tierbench.observer.host.OwnProcess;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * System calls with the rights of another user. Linux has credentials for each thread, so a thread
 * of its own takes the effective ids for as long as the calls last; its real and saved ids stay
 * root's, which keeps that user from tracing or signalling this process.
 */
final class EffectiveUser {

  private static final NativeLong SAME = new NativeLong(-1);
  private static final NativeLong ZERO = new NativeLong(0);

  /** Calls of the C library. They must not load classes or start threads or processes. */
  interface Calls {
    int of(LinuxCalls c) throws LastErrorException;
  }

  private EffectiveUser() {}

  /** Carries out calls as that user, unless this process is not root or is that user. */
  static int run(long uid, long gid, Calls calls) throws IOException {
    LinuxCalls c = LinuxCalls.load();
    if (!OwnProcess.REAL.isRoot() || uid == 0) {
      return called(c, calls);
    }
    Architecture numbers =
        Architecture.here().orElseThrow(() -> new IOException("this architecture is not known"));
    CompletableFuture<Integer> result = new CompletableFuture<>();
    Thread thread =
        Thread.ofPlatform()
            .name("as-uid-" + uid)
            .start(() -> {
              try {
                result.complete(asUser(c, numbers, uid, gid, calls));
              } catch (RuntimeException | Error e) {
                result.completeExceptionally(e);
              }
            });
    try {
      thread.join();
      return result.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while the JVM was asked");
    } catch (CompletionException e) {
      throw new IOException(e.getCause().getMessage(), e.getCause());
    }
  }

  private static int called(LinuxCalls c, Calls calls) throws IOException {
    try {
      return calls.of(c);
    } catch (LastErrorException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private static int asUser(LinuxCalls c, Architecture numbers, long uid, long gid, Calls calls) {
    NativeLong unused = c.syscall(new NativeLong(numbers.setgroups()), ZERO, ZERO, ZERO);
    unused = c.syscall(new NativeLong(numbers.setresgid()), SAME, new NativeLong(gid), SAME);
    unused = c.syscall(new NativeLong(numbers.setresuid()), SAME, new NativeLong(uid), SAME);
    try {
      return calls.of(c);
    } finally {
      unused = c.syscall(new NativeLong(numbers.setresuid()), SAME, ZERO, SAME);
    }
  }
}
