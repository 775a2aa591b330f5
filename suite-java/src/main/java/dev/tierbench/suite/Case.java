package dev.tierbench.suite;

/** One workload of a suite, by the names that the command line and the run folder use. */
public record Case(String suite, String name) {

  @Override
  public String toString() {
    return suite + "/" + name;
  }
}
