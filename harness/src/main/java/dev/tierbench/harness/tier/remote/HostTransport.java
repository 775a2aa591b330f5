package dev.tierbench.harness.tier.remote;

import dev.tierbench.harness.tier.Programs;
import dev.tierbench.harness.tier.ServerCommand;
import dev.tierbench.observer.host.child.ChildCommand;
import dev.tierbench.run.descriptor.HostDescriptor;
import dev.tierbench.run.plan.Manifest;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** How programs get to another host and run there, each as the end of a child of this one. */
interface HostTransport extends Programs {

  /**
   * Brings what is missing there.
   *
   * @param module whose program it is
   * @param out hears of it, as it may take a while
   * @return what will run there
   * @throws IOException saying what is missing here, or wrong there
   */
  Manifest.Jar bring(String module, PrintStream out) throws IOException, InterruptedException;

  /** The agent, whose standard input and output are the stream to it. */
  ChildCommand agent(Path log);

  /**
   * A tier.
   *
   * @param module whose program it is; empty of a command that is its own
   * @param token that its environment bears, by which it is found and ended
   */
  ChildCommand tier(Optional<String> module, ServerCommand command, String token, Path log);

  /**
   * A load generator, whose standard input and output are a stream to it. It leaves its files until
   * {@link #fetchOutput} and {@link #kill}.
   *
   * @param program all its words, but where its files go
   */
  ChildCommand generator(List<String> program, String token, Path log);

  /** Copies the files of a generator that has ended. */
  void fetchOutput(String token, Path folder) throws IOException, InterruptedException;

  /** The id of the container of a tier that runs; empty of a process. */
  Optional<String> id(String token) throws IOException, InterruptedException;

  /** Whether a child may have ended with this code because its stream broke. */
  boolean mayHaveBroken(int exitCode);

  /** Ends a tier when the agent cannot. */
  void kill(String token) throws IOException, InterruptedException;

  /**
   * The way to a host.
   *
   * @param jars of this installation, by module
   */
  static HostTransport to(HostDescriptor host, Function<String, Path> jars) {
    return host.context().isPresent() ? new DockerTransport(host) : new SshTransport(host, jars);
  }
}
