package dev.tierbench.observer.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.observer.Needs;
import dev.tierbench.observer.VictimProcess;
import dev.tierbench.observer.host.child.Command;
import dev.tierbench.observer.role.Roles;
import dev.tierbench.run.ProfileKind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Root profiles JVMs of a user that it does not trust. */
@Tag("process")
class ForeignProfileTest {

  private static final Duration LONGEST = Duration.ofMinutes(1);
  private static final List<String> AS_NOBODY =
      List.of("setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups", "--");

  /** Beside other tests a shorter work allocates less than the recorder samples. */
  private static final String MILLIS = "3000";

  @TempDir private Path raw;

  @BeforeEach
  void needRoot() {
    Needs.root("setpriv");
  }

  private static VictimProcess planted(List<String> prefix) throws Exception {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    return VictimProcess.start(prefix, java, "Planted", MILLIS);
  }

  private static Set<Path> folders() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("/tmp"))) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("tierbench-profile-"))
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  private ProfileResult profile(VictimProcess victim, long pid, String kind) throws Exception {
    try (ProfileSession session =
        ProfileSession.start(pid, ProfileOrder.parse(List.of(kind)), LONGEST)) {
      Instant from = Instant.now();
      victim.work();
      session.stop();
      return session.read(from, Instant.now(), Roles.standard(), raw);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"alloc", "jfr"})
  void aJvmOfAnotherUserIsProfiled(String kind) throws Exception {
    Set<Path> before = folders();
    try (VictimProcess victim = planted(AS_NOBODY)) {
      ProfileResult result = profile(victim, victim.pid(), kind);
      assertThat(result.profile().part(ProfileKind.ALLOC).orElseThrow().samples()).isPositive();
    }
    assertThat(Files.getAttribute(raw.resolve("profile.jfr"), "unix:uid")).isEqualTo(0);
    assertThat(before).containsAll(folders());
  }

  @ParameterizedTest
  @ValueSource(strings = {"alloc", "jfr"})
  void aJvmOfAnotherUserInAContainerIsProfiled(String kind) throws Exception {
    Needs.root("unshare");
    Set<Path> before = folders();
    try (VictimProcess victim = planted(VictimProcess.container(AS_NOBODY))) {
      ProfileResult result = profile(victim, victim.pidOfChild(), kind);
      assertThat(result.profile().part(ProfileKind.ALLOC).orElseThrow().samples()).isPositive();
    }
    assertThat(before).containsAll(folders());
  }

  @ParameterizedTest
  @ValueSource(strings = {"alloc", "jfr"})
  void theUserOfTheJvmCannotExchangeTheRecording(String kind) throws Exception {
    Path secret = Files.createTempFile("secret-", ".txt");
    Files.writeString(secret, "for root only");
    Set<Path> before = folders();
    try (VictimProcess victim = planted(AS_NOBODY);
        ProfileSession session =
            ProfileSession.start(victim.pid(), ProfileOrder.parse(List.of(kind)), LONGEST)) {
      Set<Path> made = folders();
      made.removeAll(before);
      Path folder = made.iterator().next();
      Instant from = Instant.now();
      victim.work();
      session.stop();
      asNobody("ln -sfn " + secret + " " + folder + "/recording.jfr");
      asNobody("mv " + folder + " " + folder + ".moved");
      asNobody("touch " + folder + "/more");
      ProfileResult result = session.read(from, Instant.now(), Roles.standard(), raw);
      assertThat(result.profile().part(ProfileKind.ALLOC).orElseThrow().samples()).isPositive();
      assertThat(Files.readString(raw.resolve("profile.jfr"), StandardCharsets.ISO_8859_1))
          .startsWith("FLR")
          .doesNotContain("for root only");
    } finally {
      Files.delete(secret);
    }
    assertThat(before).containsAll(folders());
  }

  /** What fails here is as good as what is done: the result is looked at. */
  private static void asNobody(String command) throws Exception {
    var unused =
        Command.output(Stream.concat(AS_NOBODY.stream(), Stream.of("sh", "-c", command)).toList());
  }

  private static boolean isWithoutLock(Set<Path> before) throws IOException {
    return folders().stream()
        .filter(folder -> !before.contains(folder))
        .noneMatch(folder -> Files.exists(folder.resolve("owner.lock")));
  }

  @Test
  void aFolderWhoseObserverWasKilledIsRemovedByTheNextProfile() throws Exception {
    Set<Path> before = folders();
    try (VictimProcess killed = planted(AS_NOBODY);
        VictimProcess next = planted(AS_NOBODY)) {
      Process observer =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-cp",
                  System.getProperty("java.class.path"),
                  "dev.tierbench.observer.program.ObserverProgram",
                  "threads",
                  Long.toString(killed.pid()),
                  "--level=L3",
                  "--seconds=1",
                  "--profile=jfr")
              .redirectErrorStream(true)
              .start();
      // A young folder without its lock is not abandoned.
      while (isWithoutLock(before) && observer.isAlive()) {
        Thread.sleep(10);
      }
      observer.destroyForcibly().waitFor();
      Set<Path> left = folders();
      left.removeAll(before);
      assertThat(left).hasSize(1);

      try (ProfileSession session =
          ProfileSession.start(next.pid(), ProfileOrder.parse(List.of("alloc")), LONGEST)) {
        assertThat(folders()).doesNotContainAnyElementsOf(left);
        assertThat(session.isTargetAlive()).isTrue();
      }
    }
    assertThat(before).containsAll(folders());
  }

  @Test
  void theFolderOfAProfileThatIsUnderWayIsLeftAlone() throws Exception {
    try (VictimProcess one = planted(AS_NOBODY);
        VictimProcess other = planted(AS_NOBODY);
        ProfileSession first =
            ProfileSession.start(one.pid(), ProfileOrder.parse(List.of("alloc")), LONGEST)) {
      Set<Path> during = folders();
      ProfileSession.start(other.pid(), ProfileOrder.parse(List.of("alloc")), LONGEST).close();
      assertThat(folders()).isEqualTo(during);
      first.stop();
    }
  }

  /** Deeper than the nesting that JSON allows by default. */
  @ParameterizedTest
  @ValueSource(strings = {"alloc", "jfr"})
  void aDeepStackIsRead(String kind) throws Exception {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    try (VictimProcess victim = VictimProcess.start(List.of(), java, "DeepStack")) {
      ProfileResult result = profile(victim, victim.pid(), kind);
      assertThat(result.stacks().get(ProfileKind.ALLOC).stacks())
          .anyMatch(stack -> stack.frames().size() > 500);
      result.write(raw);
      assertThat(raw.resolve("alloc.collapsed")).isNotEmptyFile();
    }
  }
}
