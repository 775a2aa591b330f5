package dev.tierbench.run.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.tierbench.run.OrderedMap;
import dev.tierbench.run.Parameters;
import dev.tierbench.run.Tier;
import dev.tierbench.run.file.EmptyWhenMissing;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * What the processes of a trial reported of themselves: {@code settings.json}. What a program
 * reports is JSON of a form of its own.
 *
 * @param tiers by tier its settings, empty of a server without a contract; of a suite none but its
 *     database
 * @param request what is sent each time to a server without a contract
 * @param reference what such a server answered first
 * @param secrets keyed hashes of the secrets of a server
 * @param cells the settings of each worker of a suite, by the parameters of its cell
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record TrialSettings(
    String schema,
    @EmptyWhenMissing Map<String, Optional<JsonNode>> tiers,
    Optional<JsonNode> request,
    Optional<JsonNode> reference,
    Optional<JsonNode> secrets,
    @EmptyWhenMissing Map<String, JsonNode> cells) {

  public static final String SCHEMA = "tierbench/settings/1";

  /** Settings of a trial whose processes have reported nothing yet. */
  public static final TrialSettings NONE =
      new TrialSettings(
          SCHEMA, Map.of(), Optional.empty(), Optional.empty(), Optional.empty(), Map.of());

  public TrialSettings {
    Map<String, Optional<JsonNode>> reported = new LinkedHashMap<>();
    tiers.forEach((tier, settings) -> reported.put(tier, stated(settings)));
    tiers = Collections.unmodifiableMap(reported);
    request = stated(request);
    reference = stated(reference);
    secrets = stated(secrets);
    cells = OrderedMap.copyOf(cells);
  }

  /** The value; JSON that is missing or null is read as a node of its own. */
  private static Optional<JsonNode> stated(Optional<JsonNode> value) {
    return value.filter(node -> !node.isNull() && !node.isMissingNode());
  }

  /** The settings that a tier reported. */
  public Optional<JsonNode> tier(Tier tier) {
    return tiers.getOrDefault(tier.id(), Optional.empty());
  }

  /** The same with the settings of a tier, in place of earlier ones. */
  public TrialSettings withTier(Tier tier, JsonNode settings) {
    Map<String, Optional<JsonNode>> all = new LinkedHashMap<>(tiers);
    all.put(tier.id(), Optional.of(settings));
    return new TrialSettings(schema, all, request, reference, secrets, cells);
  }

  /** The same with the settings of the worker of a cell, in place of earlier ones. */
  public TrialSettings withCell(Parameters cell, JsonNode settings) {
    Map<String, JsonNode> all = new LinkedHashMap<>(cells);
    all.put(cell.text(), settings);
    return new TrialSettings(schema, tiers, request, reference, secrets, all);
  }
}
