package dev.tierbench.harness.http;

import dev.tierbench.harness.run.RunOptions;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options that say which servers are verified against the contract before a sweep. */
final class VerifyOptions {

  /** Which servers are verified. */
  enum Verify {
    AUTO,
    ALWAYS
  }

  @Option(
      names = "--verify",
      paramLabel = "auto|always",
      description =
          "auto verifies a server against the contract unless the same program was verified before;"
              + " always verifies it again. Default: auto.")
  private Optional<Verify> verify = Optional.empty();

  @Option(
      names = "--no-verify",
      description =
          "Measure servers that nobody verified against the contract (verify.sh), with a caveat in"
              + " the report.")
  private boolean noVerify;

  /** What was asked for; both options at once are an error of usage. */
  SweepVerification.Choice choice(RunOptions runOptions) {
    if (noVerify && verify.isPresent()) {
      throw runOptions.wrong("--verify and --no-verify exclude each other");
    }
    return noVerify
        ? SweepVerification.Choice.LEFT_OUT
        : verify.equals(Optional.of(Verify.ALWAYS))
            ? SweepVerification.Choice.VERIFY_AGAIN
            : SweepVerification.Choice.VERIFY;
  }
}
