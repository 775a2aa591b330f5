package dev.tierbench.cli;

import java.util.Optional;
import picocli.CommandLine;

/**
 * What {@code --version} prints: the version of the build, the commit that it was made from when
 * that is known, and the JDK that runs it.
 */
public final class ProgramVersion implements CommandLine.IVersionProvider {

  /** The commit of the sources, which the scripts set. */
  private static final String COMMIT = "tierbench.commit";

  @Override
  public String[] getVersion() {
    String commit =
        Optional.ofNullable(System.getProperty(COMMIT)).map(id -> ", commit " + id).orElse("");
    return new String[] {
      "tierbench %s%s, JDK %s"
          .formatted(build().orElse("unknown"), commit, System.getProperty("java.version"))
    };
  }

  /** The version that the jar was built as; empty of classes in no jar. */
  public static Optional<String> build() {
    return Optional.ofNullable(ProgramVersion.class.getPackage().getImplementationVersion());
  }
}
