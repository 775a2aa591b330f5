package dev.tierbench.observer.host.child;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WithheldVariablesTest {

  @Test
  void onlyAChildWhoseCommandGivesAWithheldVariableHasIt() {
    // Surefire's JVM has it in any case.
    String name = "PATH";
    ChildCommand command =
        ChildCommand.of("any", List.of("true"), Redirect.DISCARD, Path.of("log"));
    assertThat(command.builder().environment()).containsKey(name);
    WithheldVariables.withhold(List.of(name));
    try {
      assertThat(command.builder().environment()).doesNotContainKey(name);
      assertThat(command.with(Map.of(name, "/given")).builder().environment())
          .containsEntry(name, "/given");
    } finally {
      WithheldVariables.giveBack(name);
    }
  }
}
