package dev.tierbench.harness.suite;

import dev.tierbench.observer.host.OwnProcess;
import dev.tierbench.observer.host.Proc;
import dev.tierbench.observer.host.SystemFiles;
import java.util.ArrayList;
import java.util.List;

/**
 * The limit on the threads of one worker, as {@code ulimit -u} sets it. The kernel counts the
 * threads of all processes of a user, and exempts root.
 */
record ThreadLimit(SystemFiles files) {

  /** The user that a worker is run as when the harness is run by root: nobody. */
  private static final long UNPRIVILEGED = 65_534;

  /** The right to read and write the files of the run, which an unprivileged worker keeps. */
  private static final String FILES = "-all,+dac_override";

  /**
   * Words in front of a program that may have so many threads.
   *
   * @param threads of the program, besides those that its user has now
   */
  List<String> prefix(int threads) {
    OwnProcess own = new OwnProcess(files);
    long user = own.isRoot() ? UNPRIVILEGED : own.uid();
    long limit = threads + threadsOf(user);
    List<String> words = new ArrayList<>(List.of("prlimit", "--nproc=" + limit + ":" + limit));
    if (own.isRoot()) {
      String id = String.valueOf(UNPRIVILEGED);
      words.addAll(List.of("setpriv", "--reuid", id, "--regid", id, "--clear-groups"));
      words.addAll(List.of("--inh-caps=" + FILES, "--ambient-caps=" + FILES));
      // The kernel forgets the signal when the user changes.
      words.addAll(List.of("--pdeathsig", "KILL", "--"));
    }
    return words;
  }

  private long threadsOf(long user) {
    Proc proc = new Proc(files);
    return files.pids().stream()
        .filter(pid -> proc.user(pid).filter(owner -> owner == user).isPresent())
        .mapToLong(pid -> proc.threadIds(pid).size())
        .sum();
  }
}
