package dev.tierbench.harness.http.verify;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The checks of servers that are verified at the same time, as lines, one server below the other:
 * those of the first that has not ended as they come, those of the others when it is their turn.
 * Thread-safe.
 */
public final class VerificationLog implements VerifierListener {

  private final Deque<String> turns;
  private final Map<String, List<String>> kept = new HashMap<>();
  private final Set<String> ended = new HashSet<>();
  private final Consumer<String> out;

  /**
   * Begins with the first server.
   *
   * @param servers in the order in which they are to be printed
   */
  public VerificationLog(Collection<String> servers, Consumer<String> out) {
    this.turns = new ArrayDeque<>(servers);
    this.out = out;
    servers.forEach(server -> kept.put(server, new ArrayList<>()));
    begin();
  }

  @Override
  public synchronized void heard(String server, ContractEvent event) {
    for (String line : lines(event)) {
      if (server.equals(turns.peek())) {
        out.accept(line);
      } else {
        kept.get(server).add(line);
      }
    }
  }

  @Override
  public synchronized void ended(Verified server) {
    ended.add(server.counts().server());
    while (!turns.isEmpty() && ended.contains(turns.element())) {
      turns.remove();
      begin();
    }
  }

  private void begin() {
    if (!turns.isEmpty()) {
      out.accept(turns.element());
      kept.get(turns.element()).forEach(out);
    }
  }

  private static List<String> lines(ContractEvent event) {
    if (event.name().isEmpty()) {
      return List.of();
    }
    String name = event.name().get();
    List<String> lines = new ArrayList<>();
    event.earlier().forEach(why -> lines.add("  AGAIN " + name + ": " + why));
    lines.add(event.reason().map(why -> "  FAIL  " + name + ": " + why).orElse("  PASS  " + name));
    return lines;
  }
}
