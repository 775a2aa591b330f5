package dev.tierbench.observer.measured;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.observer.host.OwnProcess;
import dev.tierbench.run.CpuList;
import dev.tierbench.run.record.HostSpeed;
import java.util.BitSet;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FixedWorkProbeTest {

  @Test
  void theWalkVisitsEveryPlaceBeforeItReturns() {
    int[] next = FixedWorkProbe.cycle(1_000);
    BitSet visited = new BitSet();
    int at = 0;
    for (int i = 0; i < next.length; i++) {
      at = next[at];
      visited.set(at);
    }
    assertThat(at).isZero();
    assertThat(visited.cardinality()).isEqualTo(next.length);
    assertThat(FixedWorkProbe.cycle(1_000)).isEqualTo(next);
  }

  @Test
  void itsThreadIsHeldToTheCoresAndNoOtherIs() throws Exception {
    CpuList mine = OwnProcess.REAL.cores();
    CpuList last = CpuList.parse(mine.text().replaceAll(".*[,-]", ""));
    try (FixedWorkProbe probe = FixedWorkProbe.on(Optional.of(last))) {
      assertThat(probe.cores()).isEqualTo(last.text());
      assertThat(probe.read())
          .hasSize(5)
          .allSatisfy(reading -> assertThat(reading.aluNs()).isPositive())
          .extracting(HostSpeed.Reading::memoryNs)
          .allSatisfy(nanos -> assertThat(nanos).isPositive());
      assertThat(OwnProcess.REAL.threadCores(OwnProcess.REAL.threadId())).contains(mine);
    }
  }
}
