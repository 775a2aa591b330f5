package dev.tierbench.run.file;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MarkdownTextTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "java.lang.Thread.<init> java.lang.Thread.\\<init>",
        "__libc_start_main \\_\\_libc_start_main",
        "_a_ \\_a\\_",
        "throughput_rps throughput_rps",
        "a|b a\\|b",
        "[x](y) \\[x\\](y)",
        "`a` \\`a\\`",
        "**a** \\*\\*a\\*\\*",
        "a&lt;b a\\&lt;b",
        "\\ \\\\",
        "@team @&#8203;team",
        "x#12 x\\#&#8203;12",
        "https://a.b https:&#8203;//a.b",
        "WWW.a.b WWW&#8203;.a.b",
        "- \\-",
        "1. 1\\.",
        "===== \\=====",
        ">a \\>a",
        "1.5 1.5",
        "-1.5 -1.5",
        "<0.001 <0.001",
        "tomcat@800 tomcat@&#8203;800"
      })
  void whatWouldBeMarkupIsText(String text, String markdown) {
    assertThat(MarkdownText.escaped(text)).isEqualTo(markdown);
  }

  @ParameterizedTest
  @ValueSource(strings = {"webflux-reactor", "2,600", "×1.04", "–", "at 800", "4.2 %", "a @ b"})
  void plainTextStaysAsItIs(String text) {
    assertThat(MarkdownText.escaped(text)).isEqualTo(text);
  }

  @Test
  void codeIsOneLineWithoutItsOwnEnd() {
    assertThat(MarkdownText.code("a`b\n@c")).isEqualTo("`a'b\\n@c`");
  }
}
