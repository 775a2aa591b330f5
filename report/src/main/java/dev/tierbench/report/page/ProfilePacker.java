package dev.tierbench.report.page;

import dev.tierbench.metrics.Metric;
import dev.tierbench.metrics.ProfileMetrics;
import dev.tierbench.metrics.ProfileMetrics.FrameCost;
import dev.tierbench.report.folder.PackedJson;
import dev.tierbench.report.profile.StackTree;
import dev.tierbench.report.profile.StepProfile;
import dev.tierbench.run.ProfileKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Packs a tree and tables whose frames are numbers into one list of names. */
record ProfilePacker(ProfileKind kind, double operations, Map<String, Integer> numbers) {

  /** Gzipped JSON in Base64. */
  static String pack(
      ProfileKind kind, double operations, StackTree tree, List<StepProfile> profiles) {
    return new ProfilePacker(kind, operations, new LinkedHashMap<>()).pack(tree, profiles);
  }

  private String pack(StackTree tree, List<StepProfile> profiles) {
    List<Object> packedTree = node("all threads", tree);
    Map<String, List<List<Object>>> packedTables = tables(profiles);
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("names", List.copyOf(numbers.keySet()));
    all.put("tree", packedTree);
    all.put("frames", packedTables);
    return PackedJson.of(all);
  }

  private int number(String name) {
    return numbers.computeIfAbsent(name, any -> numbers.size());
  }

  /** {@code [name, value, child, ...]}. */
  private List<Object> node(String name, StackTree tree) {
    List<Object> node = new ArrayList<>();
    node.add(number(name));
    node.add(ProfileMetrics.perOperation(kind, tree.total(), operations));
    tree.children().forEach((child, below) -> node.add(node(child, below)));
    return node;
  }

  /** Lines {@code [name, self, total]} of each role; a trial without the frame counts as 0. */
  private Map<String, List<List<Object>>> tables(List<StepProfile> profiles) {
    Map<String, List<List<Object>>> tables = new TreeMap<>();
    profiles.stream()
        .flatMap(profile -> profile.byRole().keySet().stream())
        .distinct()
        .forEach(role -> tables.put(role, table(profiles, role)));
    return tables;
  }

  private List<List<Object>> table(List<StepProfile> profiles, String role) {
    List<List<Object>> lines = new ArrayList<>();
    profiles.stream()
        .flatMap(profile -> frames(profile, role).keySet().stream())
        .distinct()
        .forEach(name ->
            lines.add(
                List.of(
                    number(name),
                    mean(profiles, role, name, true),
                    mean(profiles, role, name, false))));
    return lines;
  }

  /** Weighted by the requests of each trial, as the tree is. */
  private double mean(List<StepProfile> profiles, String role, String name, boolean self) {
    double sum = 0;
    for (StepProfile profile : profiles) {
      FrameCost cost = frames(profile, role).getOrDefault(name, new FrameCost(0, 0));
      sum += (self ? cost.self() : cost.total()) * profile.operations();
    }
    return Metric.rounded(sum / operations);
  }

  private static Map<String, FrameCost> frames(StepProfile profile, String role) {
    return profile.byRole().getOrDefault(role, Map.of());
  }
}
