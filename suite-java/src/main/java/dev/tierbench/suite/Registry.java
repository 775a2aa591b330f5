package dev.tierbench.suite;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;

/**
 * Every suite and implementation on the class path. The implementations of a suite are looked up
 * when it is asked for: libraries of others may be missing.
 */
public final class Registry {

  private final Map<String, Study> studies = new TreeMap<>();
  private final List<WorkProvider> providers = new ArrayList<>();

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
    providers.add(provider);
  }

  private Map<String, WorkFactory> factories(String suite) {
    Map<String, WorkFactory> factories = new TreeMap<>();
    providers.stream()
        .filter(provider -> provider.suite().equals(suite))
        .flatMap(provider -> provider.implementations().entrySet().stream())
        .forEach(entry -> {
          if (factories.put(entry.getKey(), entry.getValue()) != null) {
            throw new IllegalStateException(
                "two implementations are named " + suite + "/" + entry.getKey());
          }
        });
    return factories;
  }

  public List<String> suites() {
    return List.copyOf(studies.keySet());
  }

  public List<String> implementations(String suite) {
    return List.copyOf(factories(suite).keySet());
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
    return known("implementation of " + suite, implementation, factories(suite));
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
