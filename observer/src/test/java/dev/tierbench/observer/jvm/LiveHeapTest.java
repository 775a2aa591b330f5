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
    long before = live();
    List<byte[]> held = new ArrayList<>(List.of(new byte[BYTES]));
    long with = live();
    assertThat(held).hasSize(1);
    held.clear();
    // Other tests of this JVM leave objects too, which a collection may or may not find.
    assertThat(with - before).isGreaterThan(BYTES / 2);
    assertThat(with - live()).isGreaterThan(BYTES / 2);
  }

  private static long live() throws Exception {
    return LiveHeap.bytes(ProcessHandle.current().pid()).orElseThrow();
  }
}
