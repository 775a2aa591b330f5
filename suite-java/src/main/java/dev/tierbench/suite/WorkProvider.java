package dev.tierbench.suite;

import java.util.Map;

/** Implementations of one suite by name. Found as a service. */
public interface WorkProvider {

  String suite();

  Map<String, WorkFactory> implementations();
}
