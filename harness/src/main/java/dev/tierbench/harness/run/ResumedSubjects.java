package dev.tierbench.harness.run;

import dev.tierbench.harness.preflight.Descriptors;
import dev.tierbench.run.plan.Plan;
import dev.tierbench.run.plan.Plan.Variant;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * What a run that is resumed compares. How a subject runs follows from what is typed and from the
 * descriptors of this installation; the run folder only names the subjects, and has to agree.
 *
 * @param known subjects of this installation
 * @param typed variants that are typed with {@code --resume}, by name
 * @param again what to type for a subject that is not known; {@code %s} stands for its name
 */
public record ResumedSubjects(SubjectNames known, Map<String, Variant> typed, String again) {

  /**
   * The variants of a run, by name.
   *
   * @throws IOException naming the first subject that is not known or runs in another way, and what
   *     to type
   */
  public Map<String, Variant> of(Plan before) throws IOException {
    requireSubjects(before.subjects().stream().map(Plan::original).distinct().toList());
    Map<String, Variant> variants = new LinkedHashMap<>();
    for (String subject : before.subjects()) {
      String name = Plan.original(subject);
      Variant now = variant(name);
      requireSame(name, before.variant(subject), now);
      variants.put(name, now);
    }
    return variants;
  }

  private void requireSubjects(List<String> ofRun) throws IOException {
    Optional<String> other =
        typed.keySet().stream().filter(name -> !ofRun.contains(name)).findFirst();
    if (other.isPresent()) {
      throw new Refusal(
          "%s: %s is not part of the run, which has %s"
              .formatted(known.option(), other.get(), String.join(", ", ofRun)));
    }
  }

  private Variant variant(String name) throws IOException {
    if (typed.containsKey(name)) {
      return typed.get(name);
    }
    if (known.aliases().containsKey(name)) {
      return Variant.plain(name);
    }
    throw new Refusal(
        Descriptors.isName(name)
            ? "no descriptor of %s is known; give it again: --resume DIR %s"
                .formatted(name, again.formatted(name))
            : "how %s runs is not taken from a run folder; type %s again as when the run began"
                .formatted(name, known.option()));
  }

  private void requireSame(String name, Variant then, Variant now) throws IOException {
    Map<String, Function<Variant, Object>> parts = new LinkedHashMap<>();
    parts.put("JDK", variant -> variant.javaHome().orElse("that of --java"));
    parts.put("options of the JVM", variant -> words(variant.jvmOptions()));
    parts.put("options", variant -> words(variant.options()));
    parts.put("descriptor", Variant::server);
    for (Map.Entry<String, Function<Variant, Object>> part : parts.entrySet()) {
      Refusal.unlessSame(
          part.getKey() + " of " + name,
          part.getValue().apply(then),
          part.getValue().apply(now),
          "type " + known.option() + " again as when the run began");
    }
  }

  private static String words(List<String> options) {
    return options.isEmpty() ? "none" : String.join(" ", options);
  }
}
