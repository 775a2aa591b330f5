package dev.tierbench.report.schema;

import com.fasterxml.classmate.ResolvedType;
import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.github.victools.jsonschema.generator.CustomDefinition;
import com.github.victools.jsonschema.generator.FieldScope;
import com.github.victools.jsonschema.generator.Option;
import com.github.victools.jsonschema.generator.OptionPreset;
import com.github.victools.jsonschema.generator.SchemaGenerationContext;
import com.github.victools.jsonschema.generator.SchemaGenerator;
import com.github.victools.jsonschema.generator.SchemaGeneratorConfigBuilder;
import com.github.victools.jsonschema.generator.SchemaVersion;
import dev.tierbench.metrics.Measurements;
import dev.tierbench.run.Load;
import dev.tierbench.run.Named;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.delay.DelayDistribution;
import dev.tierbench.run.file.EmptyWhenMissing;
import dev.tierbench.run.file.RunJson;
import dev.tierbench.run.plan.HttpPlan;
import dev.tierbench.run.plan.Manifest;
import dev.tierbench.run.plan.Plan;
import dev.tierbench.run.plan.SuitePlan;
import dev.tierbench.run.record.Checks;
import dev.tierbench.run.record.LoadResult;
import dev.tierbench.run.record.Observation;
import dev.tierbench.run.record.Profile;
import dev.tierbench.run.record.Tiers;
import dev.tierbench.run.record.TrialSettings;
import dev.tierbench.run.record.Warmup;
import dev.tierbench.run.record.Work;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Makes a JSON Schema of each JSON file of a run folder from the record that it holds. */
final class RecordSchemas {

  /** The records of the files, by the name of the file. */
  static final Map<String, Class<? extends Record>> FILES = files();

  private RecordSchemas() {}

  private static Map<String, Class<? extends Record>> files() {
    Map<String, Class<? extends Record>> files = new LinkedHashMap<>();
    files.put("manifest", Manifest.class);
    files.put("settings", TrialSettings.class);
    files.put("warmup", Warmup.class);
    files.put("load", LoadResult.class);
    files.put("tiers", Tiers.class);
    files.put("work", Work.class);
    files.put("measurements", Measurements.class);
    files.put("checks", Checks.class);
    files.put("observation", Observation.class);
    files.put("profile", Profile.class);
    return files;
  }

  /** The schema of a file, as it stands in the documentation. */
  static String of(String file) {
    SchemaGeneratorConfigBuilder config =
        new SchemaGeneratorConfigBuilder(
            JsonMapper.builder().build(), SchemaVersion.DRAFT_2020_12, OptionPreset.PLAIN_JSON);
    config.with(
        Option.MAP_VALUES_AS_ADDITIONAL_PROPERTIES,
        Option.NULLABLE_ALWAYS_AS_ANYOF,
        Option.DEFINITIONS_FOR_ALL_OBJECTS);
    config
        .forFields()
        .withPropertyNameOverrideResolver(RecordSchemas::name)
        .withNullableCheck(field -> field.getRawMember().getType() == Optional.class)
        // The columns of threads.csv beside the others, each a number or null.
        .withIgnoreCheck(field -> field.getAnnotation(JsonAnyGetter.class) != null)
        .withRequiredCheck(RecordSchemas::isRequired)
        .withTargetTypeOverridesResolver(RecordSchemas::kinds);
    config.forTypesInGeneral().withCustomDefinitionProvider(RecordSchemas::asStored);
    ObjectNode schema = new SchemaGenerator(config.build()).generateSchema(FILES.get(file));
    ObjectNode named = JsonMapper.builder().build().createObjectNode();
    named.set("$schema", schema.get("$schema"));
    named.put("$id", "urn:tierbench:%s:1".formatted(file));
    named.put("title", file + ".json of a run folder");
    named.setAll(schema);
    return JsonMapper.builder().build().writerWithDefaultPrettyPrinter().writeValueAsString(named)
        + "\n";
  }

  private static String name(FieldScope field) {
    Class<?> of = field.getRawMember().getDeclaringClass();
    return !of.isRecord()
        ? null
        : Stream.of(of.getRecordComponents())
            .filter(component -> component.getName().equals(field.getDeclaredName()))
            .map(RunJson::fieldName)
            .findFirst()
            .orElseThrow();
  }

  /** What is optional is null, or missing in a file of an earlier version. */
  private static boolean isRequired(FieldScope field) {
    return field.getRawMember().getType() != Optional.class
        && field.getRawMember().getAnnotation(EmptyWhenMissing.class) == null;
  }

  private static List<ResolvedType> kinds(FieldScope field) {
    Class<?> type = field.getRawMember().getType();
    Stream<Class<?>> kinds =
        type == Plan.class
            ? Stream.of(HttpPlan.class, SuitePlan.class)
            : type == Load.class
                ? Stream.of(Load.class.getAnnotation(JsonSubTypes.class).value())
                    .map(JsonSubTypes.Type::value)
                : Stream.empty();
    List<ResolvedType> resolved = kinds.map(kind -> field.getContext().resolve(kind)).toList();
    return resolved.isEmpty() ? null : resolved;
  }

  private static CustomDefinition asStored(ResolvedType type, SchemaGenerationContext context) {
    Class<?> erased = type.getErasedType();
    ObjectNode node = context.getGeneratorConfig().createObjectNode();
    if (Named.class.isAssignableFrom(erased) && erased.isEnum()) {
      node.put("type", "string");
      Stream.of(erased.getEnumConstants())
          .forEach(constant -> node.withArray("enum").add(((Named) constant).id()));
    } else if (erased == Parameters.class) {
      node.put("type", "object").withObject("/additionalProperties").put("type", "string");
    } else if (erased == DelayDistribution.class) {
      node.put("type", "string");
    } else if (erased == Optional.class) {
      node.withArray("anyOf")
          .add(context.createDefinitionReference(type.getTypeParameters().getFirst()))
          .addObject()
          .put("type", "null");
    } else if (!JsonNode.class.isAssignableFrom(erased)) {
      return null;
    }
    return new CustomDefinition(
        node, CustomDefinition.DefinitionType.INLINE, CustomDefinition.AttributeInclusion.YES);
  }
}
