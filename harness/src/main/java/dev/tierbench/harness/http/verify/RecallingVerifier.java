package dev.tierbench.harness.http.verify;

import dev.tierbench.run.descriptor.ServerDescriptor;
import dev.tierbench.run.file.TerminalText;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Verifies servers of which no earlier result is remembered, and remembers those that kept every
 * check at once.
 *
 * @param recalls whether an earlier result stands for a verification
 * @param log receives why a result cannot be read or kept, which is no reason to stop
 */
public record RecallingVerifier(
    Verifier verifier, RememberedResults results, boolean recalls, PrintStream log) {

  /** The verifier with the results of this user. */
  public static RecallingVerifier ofUser(Verifier verifier, boolean recalls, PrintStream log) {
    return new RecallingVerifier(
        verifier,
        RememberedResults.ofUser(System.getenv(), System.getProperty("user.home")),
        recalls,
        log);
  }

  /** The results of servers by their names, in order; as {@link Verifier#all}. */
  public List<Verified> all(Map<String, ServerDescriptor> servers, VerifierListener listener)
      throws IOException, InterruptedException {
    Map<String, String> keys = new LinkedHashMap<>();
    Map<String, Verified> byName = new LinkedHashMap<>();
    Map<String, ServerDescriptor> due = new LinkedHashMap<>();
    for (Map.Entry<String, ServerDescriptor> server : servers.entrySet()) {
      String name = server.getKey();
      ProgramKey.of(verifier, name, server.getValue()).ifPresent(key -> keys.put(name, key));
      Optional<Verified> earlier =
          recalls && keys.containsKey(name) ? recall(keys.get(name), name) : Optional.empty();
      if (earlier.isPresent()) {
        byName.put(name, earlier.get());
        listener.ended(earlier.get());
      } else {
        due.put(name, server.getValue());
      }
    }
    for (Verified verified : verifier.all(due, remembering(keys, listener))) {
      byName.put(verified.counts().server(), verified);
    }
    List<Verified> all = new ArrayList<>();
    servers.keySet().forEach(name -> all.add(byName.get(name)));
    return all;
  }

  /** Remembers each result as it comes: what ends the others leaves it. */
  private VerifierListener remembering(Map<String, String> keys, VerifierListener listener) {
    return new VerifierListener() {
      @Override
      public void heard(String server, ContractEvent event) {
        listener.heard(server, event);
      }

      @Override
      public void ended(Verified server) {
        String key = keys.get(server.counts().server());
        if (server.keptAtOnce() && key != null) {
          remember(key, server);
        }
        listener.ended(server);
      }
    };
  }

  private Optional<Verified> recall(String key, String name) {
    try {
      return results.find(key, name);
    } catch (IOException e) {
      log.println("verified again: " + TerminalText.line(e.getMessage()));
      return Optional.empty();
    }
  }

  private void remember(String key, Verified verified) {
    try {
      results.remember(key, verified);
    } catch (IOException e) {
      log.println("not remembered: " + TerminalText.line(e.getMessage()));
    }
  }
}
