package dev.tierbench.report.page;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A table of text, left-aligned, without any script.
 *
 * @param caption what it is, for who cannot see it
 * @param heads of its columns
 * @param rows their cells as HTML
 */
public record HtmlTable(String caption, List<String> heads, List<List<String>> rows) {

  /** The HTML element, which scrolls by itself. */
  public String html() {
    return """
    <div class="scroll" tabindex="0" role="region" aria-label="%s">
    <table>
    <caption class="unseen">%s</caption>
    <thead><tr>%s</tr></thead>
    <tbody>
    %s
    </tbody>
    </table>
    </div>\
    """
        .formatted(
            caption,
            caption,
            heads.stream()
                .map(head -> "<th scope=\"col\" class=\"left\">" + head + "</th>")
                .collect(Collectors.joining()),
            rows.stream()
                .map(row ->
                    row.stream()
                        .map(cell -> "<td class=\"left\">" + cell + "</td>")
                        .collect(Collectors.joining("", "<tr>", "</tr>")))
                .collect(Collectors.joining("\n")));
  }
}
