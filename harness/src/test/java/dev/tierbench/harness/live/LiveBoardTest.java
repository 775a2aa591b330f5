package dev.tierbench.harness.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.harness.run.Progress;
import dev.tierbench.run.Verdict;
import dev.tierbench.run.protocol.LiveState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LiveBoardTest {

  private static final Duration AT_ONCE = Duration.ZERO;

  private final AtomicLong now = new AtomicLong();
  private final LiveBoard board = new LiveBoard(now::get);

  private void pass(int seconds) {
    now.addAndGet(TimeUnit.SECONDS.toNanos(seconds));
  }

  private static List<String> taken(EventQueue reader) throws InterruptedException {
    List<String> events = new ArrayList<>();
    for (Optional<String> next = reader.next(AT_ONCE);
        next.isPresent() && !next.get().equals(EventQueue.HEARTBEAT);
        next = reader.next(AT_ONCE)) {
      events.add(next.get());
    }
    return events;
  }

  private static List<String> kinds(List<String> events) {
    return events.stream().map(event -> event.lines().findFirst().orElseThrow()).toList();
  }

  @Test
  void thePositionIsThatOfThePlanAndWhatTakesLongerCountsNoMore() {
    board.beginsRun("run", 100);
    board.begins("01-a warm-up", 30);
    pass(12);
    LiveState.Position position = board.state().position().orElseThrow();
    assertThat(position.elapsedSeconds()).isEqualTo(12);
    assertThat(position.remainingSeconds()).isEqualTo(88);
    pass(60);
    assertThat(board.state().position().orElseThrow().remainingSeconds()).isEqualTo(70);
    board.begins("01-a at 200", 20);
    assertThat(board.state().position().orElseThrow().doneSeconds()).isEqualTo(30);
    assertThat(board.state().position().orElseThrow().remainingSeconds()).isEqualTo(70);
  }

  @Test
  void aReaderThatComesLateGetsAllThatWasAndThenWhatIsAdded() throws InterruptedException {
    board.beginsRun("run", 100);
    board.say("a line");
    board.second(LiveEvents.second(1));
    board.judged(LiveEvents.result(Verdict.WARN));
    EventQueue late = board.read().orElseThrow();
    board.second(LiveEvents.second(2));
    board.ends(1);
    board.close();
    List<String> events = taken(late);
    assertThat(kinds(events))
        .containsExactly("event: state", "event: second", "event: end", "event: closed");
    assertThat(events.getFirst())
        .contains("a line", "\"epoch_ms\":1", "\"verdict\":\"WARN\"")
        .endsWith("\n\n")
        .hasLineCount(3);
    assertThat(late.next(AT_ONCE)).describedAs("nothing comes after the end").isPresent();
  }

  @Test
  void whatWasNotMeasuredIsNullAndNeverZero() throws InterruptedException {
    EventQueue reader = board.read().orElseThrow();
    board.second(LiveEvents.second(1));
    assertThat(taken(reader).getLast())
        .contains("\"p50_ms\":50.5", "\"p99_ms\":null", "\"throughput_rps\":100.0")
        .contains("\"tier\":\"echo\",\"name\":\"echo\",\"cores\":null");
  }

  @Test
  void onlyTheLastSecondsAndLinesAreKept() {
    for (int i = 0; i < LiveBoard.MOST_SECONDS + 5; i++) {
      board.second(LiveEvents.second(i));
      board.say("line " + i);
    }
    assertThat(board.state().seconds()).hasSize(LiveBoard.MOST_SECONDS);
    assertThat(board.state().seconds().getFirst().epochMs()).isEqualTo(5);
    assertThat(board.state().log()).hasSize(LiveBoard.MOST_LINES).last().asString().endsWith("604");
  }

  @Test
  void aReaderThatTakesNothingIsCutOffAndHoldsNobodyUp() throws InterruptedException {
    EventQueue stuck = board.read().orElseThrow();
    for (int i = 0; i < 5_000; i++) {
      board.say("line " + i);
    }
    assertThat(stuck.next(AT_ONCE).orElseThrow()).startsWith("event: " + LiveState.STATE);
    assertThat(stuck.next(AT_ONCE)).isEmpty();
  }

  @Test
  void theNextRunBeginsAtItsOwnStartAndKeepsTheResults() {
    board.beginsRun("first", 10);
    board.begins("cell", 10);
    board.judged(LiveEvents.result(Verdict.PASS));
    board.beginsRun("second", 40);
    assertThat(board.state().name()).isEqualTo("second");
    assertThat(board.state().position().orElseThrow().remainingSeconds()).isEqualTo(40);
    assertThat(board.state().results()).hasSize(1);
  }

  @Test
  void progressReachesTheTerminalAndTheBoard() {
    List<String> said = new ArrayList<>();
    Progress terminal =
        new Progress() {
          @Override
          public void begins(String what, double plannedSeconds) {
            said.add("begins " + what);
          }

          @Override
          public void adds(double seconds) {
            said.add("adds " + seconds);
          }

          @Override
          public void say(String line) {
            said.add(line);
          }

          @Override
          public void close() {
            said.add("closed");
          }
        };
    board.beginsRun("run", 10);
    try (LiveProgress progress = new LiveProgress(board, "run", terminal)) {
      progress.begins("01-a at 200", 5);
      progress.say("a line");
      progress.second(LiveEvents.second(7));
    }
    assertThat(said).containsExactly("begins 01-a at 200", "a line", "closed");
    LiveState state = board.state();
    assertThat(state.log()).singleElement().asString().isEqualTo("[00:00] a line");
    assertThat(state.seconds()).hasSize(1);
    assertThat(state.position().orElseThrow().what()).isEqualTo("report");
  }
}
