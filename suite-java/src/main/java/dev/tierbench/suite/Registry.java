package dev.tierbench.suite;

import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;

/** Every suite and implementation on the class path. */
public final class Registry {

  private final Map<String, Study> studies = new TreeMap<>();
  private final Map<String, Map<String, WorkFactory>> factories = new TreeMap<>();

  private Registry() {}

  public static Registry ofClassPath() {
    Registry registry = new Registry();
    ServiceLoader.load(WorkProvider.class).forEach(registry::add);
    return registry;
  }

  private void add(WorkProvider provider) {
    if (provider instanceof Study study) {
      studies.put(study.suite(), study);
    }
    Map<String, WorkFactory> suite =
        factories.computeIfAbsent(provider.suite(), name -> new TreeMap<>());
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
    return List.copyOf(factories.get(suite).keySet());
  }

  public Study study(String suite) {
    return known("suite", suite, studies);
  }

  public Case studyCase(String suite, String name) {
    List<String> cases = study(suite).cases();
    if (!cases.contains(name)) {
      throw new IllegalArgumentException(
          "no case " + name + " in " + suite + "; there are " + cases);
    }
    return new Case(suite, name);
  }

  public WorkFactory factory(String suite, String implementation) {
    return known(
        "implementation of " + suite, implementation, factories.getOrDefault(suite, Map.of()));
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
