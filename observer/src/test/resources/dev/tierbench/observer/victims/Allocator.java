import java.util.ArrayList;
import java.util.List;

/** Threads that allocate blocks of 1 KiB, an exact number, as fast as they can or evenly. */
class Allocator {

  private static final int HEADER = 16;
  private static final int BLOCK = 1024;
  static volatile Object sink;

  public static void main(String[] arguments) throws Exception {
    int threads = Integer.parseInt(arguments[0]);
    long blocks = Long.parseLong(arguments[1]);
    long millis = Long.parseLong(arguments[2]);
    System.out.println("ready");
    System.in.read();
    List<Thread> all = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      Thread thread = new Thread(() -> allocate(blocks, millis));
      thread.start();
      all.add(thread);
    }
    for (Thread thread : all) {
      thread.join();
    }
    System.out.println("done");
    Thread.sleep(60_000);
  }

  private static void allocate(long blocks, long millis) {
    for (long i = 0; i < blocks; i++) {
      if (millis > 0 && i % Math.max(1, blocks / millis) == 0) {
        try {
          Thread.sleep(1);
        } catch (InterruptedException e) {
          return;
        }
      }
      sink = new byte[BLOCK - HEADER];
    }
  }
}
