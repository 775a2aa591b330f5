import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.List;

/** Computes and sleeps on virtual threads between the lines "ready" and "done". */
public class VirtualVictim {

  static volatile long sink;

  public static void main(String[] arguments) throws Exception {
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
    Thread.ofVirtual().start(() -> {}).join();
    System.out.println("ready");
    in.readLine();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      threads.add(Thread.ofVirtual().start(VirtualVictim::work));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    System.out.println("done");
    in.readLine();
  }

  static void work() {
    for (int round = 0; round < 5; round++) {
      long sum = 0;
      for (int i = 0; i < 400_000; i++) {
        sum += Long.rotateLeft(i * 31L, i);
      }
      sink = sum;
      try {
        Thread.sleep(5);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
