package dev.tierbench.observer.trace;

import dev.tierbench.run.Counter;
import java.util.Set;

/**
 * Calls that do the same work: stacks differ in which of them they use, so only families compare.
 * {@code poll} and {@code select} are in {@link #OTHER}; {@code syscalls.csv} has every call.
 */
enum SyscallFamily {
  FUTEX(Counter.FUTEX, Set.of("futex", "futex_wait", "futex_waitv", "futex_wake", "futex_requeue")),
  READ(
      Counter.READ,
      Set.of("read", "pread64", "readv", "preadv", "preadv2", "recvfrom", "recvmsg", "recvmmsg")),
  WRITE(
      Counter.WRITE,
      Set.of(
          "write",
          "pwrite64",
          "writev",
          "pwritev",
          "pwritev2",
          "sendto",
          "sendmsg",
          "sendmmsg",
          "sendfile",
          "sendfile64")),
  EPOLL(Counter.EPOLL, Set.of("epoll_wait", "epoll_pwait", "epoll_pwait2", "epoll_ctl")),
  OTHER(Counter.OTHER, Set.of());

  private final Counter counter;

  @SuppressWarnings("ImmutableEnumChecker") // Set.of
  private final Set<String> calls;

  SyscallFamily(Counter counter, Set<String> calls) {
    this.counter = counter;
    this.calls = calls;
  }

  Counter counter() {
    return counter;
  }

  static SyscallFamily of(String call) {
    for (SyscallFamily family : values()) {
      if (family.calls.contains(call)) {
        return family;
      }
    }
    return OTHER;
  }
}
