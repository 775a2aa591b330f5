import java.util.concurrent.ThreadLocalRandom;

/**
 * Streams over memory until it is killed, as another guest of the machine may: {@code java
 * MemoryHog.java [THREADS [MIB]]}. Every thread writes one line of cache after another of a share of
 * its own.
 */
final class MemoryHog {

  private static final int LINE_LONGS = 8;
  private static final int LONGS_PER_MIB = 1 << 17;

  private MemoryHog() {}

  public static void main(String[] arguments) throws InterruptedException {
    int threads = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 2;
    int mebibytes = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 256;
    Thread last = Thread.currentThread();
    for (int i = 0; i < threads; i++) {
      last = Thread.ofPlatform().name("hog-" + i).start(() -> stream(mebibytes / threads));
    }
    last.join();
  }

  private static void stream(int mebibytes) {
    long[] share = new long[mebibytes * LONGS_PER_MIB];
    long value = ThreadLocalRandom.current().nextLong();
    while (true) {
      value = pass(share, value);
    }
  }

  private static long pass(long[] share, long value) {
    for (int i = 0; i < share.length; i += LINE_LONGS) {
      share[i] += value;
    }
    return share[0];
  }
}
