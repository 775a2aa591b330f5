package dev.tierbench.report.compare;

import java.util.ArrayList;
import java.util.List;

/** A server of A and the server of B that it is held against. */
public record ServerPair(String a, String b) {

  public String label() {
    return a.equals(b) ? a : a + " → " + b;
  }

  /** Those of one name on both sides; or the only two there are. */
  static List<ServerPair> of(Side a, Side b) {
    List<String> serversOfA = a.run().servers();
    List<String> serversOfB = b.run().servers();
    if (serversOfA.size() == 1 && serversOfB.size() == 1) {
      return List.of(new ServerPair(serversOfA.getFirst(), serversOfB.getFirst()));
    }
    List<ServerPair> pairs = new ArrayList<>();
    serversOfA.stream()
        .filter(serversOfB::contains)
        .forEach(server -> pairs.add(new ServerPair(server, server)));
    return pairs;
  }
}
