package dev.tierbench.harness.run;

import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Turns Ctrl-C and SIGTERM into an interrupt of the thread that does the work of a command, gives
 * that thread time to put things in order, and then ends the JVM with {@value #EXIT_CODE}.
 */
public final class Cancellation {

  public static final int EXIT_CODE = 130;
  private static final long LIMIT_SECONDS = 30;

  /** Threads that do the work of a command, which one interrupt each is to reach. */
  private static final Set<Thread> WORKING = ConcurrentHashMap.newKeySet();

  private final Thread work = Thread.currentThread();
  private final CountDownLatch inOrder = new CountDownLatch(1);
  private final Thread hook = new Thread(this::cancel, "cancel");

  private Cancellation() {}

  /**
   * The exit code of that work, which the calling thread does. A command that is part of another on
   * the same thread gets the interrupt of that one.
   */
  public static int interrupting(Callable<Integer> work) throws Exception {
    if (!WORKING.add(Thread.currentThread())) {
      return exitCode(work);
    }
    Cancellation cancellation = new Cancellation();
    try {
      Runtime.getRuntime().addShutdownHook(cancellation.hook);
      return exitCode(work);
    } finally {
      WORKING.remove(Thread.currentThread());
      cancellation.done();
    }
  }

  private static int exitCode(Callable<Integer> work) throws Exception {
    try {
      return work.call();
    } catch (InterruptedException e) {
      return EXIT_CODE;
    }
  }

  private void cancel() {
    work.interrupt();
    try {
      boolean unused = inOrder.await(LIMIT_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException nobodyInterruptsAShutdownHook) {
      Thread.currentThread().interrupt();
    }
    // Children that are left now end with the JVM, by the parent-death signal.
    Runtime.getRuntime().halt(EXIT_CODE);
  }

  /** Everything is in order. */
  private void done() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException shuttingDown) {
      inOrder.countDown();
    }
  }
}
