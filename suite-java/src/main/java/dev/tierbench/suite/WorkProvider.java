package dev.tierbench.suite;

import java.util.Map;
import java.util.function.Supplier;

/** The implementations of one suite in one module, by name. Found as a service. */
public interface WorkProvider {

  String suite();

  Map<String, Supplier<Work>> implementations();
}
