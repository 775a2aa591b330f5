package dev.tierbench.harness.http;

import dev.tierbench.contract.program.ContractProgram;
import dev.tierbench.harness.FakeHome;
import dev.tierbench.harness.http.ContractServer.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Descriptors of {@link ContractServer}s in a folder of a test, and the processes that come of
 * them.
 *
 * @param port that each descriptor names
 */
record DescribedServers(Path folder, FakeHome home, int port) {

  /** The same with the contract test in the folder of modules. */
  static DescribedServers of(Path folder, FakeHome home, int port) throws IOException {
    home.jar("server-contract", ContractProgram.class);
    return new DescribedServers(folder, home, port);
  }

  /** Text in the command lines of the servers of this folder only. */
  private String mark() {
    return "-Ddescribed.in=" + folder;
  }

  Path describe(String name, Fault fault) throws IOException {
    return Files.writeString(
        folder.resolve(name + ".yml"),
        """
        model: fake
        command: ["{java}", "{jvm}", "%s", -cp, "%s", %s, %s, "{port}", "{echo}"]
        port: %d
        """
            .formatted(
                mark(),
                System.getProperty("java.class.path"),
                ContractServer.class.getName(),
                fault,
                port));
  }

  /** The servers, and the contract test itself. */
  List<ProcessHandle> running() {
    return Stream.of(FakeHome.running(mark() + "\0"), home.processes())
        .flatMap(List::stream)
        .toList();
  }

  void end() {
    running().forEach(ProcessHandle::destroyForcibly);
  }
}
