package dev.tierbench.observer.agent;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code agent}: measures on this host for a sweep on another. */
@Command(
    name = "agent",
    mixinStandardHelpOptions = true,
    description = {
      "Measures on this host for a sweep on another, which starts it: calls come as lines of JSON on",
      "standard input, and their answers go to standard output. It ends when its input does."
    },
    footer = {
      "",
      "Example, as a sweep starts it:",
      "  docker --context server run -i --rm --pid host ... tierbench/observer agent"
    })
public final class AgentCommand implements Callable<Integer> {

  @Override
  public Integer call() throws Exception {
    PrintStream replies = System.out;
    // What a library prints must not come between the replies.
    System.setOut(System.err);
    new Agent(replies)
        .serve(new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)));
    return CommandLine.ExitCode.OK;
  }
}
