package dev.tierbench.harness.trial;

/** Hears how a sweep gets on. */
public interface Progress extends AutoCloseable {

  /** Something that was planned to take that long begins; what went on before has ended. */
  void begins(String what, double plannedSeconds);

  /** A line to stay on the terminal. */
  void say(String line);

  @Override
  void close();
}
