package dev.tierbench.run.file;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import dev.tierbench.run.IoFunction;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * CSV files with a header, read row by row: a file of a large run holds millions of rows. Columns
 * are found by name. Thread-safe.
 */
public final class Csv {

  /** Names of threads and of system calls are far shorter. */
  private static final int LONGEST_CELL = 1 << 16;

  private Csv() {}

  /** A row as the columns that were asked for, whatever their order in the file. */
  public static final class Row {

    private final CsvRecord cells;
    private final int[] positions;

    private Row(CsvRecord cells, int[] positions) {
      this.cells = cells;
      this.positions = positions;
    }

    /** The cell of a column, counted from 0; empty when the file lacks the column. */
    public String text(int column) {
      return positions[column] < 0 ? "" : cells.getField(positions[column]);
    }

    /**
     * The count in the cell of a column.
     *
     * @throws IllegalArgumentException when it is not a whole number of 0 or more
     */
    public long count(int column) {
      long count = Long.parseLong(text(column));
      if (count < 0) {
        throw new IllegalArgumentException("invalid count '" + count + "': expected 0 or more");
      }
      return count;
    }
  }

  /**
   * Rows of a file that could not be used.
   *
   * @param first the first of them, its line and what is wrong with it
   */
  public record Malformed(long rows, String first) {}

  /** The text of a file with those rows. */
  public static String format(List<String> header, List<List<String>> rows) {
    StringWriter text = new StringWriter();
    try (CsvWriter csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(text)) {
      csv.writeRecord(header);
      rows.forEach(csv::writeRecord);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write to memory", e);
    }
    return text.toString();
  }

  /**
   * Reads the rows below the header.
   *
   * @param columns the columns wanted; others are ignored
   * @param required columns without which the file is of another kind
   * @param use takes a row, or throws {@link IllegalArgumentException} when it cannot
   * @return the rows that were not used: not as many cells as the header, cut off, or refused
   * @throws IOException when the file cannot be read, is not CSV or lacks a required column
   */
  public static Optional<Malformed> read(
      Path file, List<String> columns, List<String> required, Consumer<Row> use)
      throws IOException {
    boolean cut = !endsWithLineBreak(file);
    return reading(
        file,
        records -> {
          List<String> header = header(records);
          requireColumns(file, header, required);
          int[] positions = columns.stream().mapToInt(header::indexOf).toArray();
          long malformed = 0;
          String first = "";
          while (records.hasNext()) {
            CsvRecord cells = records.next();
            Optional<String> problem =
                cut && !records.hasNext()
                    ? Optional.of("cut off")
                    : cells.getFieldCount() != header.size()
                        ? Optional.of(cells.getFieldCount() + " cells, expected " + header.size())
                        : use(cells, positions, use);
            if (problem.isPresent() && malformed++ == 0) {
              first = "line " + cells.getStartingLineNumber() + ": " + problem.get();
            }
          }
          return malformed == 0 ? Optional.empty() : Optional.of(new Malformed(malformed, first));
        });
  }

  /** What is made of the rows of an open file, the first of which is the header. */
  private static <T> T reading(Path file, IoFunction<Iterator<CsvRecord>, T> value)
      throws IOException {
    try (CsvReader<CsvRecord> csv = reader(file)) {
      return value.apply(csv.iterator());
    } catch (CsvParseException e) {
      throw new IOException(file + " is not CSV: " + e.getMessage(), e);
    } catch (UncheckedIOException e) {
      throw new IOException(file + " cannot be read: " + e.getMessage(), e);
    }
  }

  private static List<String> header(Iterator<CsvRecord> records) {
    return records.hasNext() ? records.next().getFields() : List.of();
  }

  /**
   * Reads the names of the columns; none of an empty file.
   *
   * @throws IOException when the file cannot be read or is not CSV
   */
  public static List<String> header(Path file) throws IOException {
    return reading(file, Csv::header);
  }

  /**
   * Reads the rows below the header as values, as {@link #read} does.
   *
   * @throws IOException also when a row is malformed
   */
  public static <T> List<T> readAll(
      Path file, List<String> columns, List<String> required, Function<Row, T> value)
      throws IOException {
    List<T> values = new ArrayList<>();
    Optional<Malformed> malformed =
        read(file, columns, required, row -> values.add(value.apply(row)));
    if (malformed.isPresent()) {
      throw new IOException(file + " has a malformed row: " + malformed.get().first());
    }
    return values;
  }

  private static CsvReader<CsvRecord> reader(Path file) throws IOException {
    return CsvReader.builder()
        .skipEmptyLines(false)
        .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
        .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
        .maxBufferSize(LONGEST_CELL)
        .ofCsvRecord(Channels.newInputStream(RunFile.TABLE.open(file)), StandardCharsets.UTF_8);
  }

  private static Optional<String> use(CsvRecord cells, int[] positions, Consumer<Row> use) {
    try {
      use.accept(new Row(cells, positions));
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.of(e.getMessage());
    }
  }

  private static void requireColumns(Path file, List<String> header, List<String> required)
      throws IOException {
    if (!header.containsAll(required)) {
      throw new IOException(
          file
              + " lacks columns: expected "
              + String.join(",", required)
              + ", found "
              + (header.isEmpty() ? "none" : String.join(",", header)));
    }
  }

  /** A file that does not end its last line was cut. */
  private static boolean endsWithLineBreak(Path file) throws IOException {
    try (SeekableByteChannel bytes = RunFile.TABLE.open(file)) {
      ByteBuffer last = ByteBuffer.allocate(1);
      return bytes.size() > 0
          && bytes.position(bytes.size() - 1).read(last) == 1
          && last.get(0) == '\n';
    }
  }
}
