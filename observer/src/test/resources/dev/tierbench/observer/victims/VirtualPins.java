import java.util.ArrayList;
import java.util.List;

/** Virtual threads that wait in a class initializer, where they hold their carrier. */
class VirtualPins {

  private static final int TIMES = 5;

  public static void main(String[] arguments) throws Exception {
    System.out.println("ready");
    System.in.read();
    List<Thread> all = new ArrayList<>();
    for (int i = 0; i < TIMES; i++) {
      all.add(Thread.ofVirtual().start(new Waiting()));
    }
    long end = System.nanoTime() + 3_000_000_000L;
    while (System.nanoTime() < end) {
      Thread.ofVirtual().start(VirtualPins::nap).join();
    }
    for (Thread thread : all) {
      thread.join();
    }
    System.out.println("done");
    Thread.sleep(60_000);
  }

  private static void nap() {
    try {
      Thread.sleep(1);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static class Waiting implements Runnable {
    @Override
    public void run() {
      System.getProperty(Initialized.NAME.toString());
    }
  }

  private static class Initialized {
    static final Object NAME = slow();

    private static Object slow() {
      nap();
      return "x";
    }
  }
}
