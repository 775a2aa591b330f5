package dev.tierbench.harness.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.run.plan.Manifest.Tool;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JvmVariablesTest {

  @Test
  void optionsOfTheJvmAreShownAndOthersNamedWithoutTheirValues() {
    JvmVariables variables =
        new JvmVariables(
            Map.of(
                "_JAVA_OPTIONS",
                "-Xmx2g -XX:MaxRAMPercentage=50 '-Dtrust.password=a S3CRET' -javaagent:/a.jar=S3CRET"
                    + " \"-XX:OnError=mail S3CRET\" @/etc/arguments S3CRET"));
    String options =
        "-Xmx2g -XX:MaxRAMPercentage=50 -Dtrust.password=... -javaagent:/a.jar=..."
            + " -XX:OnError=... @/etc/arguments";
    assertThat(variables.tools()).containsExactly(new Tool("_JAVA_OPTIONS", Optional.of(options)));
    assertThat(variables.findings())
        .singleElement()
        .isInstanceOf(Finding.Warning.class)
        .satisfies(finding ->
            assertThat(finding.caveat().line())
                .startsWith("_JAVA_OPTIONS in the environment adds options")
                .contains(options, "unset _JAVA_OPTIONS"));
  }

  @Test
  void eachVariableThatIsSetIsSaidAndABlankOneIsNot() {
    Map<String, String> environment =
        Map.of("JAVA_TOOL_OPTIONS", "-Xint", "JDK_JAVA_OPTIONS", " ", "JAVA_OPTS", "-Xmx9g");
    assertThat(new JvmVariables(environment).findings())
        .extracting(finding -> finding.caveat().hint())
        .containsExactly("unset JAVA_TOOL_OPTIONS");
  }
}
