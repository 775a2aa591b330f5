package dev.tierbench.report.compare;

import java.util.List;

/** A server of A and the server of B that it is compared with. */
public record SubjectPair(String a, String b) {

  public String label() {
    return a.equals(b) ? a : a + " → " + b;
  }

  /** Pairs of one name on both sides, or the only two subjects that there are. */
  static List<SubjectPair> of(Side a, Side b) {
    List<String> serversOfA = a.run().subjects();
    List<String> serversOfB = b.run().subjects();
    if (serversOfA.size() == 1 && serversOfB.size() == 1) {
      return List.of(new SubjectPair(serversOfA.getFirst(), serversOfB.getFirst()));
    }
    return serversOfA.stream()
        .filter(serversOfB::contains)
        .map(server -> new SubjectPair(server, server))
        .toList();
  }
}
