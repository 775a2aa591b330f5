package dev.tierbench.harness.http.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramFilesTest {

  @TempDir Path folder;

  private Path file(String name) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, name).toRealPath();
  }

  private static Set<Path> programsIn(String word) throws IOException {
    ProgramFiles files = new ProgramFiles();
    files.addProgramsIn(word);
    return files.hashes().keySet();
  }

  @Test
  void programsAreArchivesAndScripts() throws IOException {
    Path jar = file("one.jar");
    Path war = file("two.war");
    Path script = file("start.sh");
    assertThat(programsIn(jar + ":" + war + ":" + folder)).containsExactlyInAnyOrder(jar, war);
    assertThat(programsIn(script.toString())).containsExactly(script);
    assertThat(programsIn("-jar")).isEmpty();
  }

  @Test
  void aFileThatAServerMayWriteIsNoProgram() throws IOException {
    assertThat(programsIn("-Xlog:gc:file=" + file("gc.log"))).isEmpty();
    assertThat(programsIn(file("data.db").toString())).isEmpty();
  }

  @Test
  void ofAFileThatMayHaveASecretInItNothingIsKept() throws IOException {
    assertThat(programsIn(file("db.password").toString())).isEmpty();
  }

  @Test
  void aFolderWithABlankInItsNameIsFound() throws IOException {
    Path jar = file("my service/orders.jar");
    assertThat(programsIn(jar.toString())).containsExactly(jar);
  }

  @Test
  void anotherContentHasAnotherHash() throws IOException {
    Path jar = file("one.jar");
    ProgramFiles before = new ProgramFiles();
    before.addProgramsIn(jar.toString());
    Files.writeString(jar, "another build");
    ProgramFiles after = new ProgramFiles();
    after.addProgramsIn(jar.toString());
    assertThat(after.hashes().get(jar)).isNotBlank().isNotEqualTo(before.hashes().get(jar));
  }
}
