package dev.tierbench.contract;

import dev.tierbench.contract.EchoStub.Manner;
import dev.tierbench.contract.KeptConnection.Answer;
import java.io.IOException;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Checks that each answer was made for its request: echo numbers its answers, so one that was
 * stored, shared or cut is found, and the count of its calls shows calls too few and too many.
 */
record AnswerChecks(ServerUnderTest server, EchoStub echo, long seed) {
  /**
   * A server that loses or garbles one answer in 1,000 at random is found with a probability of 1 -
   * 0.999^5,000, which is 99.3 %; one that does so to each 1,000th, always.
   */
  static final int VOLUME = 5_000;

  private static final int CONNECTIONS = 48;
  private static final int RANDOM_ONE_BY_ONE = 40;
  private static final int RANDOM_CONCURRENT = 200;
  private static final int RANDOM_CONNECTIONS = 16;
  private static final Duration SHORT = Duration.ofMillis(1);
  private static final Pattern NUMBER = Pattern.compile("request (\\d{8});");
  private static final int OK = 200;

  Stream<Check> checks() {
    return Stream.of(
        new Check("random workloads, one by one, each make their calls", this::oneByOne),
        new Check("random workloads, concurrently, each make their calls", this::concurrently),
        new Check(
            String.format(
                Locale.ROOT,
                "of %,d requests over %d connections none is lost and none garbled",
                VOLUME,
                CONNECTIONS),
            this::volume));
  }

  private void oneByOne() throws Exception {
    for (SleepRequest sleep : SleepRequest.random(RANDOM_ONE_BY_ONE, new Random(seed))) {
      ask(List.of(sleep), 1);
    }
  }

  private void concurrently() throws Exception {
    ask(SleepRequest.random(RANDOM_CONCURRENT, new Random(seed + 1)), RANDOM_CONNECTIONS);
  }

  private void volume() throws Exception {
    ask(Stream.generate(() -> SleepRequest.PLAIN).limit(VOLUME).toList(), CONNECTIONS);
  }

  private void ask(List<SleepRequest> requests, int connections) throws InterruptedException {
    echo.behave(Manner.ANSWER_NUMBERED);
    echo.delay(SHORT);
    int before = echo.requests();
    Clients clients = new Clients(requests);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      IntStream.range(0, connections).forEach(i -> threads.execute(clients));
    }
    clients.assertContent();
    int made = echo.requests() - before;
    int due = requests.stream().mapToInt(SleepRequest::calls).sum();
    Expect.that(
        made == due,
        "echo was asked %d times instead of %d for %s",
        made,
        due,
        requests.size() == 1 ? requests.getFirst().path() : requests.size() + " requests");
    echo.recover();
  }

  /** Each runs on one connection; all end with the first answer that is wrong. */
  private final class Clients implements Runnable {
    private final List<SleepRequest> requests;
    private final Iterator<SleepRequest> left;
    private final Set<Integer> used = ConcurrentHashMap.newKeySet();
    private final AtomicReference<String> wrong = new AtomicReference<>();
    private int asked;

    Clients(List<SleepRequest> requests) {
      this.requests = requests;
      this.left = requests.iterator();
    }

    @Override
    public void run() {
      Optional<SleepRequest> sleep = Optional.empty();
      try (KeptConnection connection = server.connection()) {
        for (sleep = next(); sleep.isPresent(); sleep = next()) {
          ask(connection, sleep.get());
        }
      } catch (IOException | AssertionError e) { // what the check fails with
        String asked = sleep.map(of -> "GET " + of.path() + ": ").orElse("");
        wrong.compareAndSet(null, asked + e.getMessage());
      }
    }

    private synchronized Optional<SleepRequest> next() {
      if (wrong.get() != null || !left.hasNext()) {
        return Optional.empty();
      }
      asked++;
      return Optional.of(left.next());
    }

    private void ask(KeptConnection connection, SleepRequest sleep) throws IOException {
      int before = echo.requests();
      Answer answer = connection.get(sleep.path());
      Expect.that(
          answer.status() == OK,
          "status %d instead of 200: '%s'",
          answer.status(),
          Expect.start(answer.body()));
      Expect.that(
          answer.type().startsWith("text/plain"),
          "the type '%s' instead of text/plain",
          answer.type());
      Matcher number = NUMBER.matcher(answer.body());
      int request = number.find() ? Integer.parseInt(number.group(1)) : 0;
      Expect.that(
          answer.body().equals(sleep.due(EchoStub.numbered(request))),
          "the body is not echo's at the length asked for, but '%s' (%d characters)",
          Expect.start(answer.body()),
          answer.body().length());
      Expect.that(
          request > before && used.add(request),
          "the body is echo's answer to another request, stored or shared");
    }

    void assertContent() {
      String reason = wrong.get();
      Expect.that(reason == null, "request %d of %d, %s", asked, requests.size(), reason);
    }
  }
}
