package dev.tierbench.contract.program;

import dev.tierbench.contract.Downstream;
import dev.tierbench.contract.program.Verification.Outcome;
import java.io.PrintStream;
import java.util.Locale;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Reports a verification, check by check. */
sealed interface Output {

  void begins(String server, Downstream downstream, long seed);

  void checked(CheckResult result);

  void ends(Outcome outcome);

  /** Text for people: a line for each check and a summary. */
  record Text(PrintStream out) implements Output {

    @Override
    public void begins(String server, Downstream downstream, long seed) {
      out.printf(
          Locale.ROOT,
          "verifying %s, %s on port %d, seed %d%n",
          server,
          downstream.name(),
          downstream.port(),
          seed);
    }

    @Override
    public void checked(CheckResult result) {
      result.earlier().forEach(why -> out.println("AGAIN " + result.name() + ": " + why));
      String outcome = result.passed() ? "PASS  " : "FAIL  ";
      out.println(outcome + result.name() + result.failure().map(why -> ": " + why).orElse(""));
    }

    @Override
    public void ends(Outcome outcome) {
      out.printf(
          Locale.ROOT,
          "%d of %d checks passed in %.1f s%n",
          outcome.passed(),
          outcome.passed() + outcome.failed(),
          outcome.seconds());
    }
  }

  /**
   * Events for programs, a line of JSON each. A check that passed has no {@code reason}; a check
   * that was repeated has the reasons of its earlier failures in {@code earlier}.
   */
  record Events(PrintStream out) implements Output {

    @Override
    public void begins(String server, Downstream downstream, long seed) {
      print(
          event("begins")
              .put("server", server)
              .put(downstream.name() + "_port", downstream.port())
              .put("seed", seed));
    }

    @Override
    public void checked(CheckResult result) {
      ObjectNode event = event("check").put("name", result.name());
      result.failure().ifPresent(why -> event.put("reason", why));
      if (!result.earlier().isEmpty()) {
        ArrayNode earlier = event.putArray("earlier");
        result.earlier().forEach(earlier::add);
      }
      print(event.put("seconds", result.took().toNanos() / 1e9));
    }

    @Override
    public void ends(Outcome outcome) {
      print(
          event("done")
              .put("passed", outcome.passed())
              .put("failed", outcome.failed())
              .put("seconds", outcome.seconds()));
    }

    private static ObjectNode event(String name) {
      return JsonMapper.shared().createObjectNode().put("event", name);
    }

    private void print(ObjectNode event) {
      out.println(event);
      out.flush();
    }
  }
}
