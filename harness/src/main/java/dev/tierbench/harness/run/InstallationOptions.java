package dev.tierbench.harness.run;

import dev.tierbench.harness.preflight.Installation;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The options that say where the programs of a run are. */
public class InstallationOptions {

  @Option(
      names = "--java",
      paramLabel = "DIR",
      description = "JDK of every JVM that is measured. Default: the one that runs this program.")
  private Path javaHome = Path.of(System.getProperty("java.home"));

  @Option(
      names = "--home",
      paramLabel = "DIR",
      description =
          "Folder with the built modules, which the scripts set. Default: the current one.")
  private Path home = Path.of("");

  /** A folder of the installation. */
  public Path folder(String name) {
    return home.resolve(name);
  }

  public Installation installation() {
    return new Installation(home.toAbsolutePath().normalize(), javaHome);
  }
}
