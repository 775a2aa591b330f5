package dev.tierbench.suite;

import java.util.List;

/** A suite: its cases, what a pass of each must return, and its implementations in Java. */
public interface Study extends WorkProvider {

  List<String> cases();

  /** The checksum of a pass that left nothing out, without any implementation's help. */
  long expected(Case studyCase, int size);
}
