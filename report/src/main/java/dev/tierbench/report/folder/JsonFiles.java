package dev.tierbench.report.folder;

import dev.tierbench.run.RunJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * Reads the JSON files of a run folder. A file that is missing is empty without a problem; one that
 * is truncated, lacks a field or holds counts that contradict each other is empty with one; one of
 * a newer schema is read as far as it is understood.
 */
final class JsonFiles {

  private static final Pattern SCHEMA = Pattern.compile("tierbench/([a-z-]+)/(\\d{1,9})");

  private final ReadProblems problems;

  JsonFiles(ReadProblems problems) {
    this.problems = problems;
  }

  /** The record in the file. */
  <T extends Record> Optional<T> read(Path file, Class<T> type, String schema) {
    Optional<JsonNode> tree = tree(file, schema);
    if (tree.isEmpty()) {
      return Optional.empty();
    }
    return part(file, tree.get(), type);
  }

  /** The record in a part of the file. */
  <T extends Record> Optional<T> part(Path file, JsonNode tree, Class<T> type) {
    Optional<String> missing = RequiredFields.missing(tree, type);
    if (missing.isPresent()) {
      problems.add(file, "has no " + missing.get() + "; left out");
      return Optional.empty();
    }
    try {
      return Optional.of(RunJson.fromTree(tree, type));
    } catch (JacksonException e) {
      problems.add(file, description(e) + "; left out");
      return Optional.empty();
    }
  }

  /** The JSON in the file, of whatever form. */
  Optional<JsonNode> tree(Path file, String schema) {
    try {
      String text = new String(FileBytes.read(file), StandardCharsets.UTF_8);
      if (text.isBlank()) {
        problems.add(file, "is empty; left out");
        return Optional.empty();
      }
      JsonNode tree = RunJson.parse(text);
      if (!tree.isObject()) {
        problems.add(file, "is not a JSON object; left out");
        return Optional.empty();
      }
      checkSchema(file, tree.path("schema").asString(""), schema);
      return Optional.of(tree);
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (JacksonException e) {
      problems.add(file, "is truncated or not JSON (" + description(e) + "); left out");
    } catch (IOException e) {
      problems.add(file, "cannot be read: " + e.getMessage());
    }
    return Optional.empty();
  }

  /** What is wrong with the file, without the library's account of itself. */
  private static String description(JacksonException e) {
    return e.getOriginalMessage()
        .replaceFirst("^Cannot construct instance of .*?, problem: ", "")
        .replaceFirst("(?s) *\\((start marker )?at \\[Source.*$", "");
  }

  private void checkSchema(Path file, String found, String known) {
    Matcher have = SCHEMA.matcher(found);
    Matcher want = SCHEMA.matcher(known);
    if (!have.matches() || !want.matches() || !have.group(1).equals(want.group(1))) {
      problems.add(file, "schema is '" + found + "' and not " + known + "; read all the same");
    } else if (Integer.parseInt(have.group(2)) > Integer.parseInt(want.group(2))) {
      problems.add(
          file, "schema " + found + " is newer than " + known + "; read as far as understood");
    }
  }
}
