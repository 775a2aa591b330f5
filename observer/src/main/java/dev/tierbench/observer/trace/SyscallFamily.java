package dev.tierbench.observer.trace;

import dev.tierbench.run.threads.Counter;
import java.util.Map;
import java.util.Set;

/**
 * Calls that do the same work: stacks differ in which of them they use, so only families compare.
 * {@code poll} and {@code select} are in {@link Counter#OTHER}; {@code syscalls.csv} has every
 * call.
 */
final class SyscallFamily {

  private static final Map<Counter, Set<String>> CALLS =
      Map.of(
          Counter.FUTEX,
          words("futex futex_wait futex_waitv futex_wake futex_requeue"),
          Counter.READ,
          words("read pread64 readv preadv preadv2 recvfrom recvmsg recvmmsg"),
          Counter.WRITE,
          words(
              "write pwrite64 writev pwritev pwritev2 sendto sendmsg sendmmsg sendfile sendfile64"),
          Counter.EPOLL,
          words("epoll_wait epoll_pwait epoll_pwait2 epoll_ctl"),
          Counter.OTHER,
          Set.of());

  private SyscallFamily() {}

  /** The columns of the families. */
  static Set<Counter> all() {
    return CALLS.keySet();
  }

  static Counter of(String call) {
    return CALLS.entrySet().stream()
        .filter(family -> family.getValue().contains(call))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse(Counter.OTHER);
  }

  private static Set<String> words(String text) {
    return Set.of(text.split(" ", -1));
  }
}
