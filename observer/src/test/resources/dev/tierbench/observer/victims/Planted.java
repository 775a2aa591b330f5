import java.util.ArrayList;
import java.util.List;

/** Threads with three units of one kind of work to one of another, a lock and allocations. */
class Planted {

  private static final int THREADS = 2;
  private static final int UNIT = 60_000;
  private static final int BLOCK = 4_096;
  private static final Object LOCK = new Object();

  static volatile Object sink;
  static volatile double result;

  public static void main(String[] arguments) throws Exception {
    long millis = arguments.length > 0 ? Long.parseLong(arguments[0]) : 1_500;
    System.out.println("ready");
    System.in.read();
    List<Thread> all = new ArrayList<>();
    for (int i = 1; i <= THREADS; i++) {
      Thread thread = new Thread(() -> run(millis), "http-nio-8080-exec-" + i);
      thread.start();
      all.add(thread);
    }
    for (Thread thread : all) {
      thread.join();
    }
    System.out.println("done");
    Thread.sleep(60_000);
  }

  private static void run(long millis) {
    long end = System.nanoTime() + millis * 1_000_000;
    while (System.nanoTime() < end) {
      usual();
      usual();
      usual();
      hot();
      allocating();
      locked();
    }
  }

  private static void usual() {
    result = work(1);
  }

  private static void hot() {
    result = work(2);
  }

  private static double work(double from) {
    double x = from;
    for (int i = 0; i < UNIT; i++) {
      x = Math.sqrt(x + i);
    }
    return x;
  }

  private static void allocating() {
    for (int i = 0; i < 20; i++) {
      sink = new byte[BLOCK];
    }
  }

  private static void locked() {
    synchronized (LOCK) {
      try {
        Thread.sleep(2);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
