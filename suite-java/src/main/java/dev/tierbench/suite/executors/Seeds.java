package dev.tierbench.suite.executors;

import java.util.List;
import java.util.stream.IntStream;

/** The numbers from 0 on that the actions get, boxed before any pass. */
public final class Seeds {

  private final List<Integer> all;

  public Seeds(int size) {
    all = IntStream.range(0, size).boxed().toList();
  }

  /** Those of a pass, which may have fewer than all: a warm-up has. */
  public List<Integer> of(int size) {
    return size == all.size() ? all : all.subList(0, size);
  }
}
