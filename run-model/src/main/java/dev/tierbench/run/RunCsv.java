package dev.tierbench.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.MappingIterator;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.dataformat.csv.CsvMapper;
import tools.jackson.dataformat.csv.CsvSchema;

/** CSV of a run folder: one header line, one record a line, empty where nothing was measured. */
public final class RunCsv {

  private static final CsvMapper MAPPER =
      CsvMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
          .build();

  private RunCsv() {}

  public static <T> String toCsv(List<T> rows, Class<T> type) {
    return MAPPER.writer(schemaFor(type)).writeValueAsString(rows);
  }

  /**
   * Reads the rows of a file.
   *
   * @throws IOException with the file's name when it is missing or does not hold such records
   */
  public static <T> List<T> read(Path file, Class<T> type) throws IOException {
    try (MappingIterator<T> rows =
        MAPPER
            .readerFor(type)
            .with(schemaFor(type).withColumnReordering(true).withNullValue(""))
            .readValues(Files.readString(file))) {
      return rows.readAll();
    } catch (JacksonException e) {
      throw new IOException(
          file + " does not hold rows of " + type.getSimpleName() + ": " + e.getOriginalMessage(),
          e);
    }
  }

  private static CsvSchema schemaFor(Class<?> type) {
    return MAPPER.schemaFor(type).withHeader();
  }
}
