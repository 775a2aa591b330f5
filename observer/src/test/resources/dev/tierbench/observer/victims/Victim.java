import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.RandomAccessFile;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/** Does a known amount of work between the lines "ready" and "done", when it reads "go". */
public class Victim {

  public static void main(String[] arguments) throws Exception {
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
    CountDownLatch warm = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    CountDownLatch done = new CountDownLatch(1);
    Work work = work(arguments[0]);
    Thread worker = new Thread(() -> run(work, warm, go, done), work.name());
    worker.setDaemon(true);
    worker.start();
    warm.await();
    System.out.println("ready");
    in.readLine();
    go.countDown();
    done.await();
    System.out.println("done");
    in.readLine();
  }

  interface Work {
    String name();

    /** Loads the classes that the work needs, since loading makes calls too. */
    default void warmUp() throws Exception {}

    void run() throws Exception;
  }

  static void run(Work work, CountDownLatch warm, CountDownLatch go, CountDownLatch done) {
    try {
      work.warmUp();
      Thread.sleep(1);
      warm.countDown();
      go.await();
      work.run();
      done.countDown();
      // The thread stays, so that it has a row and a name.
      Thread.sleep(Long.MAX_VALUE);
    } catch (Exception e) {
      e.printStackTrace();
      System.exit(1);
    }
  }

  static Work work(String kind) throws Exception {
    switch (kind) {
      case "reads":
        return new Reads("twenty-three reads of /dev/zero", 23, 0, "");
      case "rename":
        return new Reads("before", 10, 13, "renamed half-way with a long name");
      case "files":
        return new FilesAndSockets();
      case "parks":
        return new Parks();
      case "spin":
        return new Spin();
      case "load":
        return new Load();
      case "starts":
        return new Starts();
      default:
        throw new IllegalArgumentException(kind);
    }
  }

  static class Reads implements Work {
    final String name;
    final int before;
    final int after;
    final String newName;
    final RandomAccessFile file = new RandomAccessFile("/dev/zero", "r");

    Reads(String name, int before, int after, String newName) throws Exception {
      this.name = name;
      this.before = before;
      this.after = after;
      this.newName = newName;
    }

    public String name() {
      return name;
    }

    public void warmUp() throws Exception {
      file.read(new byte[16]);
      Thread.currentThread().setName(name);
    }

    public void run() throws Exception {
      byte[] buffer = new byte[16];
      for (int i = 0; i < before; i++) {
        file.read(buffer);
      }
      if (!newName.isEmpty()) {
        Thread.currentThread().setName(newName);
      }
      for (int i = 0; i < after; i++) {
        file.read(buffer);
      }
    }
  }

  /**
   * 1,000 calls of every kind that reads or writes: through files, which the kernel counts for the
   * thread in its io file, and as datagrams, which it does not.
   */
  static class FilesAndSockets implements Work {
    final FileChannel zero = open("/dev/zero", StandardOpenOption.READ);
    final FileChannel sink = open("/dev/null", StandardOpenOption.WRITE);
    final Path source = Files.createTempFile("victim-", ".data");
    final FileChannel file;
    final DatagramChannel socket = DatagramChannel.open();
    final ByteBuffer[] buffers = {ByteBuffer.allocateDirect(8), ByteBuffer.allocateDirect(8)};

    FilesAndSockets() throws Exception {
      Files.write(source, new byte[64]);
      source.toFile().deleteOnExit();
      file = open(source.toString(), StandardOpenOption.READ);
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    static FileChannel open(String path, StandardOpenOption option) throws Exception {
      return FileChannel.open(Path.of(path), option);
    }

    public String name() {
      return "files and sockets";
    }

    public void warmUp() throws Exception {
      pass();
    }

    public void run() throws Exception {
      for (int i = 0; i < 1000; i++) {
        pass();
      }
    }

    void pass() throws Exception {
      zero.read(cleared()[0]);
      zero.read(cleared());
      file.read(cleared()[0], 3);
      sink.write(cleared()[0]);
      sink.write(cleared());
      file.transferTo(0, 16, sink);
      socket.send(cleared()[0], socket.getLocalAddress());
      socket.receive(cleared()[0]);
    }

    ByteBuffer[] cleared() {
      buffers[0].clear();
      buffers[1].clear();
      return buffers;
    }
  }

  /** The thread "parked" is parked a thousand times and each time woken by the thread "unparker". */
  static class Parks implements Work {
    volatile int woken;

    public String name() {
      return "unparker";
    }

    public void run() throws Exception {
      Thread parked =
          new Thread(
              () -> {
                for (int i = 0; i < 1000; i++) {
                  LockSupport.park();
                  woken = i + 1;
                }
                LockSupport.parkNanos(Long.MAX_VALUE);
              },
              "parked");
      parked.setDaemon(true);
      parked.start();
      for (int i = 0; i < 1000; i++) {
        while (parked.getState() != Thread.State.WAITING) {
          Thread.onSpinWait();
        }
        // WAITING is shown shortly before the thread really sleeps.
        long until = System.nanoTime() + 200_000;
        while (System.nanoTime() < until) {
          Thread.onSpinWait();
        }
        LockSupport.unpark(parked);
        while (woken <= i) {
          Thread.onSpinWait();
        }
      }
    }
  }

  static class Spin implements Work {
    public String name() {
      return "spinner";
    }

    public void run() {
      long until = System.nanoTime() + 1_000_000_000L;
      while (System.nanoTime() < until) {
        Thread.onSpinWait();
      }
    }
  }

  /** Eight threads that read and sleep by turns, from before the window to after it. */
  static class Load implements Work {
    Load() {
      for (int i = 0; i < 8; i++) {
        Thread thread = new Thread(Load::readAndSleep, "load-" + i);
        thread.setDaemon(true);
        thread.start();
      }
    }

    static void readAndSleep() {
      byte[] buffer = new byte[4096];
      try (RandomAccessFile file = new RandomAccessFile("/dev/zero", "r")) {
        while (true) {
          for (int i = 0; i < 300; i++) {
            file.read(buffer);
          }
          Thread.sleep(1);
        }
      } catch (Exception e) {
        e.printStackTrace();
      }
    }

    public String name() {
      return "watch";
    }

    public void run() throws Exception {
      Thread.sleep(2000);
    }
  }

  static class Starts implements Work {
    public String name() {
      return "mother";
    }

    public void run() throws Exception {
      Thread[] all = new Thread[500];
      for (int i = 0; i < all.length; i++) {
        all[i] =
            new Thread(
                () -> {
                  try {
                    Thread.sleep(100);
                  } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                  }
                },
                "short-" + i);
        all[i].start();
      }
      for (Thread thread : all) {
        thread.join();
      }
      // A joined thread has yet to leave the kernel.
      Thread.sleep(200);
    }
  }
}
