import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;

/** A thread that gives, and one that takes; each waits for the other at every hand-off. */
class HandOffs {

  private static final int TIMES = 30_000;
  private static final Semaphore THERE = new Semaphore(0);
  private static final Semaphore BACK = new Semaphore(0);
  private static final CountDownLatch NEVER = new CountDownLatch(1);

  public static void main(String[] arguments) throws Exception {
    System.out.println("ready");
    System.in.read();
    CountDownLatch done = new CountDownLatch(2);
    start("http-nio-8080-exec-1", HandOffs::give, done);
    start("http-nio-8080-exec-2", HandOffs::take, done);
    done.await();
    System.out.println("done");
    Thread.sleep(60_000);
  }

  /** The threads stay: the kernel forgets what an ended one counted. */
  private static void start(String name, Task task, CountDownLatch done) {
    Thread thread =
        new Thread(
            () -> {
              try {
                task.run();
                done.countDown();
                NEVER.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            },
            name);
    thread.setDaemon(true);
    thread.start();
  }

  private interface Task {
    void run() throws InterruptedException;
  }

  private static void give() throws InterruptedException {
    for (int i = 0; i < TIMES; i++) {
      THERE.release();
      BACK.acquire();
    }
  }

  private static void take() throws InterruptedException {
    for (int i = 0; i < TIMES; i++) {
      THERE.acquire();
      BACK.release();
    }
  }
}
