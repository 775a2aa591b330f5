package dev.tierbench.observer.host.child;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The variables of this JVM's environment that no child inherits, since they are secrets: a child
 * has one only when its own command gives it. They are those of a process, as its environment is.
 * Thread-safe.
 */
public final class WithheldVariables {

  private static final Set<String> NAMES = ConcurrentHashMap.newKeySet();

  private WithheldVariables() {}

  /** Keeps them from all children that are started from now on. */
  public static void withhold(Collection<String> names) {
    NAMES.addAll(names);
  }

  /** Withholds it no longer. */
  static void giveBack(String name) {
    NAMES.remove(name);
  }

  static void removeFrom(Map<String, String> environment) {
    environment.keySet().removeAll(NAMES);
  }
}
