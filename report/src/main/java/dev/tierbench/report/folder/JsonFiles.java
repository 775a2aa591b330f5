package dev.tierbench.report.folder;

import dev.tierbench.run.file.RunFile;
import dev.tierbench.run.file.RunJson;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * Reads the JSON files of a run folder. A file that is missing is empty without a problem; one that
 * is truncated, of another schema, lacks a field or holds counts that contradict each other is
 * empty with one; one of a newer schema is read as far as it is understood.
 */
final class JsonFiles {

  private static final Pattern SCHEMA = Pattern.compile("tierbench/([a-z-]+)/(\\d{1,9})");

  /** The part whose type stands beside it: the path to what is wrong with it begins inside. */
  private static final String PLAN = "plan";

  private final ReadProblems problems;

  JsonFiles(ReadProblems problems) {
    this.problems = problems;
  }

  /** The record in the file. */
  <T extends Record> Optional<T> read(Path file, Class<T> type, String schema) {
    return tree(file, schema).flatMap(tree -> part(file, tree, type));
  }

  private <T extends Record> Optional<T> part(Path file, JsonNode tree, Class<T> type) {
    try {
      return Optional.of(RunJson.completeFromTree(tree, type));
    } catch (JacksonException e) {
      problems.add(file, problem(tree, e) + "; left out");
      return Optional.empty();
    }
  }

  private Optional<JsonNode> tree(Path file, String schema) {
    return problems
        .read(file, RunFile.JSON)
        .flatMap(bytes -> tree(file, schema, new String(bytes, StandardCharsets.UTF_8)));
  }

  private Optional<JsonNode> tree(Path file, String schema, String text) {
    try {
      JsonNode tree = RunJson.parse(text.isBlank() ? "null" : text);
      if (tree.isObject()) {
        return isOfSchema(file, tree.path("schema").asString(""), schema)
            ? Optional.of(tree)
            : Optional.empty();
      }
      problems.add(file, (text.isBlank() ? "is empty" : "is not a JSON object") + "; left out");
    } catch (JacksonException e) {
      problems.add(file, "is truncated or not JSON (" + RunJson.description(e) + "); left out");
    }
    return Optional.empty();
  }

  /** What is wrong with a record, with the whole path to it. */
  private static String problem(JsonNode tree, JacksonException e) {
    boolean insidePlan =
        !e.getPath().isEmpty()
            && !tree.has(String.valueOf(e.getPath().getFirst().getPropertyName()))
            && tree.path(PLAN).isObject();
    return missing(insidePlan ? tree.path(PLAN) : tree, e)
        .map(path -> "has no " + (insidePlan ? PLAN + "." : "") + path)
        .orElseGet(() -> RunJson.description(e));
  }

  /** The path of a field that is missing or null; empty when something else is wrong. */
  private static Optional<String> missing(JsonNode tree, JacksonException e) {
    JsonNode node = tree;
    StringJoiner path = new StringJoiner(".");
    for (JacksonException.Reference part : e.getPath()) {
      if (part.getPropertyName() == null) {
        node = node.path(part.getIndex());
      } else {
        node = node.path(part.getPropertyName());
        path.add(part.getPropertyName());
      }
    }
    return node.isMissingNode() || node.isNull() ? Optional.of(path.toString()) : Optional.empty();
  }

  /** What is of another kind is not even shown: it may be anybody's. */
  private boolean isOfSchema(Path file, String found, String known) {
    Matcher have = SCHEMA.matcher(found);
    Matcher want = SCHEMA.matcher(known);
    if (!have.matches() || !want.matches() || !have.group(1).equals(want.group(1))) {
      problems.add(file, "schema is '" + found + "', expected " + known + "; left out");
      return false;
    }
    if (Integer.parseInt(have.group(2)) > Integer.parseInt(want.group(2))) {
      problems.add(
          file, "schema " + found + " is newer than " + known + "; read as far as understood");
    }
    return true;
  }
}
