import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;

/**
 * A service with a fault that has to be found, named by its second argument: {@code hot}, a method
 * that costs CPU, of as many steps as the third argument says; {@code waiting}, garbage and a lock;
 * {@code none}. It answers after as many milliseconds as the fourth argument says, or at once. With
 * {@code time} alone, it prints the nanoseconds of a thousand steps, when they are compiled.
 */
final class PlantedServer {

  /** About a twentieth of the CPU of a request. */
  private static final int STEPS = 350;

  private static final byte[] ANSWER = "planted\n".getBytes(StandardCharsets.US_ASCII);
  private static final int BACKLOG = 4_096;
  private static final int THREADS = 400;
  private static final int BLOCK = 8_192;

  /** Calls after which a method is compiled for good. */
  private static final int CALLS = 50_000;

  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final long HELD_NANOS = 100_000;
  private static final Object LOCK = new Object();

  static volatile double result;
  static volatile byte[] garbage;

  private PlantedServer() {}

  public static void main(String[] args) throws IOException {
    if (args[0].equals("time")) {
      System.out.println(nanosOfThousandSteps());
      return;
    }
    int port = Integer.parseInt(args[0]);
    boolean hot = args[1].equals("hot");
    int steps = args.length > 2 ? Integer.parseInt(args[2]) : STEPS;
    long millis = args.length > 3 ? Long.parseLong(args[3]) : 0;
    boolean waiting = args[1].equals("waiting");
    HttpServer server =
        HttpServer.create(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), port), BACKLOG);
    // A pool of virtual threads would spin for work, which differs from trial to trial.
    server.setExecutor(Executors.newFixedThreadPool(THREADS));
    server.createContext(
        "/",
        exchange -> {
          if (millis > 0) {
            LockSupport.parkNanos(millis * NANOS_PER_MILLI);
          }
          if (hot) {
            hot(steps);
          }
          if (waiting) {
            allocating();
            locking();
          }
          exchange.getResponseHeaders().set("Content-Type", "text/plain");
          exchange.sendResponseHeaders(200, ANSWER.length);
          try (var body = exchange.getResponseBody()) {
            body.write(ANSWER);
          }
        });
    server.start();
  }

  private static long nanosOfThousandSteps() {
    long nanos = 0;
    // Those of the second turn count.
    for (int turn = 0; turn < 2; turn++) {
      long began = System.nanoTime();
      for (int i = 0; i < CALLS; i++) {
        hot(1_000);
      }
      nanos = System.nanoTime() - began;
    }
    return nanos / CALLS;
  }

  private static void hot(int steps) {
    double x = result;
    for (int i = 0; i < steps; i++) {
      x = Math.sqrt(x + i);
    }
    result = x;
  }

  private static void allocating() {
    garbage = new byte[BLOCK];
  }

  /** Held a while by every request, so that the next ones wait for it. */
  private static void locking() {
    synchronized (LOCK) {
      LockSupport.parkNanos(HELD_NANOS);
    }
  }
}
