import java.io.IOException;
import java.io.RandomAccessFile;

/**
 * Makes one system call ({@code lseek}) again and again until it is killed, and prints a line for
 * each batch: milliseconds since 1970 and nanoseconds per call. {@code java CallLoop.java}.
 */
final class CallLoop {

  private static final int BATCH = 200_000;

  private CallLoop() {}

  public static void main(String[] unused) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile("/dev/zero", "r")) {
      while (true) {
        long start = System.nanoTime();
        for (int call = 0; call < BATCH; call++) {
          file.seek(call);
        }
        long nanos = System.nanoTime() - start;
        System.out.printf("%d %.1f%n", System.currentTimeMillis(), (double) nanos / BATCH);
      }
    }
  }
}
