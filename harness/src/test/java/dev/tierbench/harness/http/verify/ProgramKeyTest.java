package dev.tierbench.harness.http.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.harness.Plans;
import dev.tierbench.harness.preflight.Installation;
import dev.tierbench.harness.secret.Secrets;
import dev.tierbench.run.descriptor.ServerDescriptor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramKeyTest {

  private static final Path JDK = Path.of(System.getProperty("java.home"));

  @TempDir private Path home;
  private List<String> jvmOptions = List.of("-Xmx1g");
  private final ServerDescriptor tomcat = Plans.SERVERS.get("tomcat-platform");

  @BeforeEach
  void jars() throws IOException {
    jar(home.resolve("server-contract/target/server-contract.jar"), Optional.empty());
    jar(home.resolve("tomcat-server/target/tomcat-server.jar"), Optional.empty());
  }

  private static Path jar(Path file, Optional<String> classPath) throws IOException {
    Files.createDirectories(file.getParent());
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    classPath.ifPresent(path -> manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, path));
    try (var out = Files.newOutputStream(file)) {
      new JarOutputStream(out, manifest).close();
    }
    return file;
  }

  private Optional<String> key(ServerDescriptor server) throws Exception {
    return ProgramKey.of(
        new Verifier(
            new Installation(home, JDK),
            jvmOptions,
            8081,
            home,
            Optional.empty(),
            Optional.empty(),
            Secrets.NONE,
            Optional.empty()),
        "mine",
        server);
  }

  private ServerDescriptor with(String... words) {
    List<String> command = new ArrayList<>(List.of("{java}", "{jvm}"));
    command.addAll(List.of(words));
    return tomcat.with(next -> next.module(Optional.empty()).command(command));
  }

  @Test
  void theSameProgramHasTheSameKey() throws Exception {
    assertThat(key(tomcat)).isPresent().isEqualTo(key(tomcat));
  }

  /**
   * Another JVM must find it again, and each iterates over {@code Map.of} in an order of its own.
   */
  @Test
  void mapsOfADescriptorAreInTheOrderOfItsFile() {
    Map<String, String> written = new LinkedHashMap<>();
    for (String name : List.of("z", "a", "y", "b", "x", "c", "w", "d")) { // neither rises nor falls
      written.put(name, "--option={value}");
    }
    ServerDescriptor server = tomcat.with(next -> next.vary(written).env(written));
    assertThat(server.vary().keySet()).containsExactlyElementsOf(written.keySet());
    assertThat(server.env().keySet()).containsExactlyElementsOf(written.keySet());
  }

  @Test
  void whateverDecidesItsBehaviourChangesIt() throws Exception {
    List<Optional<String>> keys = new ArrayList<>();
    keys.add(key(tomcat));
    keys.add(key(tomcat.withOptions(List.of("--other"))));
    keys.add(key(tomcat.withEnv(Map.of("A", "b"))));
    keys.add(key(tomcat.withVerifyOptions(List.of())));
    jvmOptions = List.of("-Xmx2g");
    keys.add(key(tomcat));
    Files.writeString(home.resolve("roles.csv"), "a");
    keys.add(key(with("-jar", tomcatJar(), "--roles=" + home.resolve("roles.csv"))));
    Files.writeString(home.resolve("roles.csv"), "b");
    keys.add(key(with("-jar", tomcatJar(), "--roles=" + home.resolve("roles.csv"))));
    Files.writeString(home.resolve("tomcat-server/target/tomcat-server.jar"), "another build");
    jar(home.resolve("tomcat-server/target/tomcat-server.jar"), Optional.empty());
    for (String module : List.of("tomcat-server", "server-contract")) {
      try (var out = Files.newOutputStream(home.resolve(module + "/target/" + module + ".jar"));
          JarOutputStream jar = new JarOutputStream(out)) {
        jar.putNextEntry(new java.util.zip.ZipEntry(module));
      }
      keys.add(key(tomcat));
    }
    assertThat(keys).doesNotHaveDuplicates().allMatch(Optional::isPresent);
  }

  private String tomcatJar() {
    return home.resolve("tomcat-server/target/tomcat-server.jar").toString();
  }

  @Test
  void aJarStandsForThoseOfItsClassPathToo() throws Exception {
    Path thin = jar(home.resolve("bin/thin.jar"), Optional.of("../lib/a.jar"));
    ServerDescriptor server = with("-jar", thin.toString());
    assertThat(key(server)).as("a jar that is not there").isEmpty();
    Path library = jar(home.resolve("lib/a.jar"), Optional.of("a.jar"));
    Optional<String> before = key(server);
    jar(library, Optional.of("b.jar"));
    jar(home.resolve("lib/b.jar"), Optional.empty());
    assertThat(before).isPresent();
    assertThat(key(server)).isPresent().isNotEqualTo(before);
  }

  /** The JVM looks beside the file that a link leads to. */
  @Test
  void aLinkStandsForWhatItLeadsTo() throws Exception {
    Path real = jar(home.resolve("releases/7/server.jar"), Optional.of("lib/a.jar"));
    jar(home.resolve("releases/7/lib/a.jar"), Optional.empty());
    jar(home.resolve("app/lib/a.jar"), Optional.empty());
    Path link = Files.createSymbolicLink(home.resolve("app/server.jar"), real);
    ServerDescriptor server = with("-jar", link.toString());
    Optional<String> before = key(server);
    assertThat(before).isPresent();
    jar(home.resolve("app/lib/a.jar"), Optional.of("b.jar"));
    assertThat(key(server)).isEqualTo(before);
    jar(home.resolve("releases/7/lib/b.jar"), Optional.empty());
    jar(home.resolve("releases/7/lib/a.jar"), Optional.of("b.jar"));
    assertThat(key(server)).isPresent().isNotEqualTo(before);
  }

  @Test
  void aProgramThatCannotBeHashedWholeHasNone() throws Exception {
    assertThat(key(with("-jar", tomcatJar()))).isPresent();
    assertThat(key(with("-cp", home.toString(), "Main"))).as("a folder of classes").isEmpty();
    assertThat(key(with("-cp", home + "/lib/*", "Main"))).as("a wildcard").isEmpty();
    assertThat(key(with("@" + home + "/arguments"))).as("a file of arguments").isEmpty();
    assertThat(key(tomcat.withEnv(Map.of("TOKEN", "${ENV:MINE}")))).as("a secret").isEmpty();
    Path thin = jar(home.resolve("thin.jar"), Optional.of("lib/a.jar lib/"));
    jar(home.resolve("lib/a.jar"), Optional.empty());
    assertThat(key(with("-jar", thin.toString()))).as("a jar that names a folder").isEmpty();
    Path far = jar(home.resolve("far.jar"), Optional.of("http://127.0.0.1/a.jar"));
    assertThat(key(with("-jar", far.toString()))).as("a jar that names a URL").isEmpty();
    assertThat(
            key(
                tomcat.with(
                    next -> next.module(Optional.empty()).command(List.of("./start.sh", "{jvm}")))))
        .as("a script")
        .isEmpty();
  }
}
