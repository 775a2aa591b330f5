package dev.tierbench.observer.bpf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tierbench.observer.Needs;
import dev.tierbench.observer.VictimProcess;
import dev.tierbench.observer.bpf.Assembler.Register;
import dev.tierbench.observer.bpf.CallCounter.Counted;
import dev.tierbench.observer.bpf.CallCounter.Room;
import dev.tierbench.observer.trace.SyscallNames;
import dev.tierbench.run.CaptureLevel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a kernel that refuses, a map that is full and a counter that is closed leave behind. */
@Tag("process")
class CallCounterTest {

  private static final Map<String, Integer> NUMBERS =
      SyscallNames.ofThisMachine().orElseThrow().numbers();

  private static final int NO_CALL = 9_999;

  @BeforeEach
  void needsTheKernel() {
    Needs.level(CaptureLevel.L0, false);
  }

  @Test
  void aKernelWithoutTheCallIsNamedAsTheReason() throws Exception {
    long before = bpfDescriptors();
    Map<String, Integer> without = new HashMap<>(NUMBERS);
    without.put("bpf", NO_CALL);
    assertThatThrownBy(() -> CallCounter.attach(without, 1, 1))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("MAP_CREATE");
    assertThat(bpfDescriptors()).isEqualTo(before);
  }

  @Test
  void theVerifierSaysWhyItRefusesAProgram() throws Exception {
    Bpf bpf = Bpf.open(NUMBERS.get("bpf"));
    assertThatThrownBy(() -> bpf.load(new Assembler().move(Register.R1, 0).exit()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("PROG_LOAD")
        .hasMessageContaining("R0 !read_ok");
  }

  @Test
  void thereIsRoomForThreadsThatStartLater() {
    assertThat(Room.of(20).threads()).isGreaterThanOrEqualTo(32_768);
    assertThat(Room.of(50_000).threads()).isEqualTo(100_000);
  }

  @Test
  void callsOfThreadsThatHaveNoRoomAreLostAndCounted() throws Exception {
    try (VictimProcess victim = VictimProcess.start("Victim", "load");
        CallCounter counter = attach(victim, new Room(2, 1_000))) {
      Counted counted = count(counter);
      assertThat(counted.capacity()).isEqualTo(2);
      assertThat(counted.entries()).isEqualTo(2);
      assertThat(counted.byTid()).hasSize(2);
      assertThat(counted.lost()).isPositive();
    }
  }

  /**
   * With a table in which no call has a place: all are rare. The work begins after both windows and
   * ends before them, so the counts are equal.
   */
  @Test
  void rareCallsAreCountedByTheirNumber() throws Exception {
    Map<String, Integer> few = Map.of("bpf", NUMBERS.get("bpf"), "futex", NUMBERS.get("futex"));
    try (VictimProcess victim = VictimProcess.start("Victim", "files");
        CallCounter placed = attach(victim, new Room(1_000, 1_000));
        CallCounter rare =
            new CallCounter(new CallTable(few), victim.pid(), new Room(1_000, 1_000))) {
      placed.begin();
      rare.begin();
      victim.work();
      rare.end();
      placed.end();
      Map<Long, Map<Integer, Long>> inPlaces = placed.read().byTid();
      Map<Long, Map<Integer, Long>> inRare = rare.read().byTid();
      long busiest =
          inPlaces.entrySet().stream()
              .max(Comparator.comparingLong(thread -> total(thread.getValue())))
              .orElseThrow()
              .getKey();
      assertThat(total(inPlaces.get(busiest))).isPositive();
      assertThat(inRare.get(busiest)).isEqualTo(inPlaces.get(busiest));
    }
  }

  @Test
  void countsNothingOutsideItsWindowAndLeavesNothingOpen() throws Exception {
    long before = bpfDescriptors();
    try (VictimProcess victim = VictimProcess.start("Victim", "load");
        CallCounter counter = CallCounter.attach(NUMBERS, victim.pid(), 1)) {
      Thread.sleep(200);
      assertThat(counter.read().byTid()).isEmpty();
      Counted counted = count(counter);
      assertThat(counted.byTid()).isNotEmpty();
      assertThat(counted.lost()).isZero();
      Thread.sleep(200);
      assertThat(counter.read()).isEqualTo(counted);
      assertThat(bpfDescriptors()).isGreaterThan(before);
    }
    assertThat(bpfDescriptors()).isEqualTo(before);
  }

  private static CallCounter attach(VictimProcess victim, Room room) throws IOException {
    return new CallCounter(new CallTable(NUMBERS), victim.pid(), room);
  }

  private static Counted count(CallCounter counter) throws Exception {
    counter.begin();
    Thread.sleep(500);
    counter.end();
    return counter.read();
  }

  private static long total(Map<Integer, Long> calls) {
    return calls.entrySet().stream()
        .filter(call -> call.getKey() < CallCounter.FUTEX_OPERATIONS)
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  /** Maps, programs and links of this process. */
  private static long bpfDescriptors() throws IOException {
    try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
      return open.filter(
              descriptor -> {
                try {
                  return Files.readSymbolicLink(descriptor).toString().contains("bpf");
                } catch (IOException e) {
                  return false; // the descriptor of this list
                }
              })
          .count();
    }
  }
}
