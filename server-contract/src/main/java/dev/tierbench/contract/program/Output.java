package dev.tierbench.contract.program;

import dev.tierbench.contract.program.Verification.Outcome;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** Where a verification is told, check by check. */
sealed interface Output {

  void begins(String server, int echoPort, long seed);

  void checked(CheckResult result);

  void ends(Outcome outcome);

  /** For people. */
  record Text(PrintStream out) implements Output {

    @Override
    public void begins(String server, int echoPort, long seed) {
      out.printf(Locale.ROOT, "verifying %s, echo on port %d, seed %d%n", server, echoPort, seed);
    }

    @Override
    public void checked(CheckResult result) {
      out.println(
          (result.passed() ? "PASS  " : "FAIL  ")
              + result.name()
              + result.failure().map(why -> ": " + why).orElse(""));
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

  /** For programs: a line of JSON each; a check that passed has no reason. */
  record Events(PrintStream out) implements Output {

    @Override
    public void begins(String server, int echoPort, long seed) {
      print("begins", Map.of("server", server, "echo_port", echoPort, "seed", seed));
    }

    @Override
    public void checked(CheckResult result) {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("name", result.name());
      result.failure().ifPresent(why -> fields.put("reason", why));
      fields.put("seconds", result.took().toNanos() / 1e9);
      print("check", fields);
    }

    @Override
    public void ends(Outcome outcome) {
      print(
          "done",
          Map.of(
              "passed",
              outcome.passed(),
              "failed",
              outcome.failed(),
              "seconds",
              outcome.seconds()));
    }

    private void print(String event, Map<String, Object> fields) {
      Map<String, Object> all = new LinkedHashMap<>();
      all.put("event", event);
      all.putAll(fields);
      out.println(JsonMapper.shared().writeValueAsString(all));
      out.flush();
    }
  }
}
