import java.util.concurrent.CountDownLatch;

/** Short virtual threads, each of which allocates the same. */
class VirtualAllocator {

  private static final int BLOCK = 4_096;

  static volatile Object sink;

  public static void main(String[] arguments) throws Exception {
    int threads = Integer.parseInt(arguments[0]);
    int blocks = Integer.parseInt(arguments[1]);
    System.out.println("ready");
    System.in.read();
    CountDownLatch ended = new CountDownLatch(threads);
    for (int i = 0; i < threads; i++) {
      Thread.ofVirtual()
          .start(
              () -> {
                allocate(blocks);
                ended.countDown();
              });
    }
    ended.await();
    System.out.println("done");
    Thread.sleep(60_000);
  }

  private static void allocate(int blocks) {
    for (int i = 0; i < blocks; i++) {
      sink = new byte[BLOCK];
    }
  }
}
