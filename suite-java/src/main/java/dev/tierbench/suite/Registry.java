package dev.tierbench.suite;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Every suite and implementation on the class path. */
public final class Registry {

  private final Map<String, Study> studies = new TreeMap<>();
  private final Map<String, Map<String, Supplier<Work>>> works = new TreeMap<>();

  private Registry() {}

  /** Asks the service loader of the class path. */
  public static Registry ofClassPath() {
    Registry registry = new Registry();
    ServiceLoader.load(Study.class).forEach(study -> registry.studies.put(study.name(), study));
    ServiceLoader.load(WorkProvider.class).forEach(registry::add);
    return registry;
  }

  private void add(WorkProvider provider) {
    Map<String, Supplier<Work>> suite =
        works.computeIfAbsent(provider.suite(), name -> new TreeMap<>());
    provider
        .implementations()
        .forEach((name, factory) -> {
          if (suite.put(name, factory) != null) {
            throw new IllegalStateException(
                "two implementations are named " + provider.suite() + "/" + name);
          }
        });
  }

  public List<String> suites() {
    return List.copyOf(studies.keySet());
  }

  public List<String> implementations(String suite) {
    return new ArrayList<>(works.getOrDefault(suite, Map.of()).keySet());
  }

  /** The suite of a name. */
  public Study study(String suite) {
    return known("suite", suite, studies);
  }

  /** The case of a name. */
  public Case studyCase(String suite, String name) {
    List<String> cases = study(suite).cases();
    if (!cases.contains(name)) {
      throw new IllegalArgumentException(
          "no case " + name + " in " + suite + "; there are " + cases);
    }
    return new Case(suite, name);
  }

  /** A new object of an implementation, not yet opened. */
  public Work work(String suite, String implementation) {
    return known("implementation of " + suite, implementation, works.getOrDefault(suite, Map.of()))
        .get();
  }

  private static <T> T known(String what, String name, Map<String, T> all) {
    T found = all.get(name);
    if (found == null) {
      throw new IllegalArgumentException(
          "no %s is named %s; there are %s".formatted(what, name, all.keySet()));
    }
    return found;
  }
}
