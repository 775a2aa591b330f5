package dev.tierbench.suite.worker;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.concurrent.atomic.LongAdder;

/** Counts the bytes that go to standard output and error, and passes all of them on. */
public final class PrintCounter {

  private final LongAdder bytes = new LongAdder();

  private PrintCounter() {}

  /** Puts itself in front of both streams, for the rest of the process' life. */
  public static PrintCounter install() {
    PrintCounter counter = new PrintCounter();
    System.setOut(counter.over(System.out));
    System.setErr(counter.over(System.err));
    return counter;
  }

  /** Bytes since it was installed. */
  public long bytes() {
    return bytes.sum();
  }

  private PrintStream over(PrintStream stream) {
    return new PrintStream(new Counting(stream), true, stream.charset());
  }

  private final class Counting extends FilterOutputStream {
    Counting(OutputStream next) {
      super(next);
    }

    @Override
    public void write(int value) throws IOException {
      out.write(value);
      bytes.increment();
    }

    @Override
    public void write(byte[] buffer, int offset, int length) throws IOException {
      out.write(buffer, offset, length);
      bytes.add(length);
    }
  }
}
