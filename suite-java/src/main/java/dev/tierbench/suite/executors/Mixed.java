package dev.tierbench.suite.executors;

/** The first that fits: every fifth a network call, every third storage, every second lists. */
record Mixed() implements Action {

  @Override
  public long run(int seed) throws InterruptedException {
    return of(seed).run(seed);
  }

  @Override
  public long result(int seed) throws InterruptedException {
    return of(seed).result(seed);
  }

  private static Action of(int seed) {
    if (seed % 5 == 0) {
      return Actions.NETWORK;
    }
    if (seed % 3 == 0) {
      return Actions.STORAGE;
    }
    return seed % 2 == 0 ? Actions.LISTS : Actions.ARITHMETIC;
  }
}
