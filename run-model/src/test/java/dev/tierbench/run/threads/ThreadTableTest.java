package dev.tierbench.run.threads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ThreadTableTest {

  @TempDir private Path folder;

  private static ThreadRow row(long tid, String name, Map<Counter, Long> counts) {
    return new ThreadRow(tid, name, "worker", ThreadState.LIVE, new Counts(counts));
  }

  @Test
  void theColumnsAreThoseOfTheRunFolder() {
    assertThat(new ThreadTable(List.of()).toCsv())
        .isEqualTo(
            "tid,name,role,state,cpu_ns,run_delay_ns,cs_voluntary,cs_involuntary,migrations,"
                + "minor_faults,major_faults,instructions,cycles,syscalls,futex,futex_wait,futex_wake,read,"
                + "write,epoll,other\n");
    assertThat(new SyscallTable(List.of()).toCsv()).isEqualTo("tid,name,role,syscall,calls\n");
  }

  @Test
  void whatWasNotMeasuredIsEmptyAndNeverZero() throws IOException {
    Path file = folder.resolve("threads.csv");
    new ThreadTable(List.of(row(7, "a", Map.of(Counter.CPU_NS, 0L)))).write(file);
    assertThat(Files.readString(file)).contains("7,a,worker,live,0,,,,,,,,,,,,,,,,\n");
    ThreadRow read = ThreadTable.read(file).rows().getFirst();
    assertThat(read.get(Counter.CPU_NS)).contains(0L);
    assertThat(read.get(Counter.FUTEX)).isEmpty();
  }

  @Test
  void hostileNamesSurviveTheFile() throws IOException {
    List<String> names =
        List.of("", " ", "a,b", "say \"hi\"", "two\nlines", "<b>#0</b>", "=1+1", "é…", "\\");
    Path file = folder.resolve("threads.csv");
    new ThreadTable(names.stream().map(name -> row(1, name, Map.of())).toList()).write(file);
    assertThat(ThreadTable.read(file).rows()).extracting(ThreadRow::name).isEqualTo(names);
  }

  @Test
  void syscallRowsSurviveTheFile() throws IOException {
    SyscallTable table =
        new SyscallTable(List.of(new SyscallRow(7, "a \"b\", c", "client", "futex", 23)));
    table.write(folder.resolve("syscalls.csv"));
    assertThat(SyscallTable.read(folder.resolve("syscalls.csv"))).isEqualTo(table);
  }

  @Test
  void aFileWithAnotherHeaderIsRefusedByItsName() throws IOException {
    Path file = Files.writeString(folder.resolve("x.csv"), "tid,name\n1,a\n");
    assertThatThrownBy(() -> ThreadTable.read(file))
        .hasMessageContaining("x.csv lacks columns: expected tid,name,role,state, found tid,name");
  }

  @Test
  void aColumnMoreIsIgnoredAndOneThatIsMissingWasNotMeasured() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("x.csv"),
            "name,tid,role,state,later_counter,futex\na,7,worker,live,99,23\n");
    ThreadRow read = ThreadTable.read(file).rows().getFirst();
    assertThat(read.tid()).isEqualTo(7);
    assertThat(read.get(Counter.FUTEX)).contains(23L);
    assertThat(read.get(Counter.CPU_NS)).isEmpty();
  }

  @Test
  void aRowThatIsCutShortIsRefused() throws IOException {
    Path file =
        Files.writeString(folder.resolve("x.csv"), "tid,name,role,state,futex\n7,a,worker\n");
    assertThatThrownBy(() -> ThreadTable.read(file)).hasMessageContaining("3 cells");
  }

  @Test
  void aLastLineThatIsCutOffIsRefusedThoughItsCellsAreComplete() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("x.csv"), "tid,name,role,state,futex\n7,a,worker,live,1\n8,b,gc,live,2");
    assertThatThrownBy(() -> ThreadTable.read(file)).hasMessageContaining("line 3: cut off");
  }

  @Test
  void aQuoteThatIsNeverClosedIsRefused() throws IOException {
    Path file = Files.writeString(folder.resolve("x.csv"), "tid,name,role,state\n7,\"a,worker\n");
    assertThatThrownBy(() -> ThreadTable.read(file)).hasMessageContaining("line 2: 2 cells");
  }

  @Test
  void aCountIsAWholeNumberAndNotNegative() throws IOException {
    for (String cell : List.of("-3", "1.5", "x", "9999999999999999999")) {
      Path file =
          Files.writeString(
              folder.resolve("x.csv"), "tid,name,role,state,futex\n7,a,worker,live," + cell + "\n");
      assertThatThrownBy(() -> ThreadTable.read(file)).hasMessageContaining("line 2: ");
    }
  }

  @Test
  void aTotalLacksWhatOneThreadLacksAndTheLeastOfItIsNamedSo() {
    ThreadTable table =
        new ThreadTable(
            List.of(
                row(1, "a", Map.of(Counter.CPU_NS, 2L)),
                row(2, "b", Map.of(Counter.CPU_NS, 3L, Counter.READ, 23L))));
    assertThat(table.total()).isEqualTo(new Counts(Map.of(Counter.CPU_NS, 5L)));
    assertThat(table.atLeast())
        .isEqualTo(new Counts(Map.of(Counter.CPU_NS, 5L, Counter.READ, 23L)));
    assertThat(new ThreadTable(List.of()).total()).isEqualTo(Counts.NONE);
  }
}
