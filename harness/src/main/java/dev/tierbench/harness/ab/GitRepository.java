package dev.tierbench.harness.ab;

import dev.tierbench.observer.host.child.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The git repository of a service. Its working tree and its branches are never changed; versions
 * are checked out in trees of their own.
 *
 * @param root of its working tree
 */
record GitRepository(Path root) {

  /** What stands for the working tree with its changes, in place of a commit. */
  static final String WORKING_TREE = ".";

  private static final Duration LIMIT = Duration.ofMinutes(10);

  /** How a line of a list begins that names a tree. */
  private static final String TREE = "worktree ";

  /** Characters of a commit that are enough to name it. */
  private static final int SHORT = 12;

  /**
   * The repository that a folder is in.
   *
   * @throws IOException when it is in none, or git is missing
   */
  static GitRepository of(Path folder) throws IOException, InterruptedException {
    return new GitRepository(
        Path.of(git(folder, "rev-parse", "--show-toplevel")).toAbsolutePath().normalize());
  }

  /**
   * The commit of that name; of {@value #WORKING_TREE} one that is made of the changes, which
   * belongs to no branch.
   *
   * @throws IOException when the repository has no commit of that name
   */
  String commit(String name) throws IOException, InterruptedException {
    if (name.equals(WORKING_TREE)) {
      String made = git(root, "stash", "create");
      return made.isEmpty() ? commit("HEAD") : made;
    }
    try {
      return git(root, "rev-parse", "--verify", "--end-of-options", name + "^{commit}");
    } catch (IOException e) {
      throw new IOException(
          "'%s' is no commit, tag or branch of %s, and no jar; in a checkout of one commit alone, fetch the others: git fetch --unshallow"
              .formatted(name, root),
          e);
    }
  }

  /** The beginning of a commit, which names it. */
  static String shortened(String commit) {
    return commit.substring(0, Math.min(SHORT, commit.length()));
  }

  /** What its working tree has that a version of that name lacks, as notes. */
  List<String> notes(String name) throws IOException, InterruptedException {
    if (!name.equals("HEAD") && !name.equals(WORKING_TREE)) {
      return List.of();
    }
    List<String> changed = git(root, "status", "--porcelain").lines().toList();
    long untracked = changed.stream().filter(line -> line.startsWith("??")).count();
    long edited = changed.size() - untracked;
    List<String> notes = new ArrayList<>();
    if (name.equals("HEAD") && edited > 0) {
      notes.add(
          "HEAD is the commit: %s of the working tree %s not in it ('%s' measures them)"
              .formatted(files(edited, "changed"), edited == 1 ? "is" : "are", WORKING_TREE));
    }
    if (name.equals(WORKING_TREE) && untracked > 0) {
      notes.add(
          "%s of the working tree %s not measured: add them to the index first"
              .formatted(files(untracked, "new"), untracked == 1 ? "is" : "are"));
    }
    return notes;
  }

  private static String files(long count, String which) {
    return "%d %s %s".formatted(count, which, count == 1 ? "file" : "files");
  }

  /**
   * Checks a commit out in a new folder, with its submodules.
   *
   * @throws IOException when git cannot
   */
  void checkOut(String commit, Path tree) throws IOException, InterruptedException {
    // By force where git knows a tree of an interrupted build that is there no more.
    String unused =
        git(root, "worktree", "add", "--force", "--quiet", "--detach", tree.toString(), commit);
    if (Files.exists(tree.resolve(".gitmodules"))) {
      unused = git(tree, "submodule", "--quiet", "update", "--init", "--recursive");
    }
  }

  /**
   * Deletes the trees that were checked out below a folder. Those of others stay, also where they
   * cannot be reached at the moment.
   */
  void removeTrees(Path below) throws IOException, InterruptedException {
    Path real = below.toRealPath();
    for (String line : git(root, "worktree", "list", "--porcelain").lines().toList()) {
      if (line.startsWith(TREE) && Path.of(line.substring(TREE.length())).startsWith(real)) {
        String unused = git(root, "worktree", "remove", "--force", line.substring(TREE.length()));
      }
    }
  }

  /** The answer of a command of git, without its warnings. */
  private static String git(Path folder, String... words) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("git", "-C", folder.toString()));
    command.addAll(List.of(words));
    return Command.answer(command, LIMIT);
  }
}
