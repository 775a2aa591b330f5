package dev.tierbench.harness.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.run.plan.Manifest.Java;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("process")
class InstallationTest {

  @TempDir Path jdk;

  private Optional<Java> java(String script) throws IOException, InterruptedException {
    Path program = jdk.resolve("bin/java");
    Files.createDirectories(program.getParent());
    Files.writeString(program, "#!/bin/sh\n" + script);
    assertThat(program.toFile().setExecutable(true)).isTrue();
    return new Installation(jdk, jdk).java();
  }

  @Test
  void whatAJdkDoesNotStateIsUnknown() throws Exception {
    assertThat(java("echo '    java.version = 25.0.1'; echo '    java.vm.name = VM'"))
        .contains(new Java(jdk.toString(), "25.0.1", "unknown", "VM unknown"));
  }

  @Test
  void aProgramThatStatesNoVersionIsNoJdk() throws Exception {
    assertThat(java("echo all is well")).isEmpty();
    assertThat(java("exit 1")).isEmpty();
  }
}
