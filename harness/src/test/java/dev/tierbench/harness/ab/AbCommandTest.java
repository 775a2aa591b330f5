package dev.tierbench.harness.ab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.harness.FakeHome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Versions of a service in a repository of git, up to the sweep. */
@Tag("process")
class AbCommandTest {

  @TempDir Path folder;
  private FakeHome home;
  private Path service;

  @BeforeEach
  void repository() throws Exception {
    home = new FakeHome(Files.createDirectories(folder.resolve("home")), folder.toString());
    Files.createDirectories(home.root().resolve("servers"));
    Path root = Files.createDirectories(folder.resolve("repository"));
    service = Files.createDirectories(root.resolve("service"));
    git("init", "--quiet", "--initial-branch=main");
    commit("one");
    commit("two");
  }

  private void commit(String text) throws Exception {
    Files.writeString(service.resolve("source"), text);
    describe("[sh, -c, \"echo made >> log; cp source program\"]");
    git("add", "--all");
    git("commit", "--quiet", "--message", text);
    git("tag", text);
  }

  private void describe(String build) throws IOException {
    Files.writeString(
        service.resolve("orders.yml"),
        """
        model: orders
        contract: none
        command: ["{java}", "{jvm}", -cp, "{here}", Orders]
        build: %s
        port: 9080
        url: /
        """
            .formatted(build));
  }

  private void git(String... words) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of("git", "-c", "user.name=t", "-c", "user.email=t@example.org", "-C"));
    command.add(service.getParent().toString());
    command.addAll(List.of(words));
    assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
  }

  private int ab(String... words) throws Exception {
    return home.exitCode(home.start("ab", words));
  }

  private String descriptor() {
    return service.resolve("orders.yml").toString();
  }

  /** Sources of the programs that were built. */
  private List<String> programs() throws IOException {
    List<String> found = new ArrayList<>();
    try (var all = Files.walk(home.root().resolve("cache"))) {
      for (Path program : all.filter(path -> path.endsWith("service/program")).toList()) {
        assertThat(Files.readString(program.resolveSibling("log"))).isEqualTo("made\n");
        found.add(Files.readString(program));
      }
    }
    return found;
  }

  /** The sweep itself does not begin: there is no generator in this installation. */
  private void buildOnly(String... words) throws Exception {
    int unused = ab(words);
    assertThat(home.log()).contains("loadgen");
  }

  @Test
  void eachVersionIsBuiltOnceInATreeOfItsOwn() throws Exception {
    buildOnly("one", "two", "--", descriptor());
    assertThat(programs()).containsExactlyInAnyOrder("one", "two");
    assertThat(home.log()).contains("building one (", "built    two (");
    buildOnly("one", "HEAD", "--", descriptor());
    assertThat(programs()).containsExactlyInAnyOrder("one", "two");
    assertThat(home.log()).doesNotContain("building");
    assertThat(service.resolve("program")).doesNotExist();
    assertThat(Files.readString(service.resolve("source"))).isEqualTo("two");
  }

  @Test
  void twoNamesOfOneCommitAreBuiltOnce() throws Exception {
    buildOnly("two", "HEAD", "--", descriptor());
    assertThat(programs()).containsExactly("two");
  }

  @Test
  void theWorkingTreeIsAVersion() throws Exception {
    Files.writeString(service.resolve("source"), "edited");
    Files.writeString(service.resolve("new"), "");
    buildOnly("HEAD", ".", "--", descriptor());
    assertThat(programs()).containsExactlyInAnyOrder("two", "edited");
    assertThat(home.log())
        .contains("HEAD is the commit: 1 changed file of the working tree is not in it")
        .contains("1 new file of the working tree is not measured");
    assertThat(Files.readString(service.resolve("source"))).isEqualTo("edited");
  }

  @Test
  void aDryRunBuildsNothing() throws Exception {
    assertThat(ab("one", "two", "--dry-run", "--", descriptor(), "--rates", "500")).isZero();
    assertThat(home.log())
        .contains("build one (", "sh -c 'echo made >> log; cp source program'")
        .contains("--aa --until decided --budget 10m --name ab --rates 500");
    assertThat(home.root().resolve("cache")).doesNotExist();
  }

  @Test
  void whatIsTypedComesInPlaceOfTheDefaults() throws Exception {
    assertThat(ab("one", "two", "--dry-run", "--", descriptor(), "--trials=5", "--name=x"))
        .isZero();
    assertThat(home.log()).contains(" --aa --trials=5 --name=x\n").doesNotContain("--until");
    assertThat(ab("one", "two", "--dry-run", "--", descriptor(), "--budget", "3m")).isZero();
    assertThat(home.log()).contains(" --aa --until decided --name ab --budget 3m\n");
  }

  @Test
  void keptBuildsAreDeletedOnRequestAndNotByADryRun() throws Exception {
    buildOnly("one", "two", "--", descriptor());
    assertThat(ab("one", "two", "--clean", "--dry-run", "--", descriptor())).isZero();
    assertThat(programs()).containsExactlyInAnyOrder("one", "two");
    commit("three");
    buildOnly("two", "three", "--clean", "--", descriptor());
    assertThat(programs()).containsExactlyInAnyOrder("two", "three");
    assertThat(worktrees()).as("that of the user and two").hasSize(3);
  }

  @Test
  void whatAComparisonUsesIsNotDeleted() throws Exception {
    buildOnly("one", "two", "--", descriptor());
    Path used;
    try (var all = Files.walk(home.root().resolve("cache"))) {
      used = all.filter(path -> path.endsWith("built")).findFirst().orElseThrow().getParent();
    }
    try (BuildUse use = new BuildUse()) {
      use.of(used);
      assertThat(ab("one", "two", "--clean", "--", descriptor())).isEqualTo(1);
      assertThat(home.log()).contains(used + " is used by a comparison that runs");
    }
    assertThat(programs()).containsExactlyInAnyOrder("one", "two");
  }

  /** One may be on a disk that is not there at the moment. */
  @Test
  void treesOfOthersStayRegisteredThoughTheyAreMissing() throws Exception {
    Path others = folder.resolve("others");
    git("worktree", "add", "--quiet", "--detach", others.toString(), "one");
    Path away = Files.move(others, folder.resolve("away"));
    buildOnly("one", "two", "--clean", "--", descriptor());
    buildOnly("one", "two", "--clean", "--", descriptor());
    Files.move(away, others);
    assertThat(worktrees()).contains(others.toRealPath().toString()).hasSize(4);
  }

  /** What git warns of is no part of the name of a version. */
  @Test
  void warningsOfGitAreNoVersion() throws Exception {
    Files.writeString(service.resolve(".gitattributes"), "source text=auto eol=lf\n");
    git("add", "--all");
    git("commit", "--quiet", "--message", "attributes");
    Files.writeString(service.resolve("source"), "edited\r\n");
    buildOnly("one", ".", "--", descriptor());
    assertThat(programs()).contains("one").hasSize(2);
    assertThat(worktrees()).hasSize(3).noneMatch(tree -> tree.contains("warning"));
  }

  private List<String> worktrees() throws Exception {
    Process listed =
        new ProcessBuilder(
                "git", "-C", service.getParent().toString(), "worktree", "list", "--porcelain")
            .start();
    return listed
        .inputReader()
        .lines()
        .filter(line -> line.startsWith("worktree "))
        .map(line -> line.substring("worktree ".length()))
        .toList();
  }

  @Test
  void aBuildThatFailsIsReportedWithTheEndOfItsLogAndNotRemembered() throws Exception {
    describe("[sh, -c, \"echo no compiler here >&2; exit 3\"]");
    assertThat(ab("one", "two", "--", descriptor())).isEqualTo(1);
    assertThat(home.log()).contains("the build of one (", "exited with code 3", "no compiler here");
    assertThat(ab("one", "two", "--", descriptor())).isEqualTo(1);
    assertThat(home.log()).contains("no compiler here");
  }

  @Test
  void whatCannotBeComparedIsAnErrorOfUsage() throws Exception {
    assertThat(ab("one", "two", "--", "nothing.yml")).isEqualTo(2);
    assertThat(home.log()).contains("'nothing.yml' is no descriptor");
    assertThat(ab("one", "two.jar", "--", descriptor())).isEqualTo(2);
    assertThat(home.log()).contains("two jars, or two commits");
    assertThat(ab("one", "none", "--", descriptor())).isEqualTo(1);
    assertThat(home.log()).contains("'none' is no commit, tag or branch of ");
  }
}
