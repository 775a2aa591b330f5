package dev.tierbench.suite;

import java.util.List;

/** A suite: its cases and what a pass of each must return. Found as a service. */
public interface Study {

  String name();

  List<String> cases();

  /** The checksum of a pass that left nothing out, without any implementation's help. */
  long expected(Case studyCase, int size);
}
