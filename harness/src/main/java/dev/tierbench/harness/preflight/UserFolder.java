package dev.tierbench.harness.preflight;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Folders that a user's programs keep between runs, by the XDG base directory specification. */
public enum UserFolder {
  STATE("XDG_STATE_HOME", ".local/state"),
  CACHE("XDG_CACHE_HOME", ".cache");

  private final String variable;
  private final String standard;

  UserFolder(String variable, String standard) {
    this.variable = variable;
    this.standard = standard;
  }

  /** The part of the folder that is ours. A variable that names no absolute path does not count. */
  public Path in(Map<String, String> environment) {
    return in(environment, System.getProperty("user.home"));
  }

  /** The part of the folder that is ours, of the user with that home. */
  public Path in(Map<String, String> environment, String home) {
    return Optional.ofNullable(environment.get(variable))
        .filter(folder -> folder.startsWith("/"))
        .map(Path::of)
        .orElseGet(() -> Path.of(home, standard))
        .resolve("tierbench");
  }
}
