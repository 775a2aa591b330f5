package dev.tierbench.observer.jvm;

import dev.tierbench.observer.host.OwnProcess;
import dev.tierbench.observer.host.TargetProcess;
import dev.tierbench.observer.host.child.Tools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The {@code jcmd} of the JDKs on this host. A plain user runs the one beside his JVM first. Root
 * runs only that of its own JDK and those that nobody but root can change, and nothing that lies
 * beside the program of another process.
 *
 * @param system where JDKs are installed
 */
record JcmdPrograms(Path own, Path system) {

  private static final String JCMD = "bin/jcmd";
  private static final int WRITABLE_BY_OTHERS = 0022;

  static final JcmdPrograms REAL =
      new JcmdPrograms(Path.of(System.getProperty("java.home"), JCMD), Path.of("/usr/lib/jvm"));

  /** The programs to try, in order. */
  List<Path> of(TargetProcess target, long uid) throws IOException {
    Set<Path> found = new LinkedHashSet<>();
    if (uid != 0 && target.uid() == uid) {
      target.executable().map(java -> java.resolveSibling("jcmd")).ifPresent(found::add);
    }
    found.add(own);
    for (Path other : others()) {
      if (uid != 0 || isProtected(other)) {
        found.add(other);
      }
    }
    return found.stream().filter(Files::isExecutable).toList();
  }

  static List<Path> of(TargetProcess target) throws IOException {
    return REAL.of(target, OwnProcess.REAL.uid());
  }

  private List<Path> others() throws IOException {
    Set<Path> others = new LinkedHashSet<>();
    Optional.ofNullable(System.getenv("JAVA_HOME"))
        .map(home -> Path.of(home).resolve(JCMD))
        .ifPresent(others::add);
    Tools.find("jcmd").ifPresent(others::add);
    if (Files.isDirectory(system)) {
      try (Stream<Path> jdks = Files.list(system)) {
        jdks.sorted().map(jdk -> jdk.resolve(JCMD)).forEach(others::add);
      }
    }
    others.removeIf(Files::notExists);
    return List.copyOf(others);
  }

  /** Whether the file and all folders above it belong to root and can be changed by root only. */
  static boolean isProtected(Path program) throws IOException {
    for (Path each = program.toRealPath(); each != null; each = each.getParent()) {
      Map<String, Object> file = Files.readAttributes(each, "unix:uid,mode");
      if ((Integer) file.get("uid") != 0
          || ((Integer) file.get("mode") & WRITABLE_BY_OTHERS) != 0) {
        return false;
      }
    }
    return true;
  }
}
