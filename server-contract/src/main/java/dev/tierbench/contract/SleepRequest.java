package dev.tierbench.contract;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * A request of {@code /sleep} and what follows from it.
 *
 * @param calls of echo that it takes
 * @param bytes length of the answer; 0 for that of echo's
 */
record SleepRequest(String path, int calls, int bytes) {
  static final SleepRequest PLAIN = new SleepRequest("/sleep", 1, 0);

  private static final int MOST_CALLS = 6;
  private static final int MOST_MICROS = 400;
  private static final int MOST_BYTES = 5_000;
  private static final int MOST_KIBIBYTES = 16;

  /** Any part of the query may be missing, and the parts come in any order. */
  static SleepRequest random(Random random) {
    List<String> query = new ArrayList<>();
    int calls = random.nextBoolean() ? 1 + random.nextInt(MOST_CALLS) : 1;
    if (calls > 1 || random.nextBoolean()) {
      query.add("calls=" + calls);
    }
    switch (random.nextInt(3)) {
      case 0 -> query.add("fan=sequence");
      case 1 -> query.add("fan=parallel");
      default -> {} // sequence, too
    }
    if (random.nextBoolean()) {
      query.add("cpu=" + (1 + random.nextInt(MOST_MICROS)) + "us");
    }
    int bytes = random.nextBoolean() ? bytes(query, random) : 0;
    Collections.shuffle(query, random);
    return new SleepRequest(
        query.isEmpty() ? "/sleep" : "/sleep?" + String.join("&", query), calls, bytes);
  }

  /** Never so few that the number of echo's answer is cut. */
  private static int bytes(List<String> query, Random random) {
    int least = EchoStub.numbered(1).length();
    if (random.nextInt(4) == 0) {
      int kibibytes = 1 + random.nextInt(MOST_KIBIBYTES);
      query.add("bytes=" + kibibytes + "k");
      return kibibytes << 10;
    }
    int bytes = least + random.nextInt(MOST_BYTES);
    query.add("bytes=" + bytes);
    return bytes;
  }

  static List<SleepRequest> random(int count, Random random) {
    return Stream.generate(() -> random(random)).limit(count).toList();
  }

  /** The body that is due when echo answered so. */
  String due(String echoed) {
    return bytes == 0 ? echoed : echoed.repeat(bytes / echoed.length() + 1).substring(0, bytes);
  }
}
