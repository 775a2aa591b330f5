package dev.tierbench.observer.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.observer.Fixture;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ThreadDumpTest {

  private static final String TAIL =
      " daemon prio=5 os_prio=0 cpu=0.33ms elapsed=2.74s tid=0x00007f19bc43dab0 nid=0x10a1 waiting"
          + " on condition  [0x00007f193abfc000]\n   java.lang.Thread.State: RUNNABLE\n";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jcmd-thread-print-17-hostile-names.txt",
        "jcmd-thread-print-25-tomcat.txt",
        "jcmd-thread-print-25-netty.txt",
        "jcmd-thread-print-25-virtual.txt"
      })
  void everyHeaderGivesAName(String fixture) {
    String text = Fixture.read(fixture);
    long headers = text.lines().filter(line -> line.startsWith("\"")).count();
    assertThat(ThreadDump.parse(text).names()).hasSize((int) headers);
  }

  @Test
  void quotesAndMarkupInNamesAreKept() {
    Map<Long, String> names =
        ThreadDump.parse(Fixture.read("jcmd-thread-print-17-hostile-names.txt")).names();
    assertThat(names)
        .containsEntry(0x10a1L, "worker \"quoted\" <b>#0</b>")
        .containsEntry(0x108eL, "main")
        .containsEntry(0x1094L, "VM Thread")
        .containsEntry(0x108fL, "GC Thread#0");
  }

  @Test
  void aCarrierWithAMountedVirtualThreadHasItsTidInBracketsOnly() {
    ThreadDump dump = ThreadDump.parse(Fixture.read("jcmd-thread-print-25-virtual.txt"));
    assertThat(dump.names()).containsEntry(3914L, "ForkJoinPool-1-worker-3");
    assertThat(dump.names()).containsEntry(3916L, "ForkJoinPool-1-worker-4");
    assertThat(dump.carriers()).isEqualTo(Set.of(3914L));
  }

  @Test
  void aLineBreakInANameDoesNotHideTheThread() {
    assertThat(ThreadDump.parse("\"two\nlines\" #12" + TAIL).names())
        .isEqualTo(Map.of(0x10a1L, "two\nlines"));
  }

  @Test
  void aNameThatLooksLikeAHeaderDoesNotMoveTheTid() {
    String name = "x\" #1 [99] prio=5 os_prio=0 cpu=1ms elapsed=1s tid=0x1 nid=99 runnable \"y";
    assertThat(ThreadDump.parse("\"" + name + "\" #12" + TAIL).names())
        .isEqualTo(Map.of(0x10a1L, name));
  }

  @Test
  void whatIsNoDumpHasNoNames() {
    assertThat(ThreadDump.parse("").names()).isEmpty();
    assertThat(ThreadDump.parse("\"x\" os_prio=0 " + "a ".repeat(50_000)).names()).isEmpty();
    assertThat(ThreadDump.parse("\"x\" #1 os_prio=0 tid=0x1 nid=0x" + "f".repeat(20)).names())
        .isEmpty();
    assertThat(ThreadDump.parse("\"unfinished\nwithout a header\n").names()).isEmpty();
  }
}
