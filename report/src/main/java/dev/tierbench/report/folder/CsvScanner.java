package dev.tierbench.report.folder;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Walks over the rows of a CSV text without making an object per cell: a run folder may hold
 * millions of rows, of which only sums are wanted. Cells may be quoted and hold line breaks. Not
 * thread-safe.
 */
final class CsvScanner {

  private static final int MOST_CELLS = 64;
  private static final int INTERNED = 1 << 10;

  private final byte[] text;
  private final int[] starts = new int[MOST_CELLS];
  private final int[] ends = new int[MOST_CELLS];
  private final boolean[] escaped = new boolean[MOST_CELLS];
  private final byte[][] internedBytes = new byte[INTERNED][];
  private final String[] interned = new String[INTERNED];
  private int at;
  private int cells;
  private int row;
  private boolean ended;

  CsvScanner(byte[] text) {
    this.text = text;
  }

  /** Goes to the next row; false at the end. */
  boolean next() {
    if (at >= text.length) {
      return false;
    }
    cells = 0;
    row++;
    ended = false;
    do {
      cell();
    } while (!ended && at < text.length);
    return true;
  }

  /** One cell and the comma or line break behind it. */
  private void cell() {
    int index = Math.min(cells, MOST_CELLS - 1);
    cells++;
    escaped[index] = false;
    boolean quoted = text[at] == '"';
    if (quoted) {
      at++;
      starts[index] = at;
      while (at < text.length && (text[at] != '"' || isDoubled(index))) {
        at++;
      }
      ends[index] = at;
      at++;
    } else {
      starts[index] = at;
    }
    while (at < text.length && text[at] != ',' && text[at] != '\n') {
      at++;
    }
    if (!quoted) {
      ends[index] = at > starts[index] && text[at - 1] == '\r' ? at - 1 : at;
    }
    ended = at < text.length && text[at] == '\n';
    boolean comma = at < text.length && text[at] == ',';
    at++;
    if (comma && at >= text.length) {
      emptyCellAtTheEnd();
    }
  }

  private boolean isDoubled(int index) {
    if (at + 1 < text.length && text[at + 1] == '"') {
      escaped[index] = true;
      at++;
      return true;
    }
    return false;
  }

  private void emptyCellAtTheEnd() {
    int index = Math.min(cells, MOST_CELLS - 1);
    cells++;
    starts[index] = text.length;
    ends[index] = text.length;
    escaped[index] = false;
  }

  /** The number of the row, the first being 1. */
  int row() {
    return row;
  }

  int cells() {
    return cells;
  }

  /** Whether the last row was ended by a line break: one that was not may be cut. */
  boolean isEnded() {
    return ended;
  }

  boolean isEmpty(int cell) {
    return starts[cell] == ends[cell];
  }

  /**
   * The whole number of 0 or more in a cell.
   *
   * @throws NumberFormatException when there is none
   */
  long number(int cell) {
    int length = ends[cell] - starts[cell];
    if (length == 0 || length > 18) {
      throw new NumberFormatException("no number: '" + text(cell) + "'");
    }
    long value = 0;
    for (int i = starts[cell]; i < ends[cell]; i++) {
      int digit = text[i] - '0';
      if (digit < 0 || digit > 9) {
        throw new NumberFormatException("no number: '" + text(cell) + "'");
      }
      value = value * 10 + digit;
    }
    return value;
  }

  String text(int cell) {
    String raw = new String(text, starts[cell], ends[cell] - starts[cell], StandardCharsets.UTF_8);
    return escaped[cell] ? raw.replace("\"\"", "\"") : raw;
  }

  /** The text of a cell of which there are few different ones, such as a role. */
  String word(int cell) {
    int hash = 0;
    for (int i = starts[cell]; i < ends[cell]; i++) {
      hash = 31 * hash + text[i];
    }
    int slot = (hash ^ hash >>> 16) & (INTERNED - 1);
    byte[] known = internedBytes[slot];
    if (known == null || !Arrays.equals(known, 0, known.length, text, starts[cell], ends[cell])) {
      internedBytes[slot] = Arrays.copyOfRange(text, starts[cell], ends[cell]);
      interned[slot] = text(cell);
    }
    return interned[slot];
  }
}
