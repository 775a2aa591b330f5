package dev.tierbench.report.compare;

import dev.tierbench.run.file.RunCsv;
import dev.tierbench.run.file.RunJson;
import java.util.List;

/** How a comparison is printed. */
public enum Format {
  TEXT,
  MD,
  JSON,
  CSV,
  SHORT;

  /** The lines of a comparison. */
  public List<String> lines(Comparison comparison) {
    return switch (this) {
      case TEXT -> ComparisonText.of(comparison);
      case MD -> ComparisonMarkdown.of(comparison);
      case SHORT -> ComparisonInShort.of(comparison);
      case JSON -> RunJson.toJson(ComparisonRecord.of(comparison)).lines().toList();
      case CSV ->
          RunCsv.toCsv(ComparisonRecord.of(comparison).rows(), ComparisonRecord.Line.class)
              .lines()
              .toList();
    };
  }
}
