package dev.tierbench.report.page;

import java.util.Locale;

/** Marks of the plots of a page, as SVG elements that its style colours. */
final class SvgMarks {
  private SvgMarks() {}

  static String line(String style, double x1, double y1, double x2, double y2) {
    return format(
        "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>\n",
        style, x1, y1, x2, y2);
  }

  static String text(double x, double y, String anchor, String label) {
    return format(
        "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>\n",
        x, y, anchor, Escape.html(label));
  }

  /** Numbers with a point, whatever the host's language. */
  static String format(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
