package dev.tierbench.harness.run;

/** Progress that nobody watches. */
public final class SilentProgress implements Progress {
  @Override
  public void begins(String what, double plannedSeconds) {}

  @Override
  public void adds(double seconds) {}

  @Override
  public void say(String line) {}

  @Override
  public void close() {}
}
