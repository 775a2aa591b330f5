package dev.tierbench.contract.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class ContractProgramTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --server=http://127.0.0.1:8080 | contract: Missing required option: '--echo-port=PORT'. See --help
          --server=http://127.0.0.1:8080 --echo-port=70000 | contract: --echo-port: invalid port 70000: expected 0 to 65535. See --help
          --server=http://127.0.0.1:8080 --downstream=postgres | contract: Missing required option: '--database-port=PORT'. See --help
          --server=http://127.0.0.1:8080 --downstream=postgres --database-port=0 | contract: --database-url: missing: expected postgresql://USER@HOST:PORT/NAME. See --help
          --server=http://127.0.0.1:8080 --downstream=postgres --database-port=0 --database-url=postgresql://h/n | contract: --database-url: invalid URL: expected postgresql://USER@HOST:PORT/NAME. See --help
          """)
  void aTierThatIsNotDescribedIsAUsageError(String arguments, String message) {
    StringWriter err = new StringWriter();
    int code =
        ContractProgram.line().setErr(new PrintWriter(err)).execute(arguments.split(" ", -1));
    assertThat(err.toString().strip()).isEqualTo(message);
    assertThat(code).isEqualTo(CommandLine.ExitCode.USAGE);
  }
}
