package dev.tierbench.harness.http.window;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.harness.tier.local.Child;
import dev.tierbench.observer.host.child.ChildCommand;
import dev.tierbench.observer.host.child.ChildProcess;
import dev.tierbench.run.PhaseName;
import dev.tierbench.run.protocol.GoCommand;
import dev.tierbench.run.protocol.LoadEvent;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("process")
class WindowsTest {

  @TempDir private Path folder;

  @Test
  void theLoadMayEndOnceTheEndOfTheLastWindowHasBeenRead() throws Exception {
    List<LoadEvent> read = new ArrayList<>();
    Windows windows = new Windows(List.of((loadgen, event) -> read.add(event)));
    ChildCommand echoing =
        ChildCommand.tool(List.of("cat"), Redirect.PIPE, folder.resolve("cat.log"));
    try (ChildProcess generator = ChildProcess.start(echoing)) {
      Child loadgen = new Child(generator);
      windows.on(loadgen, LoadEvent.phaseEnd(0, PhaseName.TRACE.id()));
      windows.on(loadgen, LoadEvent.phaseStart(0, PhaseName.CLOSING.id()));
      generator.closeInput();
      assertThat(generator.output().readLine()).isEqualTo(new GoCommand(PhaseName.CLOSING).line());
      assertThat(generator.output().readLine()).describedAs("nothing else").isNull();
    }
    assertThat(read).hasSize(2);
  }
}
