package dev.tierbench.harness.http.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tierbench.harness.tier.FakeTier;
import dev.tierbench.run.protocol.LoadEvent;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class WindowTurnsTest {

  private final List<String> done = new CopyOnWriteArrayList<>();

  /** The load of a server with so many windows, each of which notes that it is open. */
  private CompletableFuture<Void> load(WindowTurns turns, String server, int windows) {
    return CompletableFuture.runAsync(
        () -> {
          WindowTurns.Turns own = turns.turns(server);
          try {
            for (int i = 0; i < windows; i++) {
              own.on(
                  LoadEvent.phaseStart(0, "pause"),
                  new FakeTier("loadgen", 1),
                  line -> done.add(server));
              own.on(
                  LoadEvent.phaseStart(0, "measure"),
                  new FakeTier("loadgen", 1),
                  line -> done.add("no"));
            }
          } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
          } finally {
            turns.leave(server);
          }
        },
        Thread.ofPlatform().daemon()::start);
  }

  @Test
  void theLoadGoesFromServerToServerInTheGivenOrder() throws Exception {
    List<String> order = List.of("a", "b", "b", "a", "b", "a");
    WindowTurns turns = new WindowTurns(order, 2);
    CompletableFuture.allOf(load(turns, "a", 3), load(turns, "b", 3)).get(30, TimeUnit.SECONDS);
    assertThat(done).isEqualTo(order);
  }

  @Test
  void aServerThatLeavesDoesNotHoldTheOthersUp() throws Exception {
    WindowTurns turns = new WindowTurns(List.of("a", "b", "a", "b"), 2);
    CompletableFuture.allOf(load(turns, "a", 1), load(turns, "b", 2)).get(30, TimeUnit.SECONDS);
    assertThat(done).containsExactly("a", "b", "b");
  }

  @Test
  void theFirstTurnWaitsForTheGeneratorsOfAll() throws Exception {
    WindowTurns turns = new WindowTurns(List.of("a", "b"), 1);
    CompletableFuture<Void> first = load(turns, "a", 1);
    assertThatThrownBy(() -> first.get(100, TimeUnit.MILLISECONDS))
        .isInstanceOf(TimeoutException.class);
    assertThat(done).isEmpty();
    CompletableFuture.allOf(first, load(turns, "b", 1)).get(30, TimeUnit.SECONDS);
    assertThat(done).containsExactly("a", "b");
  }

  @Test
  void aServerThatNeverComesIsNotWaitedForOnceItHasLeft() throws Exception {
    WindowTurns turns = new WindowTurns(List.of("b", "a"), 1);
    CompletableFuture<Void> other = load(turns, "a", 1);
    turns.leave("b");
    other.get(30, TimeUnit.SECONDS);
    assertThat(done).containsExactly("a");
  }

  @Test
  void aGeneratorThatEndsWhileItWaitsIsNamed() {
    WindowTurns turns = new WindowTurns(List.of("b", "a"), 1);
    FakeTier ended = new FakeTier("loadgen", 1);
    ended.kill();
    assertThatThrownBy(
            () -> turns.turns("a").on(LoadEvent.phaseStart(0, "pause"), ended, line -> {}))
        .isInstanceOf(IOException.class)
        .hasMessage("loadgen was killed while it waited for its turn");
  }
}
