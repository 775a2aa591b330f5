/** Allocates 600 calls below main, so that stacks are deep. */
public class DeepStack {

  static volatile Object last;

  static void down(int left) {
    if (left > 0) {
      down(left - 1);
      return;
    }
    for (int i = 0; i < 200_000; i++) {
      last = new byte[4_096];
    }
  }

  public static void main(String[] args) throws Exception {
    System.out.println("ready");
    System.in.read();
    Thread worker = new Thread(null, () -> down(600), "deep", 16 << 20);
    worker.start();
    worker.join();
    System.out.println("done");
    System.in.readAllBytes();
  }
}
