package dev.tierbench.suite;

import java.util.Map;

/** Implementations of streams with one seeded fault each, for the checks of the engine jmh. */
public final class FaultyStreams implements WorkProvider {

  @Override
  public String suite() {
    return "streams";
  }

  @Override
  public Map<String, WorkFactory> implementations() {
    return Map.of(
        "faulty-drops-one", settings -> new Faulty(FaultyStreams::allButOne),
        "faulty-swallows", settings -> new Faulty(FaultyStreams::untilAnError),
        "faulty-prints", settings -> new Faulty(FaultyStreams::printing));
  }

  private static void allButOne(int size, Sink sink) {
    for (int i = 1; i < size; i++) {
      sink.accept(i);
    }
  }

  /** An error in the middle ends the pass and reaches no one. */
  private static void untilAnError(int size, Sink sink) {
    try {
      allButOne(size, sink);
      throw new IllegalStateException("seeded");
    } catch (IllegalStateException seeded) {
      sink.consume(size);
    }
  }

  private static void printing(int size, Sink sink) {
    allButOne(size, sink);
    sink.accept(size);
    System.out.println("seeded");
  }

  /** How a pass gives its items to the sink. */
  @FunctionalInterface
  private interface Pass {
    void run(int size, Sink sink);
  }

  private static final class Faulty extends Work {

    private final Pass pass;

    Faulty(Pass pass) {
      super(Setup.caller());
      this.pass = pass;
    }

    @Override
    public long run(int size, Sink sink) {
      long before = sink.sum();
      pass.run(size, sink);
      return sink.sum() - before;
    }
  }
}
