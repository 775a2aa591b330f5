package dev.tierbench.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LinkedScriptTest {

  private static final Pattern DECLARED =
      Pattern.compile("^(?:async )?(?:function|const|let) (\\w+)", Pattern.MULTILINE);

  @ParameterizedTest
  @ValueSource(strings = {"page.js", "live.js"})
  void namesOfTheModulesOfAPageAreDifferent(String module) {
    List<String> names =
        DECLARED
            .matcher(LinkedScript.of(module))
            .results()
            .map((MatchResult found) -> found.group(1))
            .toList();
    assertThat(names).hasSizeGreaterThan(80).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @ValueSource(strings = {"page.js", "live.js"})
  void noImportAndNoExportIsLeft(String module) {
    assertThat(LinkedScript.of(module)).doesNotContainPattern("(?m)^(import|export) ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"page.js", "live.js"})
  void aModuleStandsBehindThoseThatItImports(String module) {
    String script = LinkedScript.of(module);
    assertThat(script.indexOf("const data = ")).isBetween(0, script.indexOf("function cellOf("));
    assertThat(script.indexOf("function el(")).isLessThan(script.indexOf("function table("));
  }
}
