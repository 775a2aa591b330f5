package dev.tierbench.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The table of rules in the documentation is the one that the rules make. To rewrite it: {@code mvn
 * -pl run-model test -Dtest=RulesTableTest -Dtierbench.write=true}.
 */
class RulesTableTest {

  private static final Path DOCUMENT = Path.of("../docs/checks.md");
  private static final String BEGIN = "<!-- rules: written by RulesTableTest -->\n";
  private static final String END = "<!-- end of rules -->\n";
  private static final String HEAD =
      "| check | unit | WARN | FAIL | what it demands |\n|---|---|---:|---:|---|\n";

  @Test
  void theDocumentationHasEveryRuleWithItsLimits() throws IOException {
    String document = Files.readString(DOCUMENT);
    int begin = document.indexOf(BEGIN) + BEGIN.length();
    int end = document.indexOf(END);
    assertThat(begin).as("the table's markers in " + DOCUMENT).isBetween(BEGIN.length(), end);
    String table = HEAD + Rules.ALL.stream().map(RulesTableTest::row).collect(Collectors.joining());
    if (Boolean.getBoolean("tierbench.write")) {
      Files.writeString(DOCUMENT, document.substring(0, begin) + table + document.substring(end));
      return;
    }
    assertThat(document.substring(begin, end))
        .as("the table in " + DOCUMENT + "; -Dtierbench.write=true rewrites it as:\n" + table)
        .isEqualTo(table);
  }

  @Test
  void theChangelogSaysWhatIsNewInTheRulesOfToday() throws IOException {
    String changelog = Files.readString(Path.of("../CHANGELOG.md"));
    String version = Limits.DEFAULT.version().replaceFirst(".*/", "");
    assertThat(changelog)
        .contains("its rules have version `" + version + "`", "\n| " + version + " | ")
        .doesNotContain("\n| " + (Integer.parseInt(version) + 1) + " | ");
  }

  private static String row(Rule<?> rule) {
    return "| `%s` | %s | %s | %s | %s |\n"
        .formatted(
            rule.name(),
            rule.unit(),
            text(rule.limit().warn()),
            text(rule.limit().fail()),
            rule.meaning().replace("|", "\\|"));
  }

  private static String text(Optional<Double> limit) {
    return limit
        .map(value -> BigDecimal.valueOf(value).stripTrailingZeros().toPlainString())
        .orElse("");
  }
}
