package dev.tierbench.report.folder;

import java.util.Map;
import java.util.Optional;

/**
 * What the threads of the server did in the counted window of one step.
 *
 * @param roles sums by role; empty when the files are missing or damaged, because a sum over some
 *     of the threads is none
 * @param rows every thread as JSON columns, packed; only of a step that the page shows by thread
 */
public record Threads(Map<String, RoleSum> roles, Optional<byte[]> rows) {

  public static final Threads NONE = new Threads(Map.of(), Optional.empty());

  public Threads {
    roles = Map.copyOf(roles);
  }
}
