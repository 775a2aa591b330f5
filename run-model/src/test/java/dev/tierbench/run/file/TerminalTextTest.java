package dev.tierbench.run.file;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TerminalTextTest {

  @Test
  void controlCharactersAndMarksOfDirectionAreSeen() {
    assertThat(TerminalText.escaped("a\u001b[2Jb\n\r\tc\u009b1m\u007f\u0000"))
        .isEqualTo("a\\u001b[2Jb\\n\\r\\tc\\u009b1m\\u007f\\u0000");
    assertThat(TerminalText.escaped("\u202egnp\u2066\u200f\u061c\u2028\u2029"))
        .isEqualTo("\\u202egnp\\u2066\\u200f\\u061c\\u2028\\u2029");
    assertThat(TerminalText.escaped("\ud800x")).isEqualTo("\\ud800x");
    assertThat(TerminalText.escaped("\udb40\udc41")).isEqualTo("\\udb40\\udc41");
  }

  @Test
  void textOfAnyLanguageStaysAsItIs() {
    String text = "Größe 線程 \ud83d\ude00 java.lang.Thread.<init> ×1.04 – µs";
    assertThat(TerminalText.escaped(text)).isEqualTo(text);
    assertThat(TerminalText.line("  " + text + "\n")).isEqualTo(text);
  }

  @Test
  void escapedTextIsNotEscapedAgain() {
    String once = TerminalText.escaped("a\u001bb");
    assertThat(TerminalText.escaped(once)).isEqualTo(once);
  }

  @Test
  void aLineIsCutBetweenCharacters() {
    assertThat(TerminalText.line("x".repeat(300))).hasSize(300);
    assertThat(TerminalText.line("x".repeat(301))).isEqualTo("x".repeat(300) + " ...");
    assertThat(TerminalText.line("x".repeat(299) + "\ud83d\ude00y"))
        .isEqualTo("x".repeat(299) + " ...");
  }
}
