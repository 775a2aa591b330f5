package dev.tierbench.observer.host.child;

import java.util.List;

/** A user and a group by number, to run a program with no other rights than theirs. */
public record UserIds(long uid, long gid) {

  /** The most that a program may write into one file: it shares a disk with this one. */
  private static final String FILE_BYTES = "--fsize=67108864";

  private static final String PATH = "PATH=/usr/local/bin:/usr/bin:/bin";

  /**
   * The words in front of a program that runs it as this user. The user can look into the program,
   * so it gets none of this process's environment, and cannot regain rights.
   */
  List<String> prefix() {
    return List.of(
        "env",
        "-i",
        PATH,
        "LC_ALL=C.UTF-8",
        "prlimit",
        FILE_BYTES,
        "setpriv",
        "--reuid",
        Long.toString(uid),
        "--regid",
        Long.toString(gid),
        "--clear-groups",
        "--no-new-privs",
        // The kernel forgets the signal when the user changes.
        "--pdeathsig",
        "KILL",
        "--");
  }
}
