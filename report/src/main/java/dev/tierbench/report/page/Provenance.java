package dev.tierbench.report.page;

import dev.tierbench.report.compare.FlatJson;
import dev.tierbench.report.folder.Run;
import dev.tierbench.report.folder.RunManifest;
import dev.tierbench.report.folder.Step;
import dev.tierbench.run.Caveat;
import dev.tierbench.run.GeneratorName;
import dev.tierbench.run.descriptor.ShellWord;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * Origin of a run.
 *
 * @param host one line
 * @param contract what the contract test of each server came to; none of a run without one
 * @param commands that make the run again, as they are typed
 * @param settings of every tier, by path; one value per server
 */
record Provenance(
    String host,
    List<Caveat> caveats,
    List<String> contract,
    List<String> commands,
    Map<String, String> manifest,
    List<SchedulingData> scheduling,
    List<Setting> settings,
    List<String> files) {

  private static final Set<String> PLACES = Set.of("--home", "--out", "--java");

  /** A setting; {@code differs} when not every server has the same. */
  record Setting(String path, List<String> values, boolean differs) {}

  static Provenance of(Run run) {
    return new Provenance(
        host(run),
        run.manifest().caveats(),
        run.manifest().verifications().stream().map(Provenance::verification).toList(),
        commands(run),
        FlatJson.of(run.manifest().json()),
        SchedulingData.of(run),
        settings(run),
        run.steps().stream().map(Step::files).flatMap(List::stream).toList());
  }

  private static String verification(JsonNode of) {
    return String.format(
        Locale.ROOT,
        "%s: %d of %d checks passed in %.1f s, seed %d%s%s",
        of.path("server").asString(""),
        of.path("passed").asInt(0),
        of.path("passed").asInt(0) + of.path("failed").asInt(0),
        of.path("seconds").asDouble(0),
        of.path("seed").asLong(0),
        of.path("repeated")
            .valueStream()
            .map(JsonNode::asString)
            .map("; when repeated only: "::concat)
            .collect(Collectors.joining()),
        of.path("remembered").isString()
            ? "; verified at " + of.path("remembered").asString() + ", remembered"
            : "");
  }

  private static String host(Run run) {
    RunManifest manifest = run.manifest();
    String networks = manifest.containerNetworks();
    return manifest.host()
        + ", started "
        + manifest.stated("/started_at")
        + (manifest.generator().equals(GeneratorName.LOADGEN.id())
            ? ""
            : ", load by " + manifest.generator())
        + (networks.isEmpty()
            ? ""
            : ", tiers in containers (engine %s, network %s)"
                .formatted(manifest.stated("/containers/engine"), networks))
        + manifest.otherHosts().stream()
            .map(host -> "; " + host.line())
            .collect(Collectors.joining());
  }

  private static List<String> commands(Run run) {
    List<String> arguments = run.manifest().commandLine();
    if (arguments.isEmpty()) {
      return List.of();
    }
    String sweep =
        typed(arguments).stream()
            .map(word -> " " + ShellWord.quoted(word))
            .collect(Collectors.joining("", run.view().traits().script(), ""));
    String folder = ShellWord.quoted("results/" + run.name());
    return List.of(sweep, "./scripts/check.sh " + folder, "./scripts/report.sh " + folder);
  }

  /** Arguments without the options that name a folder of the machine, which decide no value. */
  private static List<String> typed(List<String> arguments) {
    List<String> typed = new ArrayList<>();
    boolean value = false;
    for (String word : arguments) {
      boolean place = !value && PLACES.contains(word.replaceFirst("=.*", ""));
      if (!value && !place) {
        typed.add(word);
      }
      value = place && PLACES.contains(word);
    }
    return typed;
  }

  private static List<Setting> settings(Run run) {
    List<Map<String, String>> byServer =
        run.subjects().stream().map(subject -> FlatJson.settings(run, subject)).toList();
    TreeSet<String> paths = new TreeSet<>();
    byServer.forEach(leaves -> paths.addAll(leaves.keySet()));
    return paths.stream().map(path -> setting(path, byServer)).toList();
  }

  private static Setting setting(String path, List<Map<String, String>> byServer) {
    List<String> values = byServer.stream().map(leaves -> leaves.getOrDefault(path, "–")).toList();
    return new Setting(path, values, values.stream().distinct().count() > 1);
  }
}
