package dev.tierbench.observer.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("process")
class LiveHeapTest {

  private static final int BYTES = 48 << 20;

  @Test
  void whatIsReachableCountsAndGarbageDoesNot() throws Exception {
    List<byte[]> held = new ArrayList<>(List.of(new byte[BYTES]));
    long with = LiveHeap.bytes(ProcessHandle.current().pid()).orElseThrow();
    assertThat(held).hasSize(1);
    held.clear();
    long without = LiveHeap.bytes(ProcessHandle.current().pid()).orElseThrow();
    assertThat(with - without).isBetween(BYTES * 8L / 10, BYTES * 12L / 10);
  }
}
