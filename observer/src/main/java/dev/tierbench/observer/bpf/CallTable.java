package dev.tierbench.observer.bpf;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The system calls of a machine, and which of them have a place in the entry of a thread: eight
 * bytes each, those of futex by operation behind the others.
 */
final class CallTable {

  /** Calls from here on have no place; the highest number of Linux 6.18 is below 480. */
  static final int NUMBERS = 512;

  /** Place of every call that has none of its own. */
  static final int RARE = 0;

  static final int LAST_PLACE = 47;

  /** The place of operation 0 of futex. */
  static final int FIRST_OPERATION = LAST_PLACE + 1;

  /** All operations from this one on count as it; the highest of Linux 6.18 is 13. */
  static final int LAST_OPERATION = 15;

  static final int ENTRY_BYTES = Long.BYTES * (FIRST_OPERATION + LAST_OPERATION + 1);

  /** What threads of JVMs call while they serve requests, from place 1 on. */
  private static final List<String> PLACED =
      List.of(
          """
          read write recvfrom sendto recvmsg sendmsg readv writev
          epoll_wait epoll_pwait epoll_ctl poll ppoll io_uring_enter
          accept accept4 connect socket close shutdown getsockopt setsockopt getsockname getpeername
          fcntl ioctl lseek pread64 pwrite64 openat fstat sendfile eventfd2
          mmap munmap mprotect madvise
          sched_yield nanosleep clock_nanosleep sched_getaffinity
          rt_sigprocmask rt_sigreturn tgkill getpid gettid exit
          """
              .split("\\s+"));

  private final Map<String, Integer> numbers;
  private final Map<Integer, Integer> byPlace = new HashMap<>();

  CallTable(Map<String, Integer> numbers) {
    this.numbers = Map.copyOf(numbers);
    for (int at = 0; at < PLACED.size(); at++) {
      // A newer architecture lacks some of the old calls.
      if (numbers.containsKey(PLACED.get(at))) {
        byPlace.put(at + 1, numbers.get(PLACED.get(at)));
      }
    }
  }

  int bpf() {
    return numbers.get("bpf");
  }

  int futex() {
    return numbers.get("futex");
  }

  /** The place of each call by its number, or {@link #RARE}. */
  byte[] places() {
    byte[] places = new byte[NUMBERS];
    byPlace.forEach((place, number) -> places[number] = place.byteValue());
    return places;
  }

  /** The calls of an entry by number, with operations of futex as {@link CallCounter} has them. */
  Map<Integer, Long> calls(long[] entry) {
    Map<Integer, Long> counts = new TreeMap<>();
    for (int place = 0; place < entry.length; place++) {
      if (entry[place] != 0) {
        counts.put(
            place < FIRST_OPERATION
                ? byPlace.get(place)
                : CallCounter.FUTEX_OPERATIONS + place - FIRST_OPERATION,
            entry[place]);
      }
    }
    return counts;
  }
}
