package dev.tierbench.harness.tier;

import dev.tierbench.harness.preflight.JvmOptions;
import dev.tierbench.run.Tier;
import dev.tierbench.run.descriptor.ServerDescriptor;
import dev.tierbench.run.plan.HttpPlan;
import dev.tierbench.run.plan.Plan.Variant;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Command lines of the servers of a plan.
 *
 * @param programs of the host that they run on
 */
record ServerCommands(HttpPlan plan, Programs programs, TierRequests requests) {

  /** The words that start a server, and its environment; as {@link TierCommands#serverCommand}. */
  ServerCommand command(String server) {
    Variant variant = plan.variant(server);
    ServerDescriptor descriptor = plan.servers().get(server);
    if (descriptor.command().isEmpty()) {
      throw new IllegalArgumentException(
          "%s has no command: start its container '%s', and measure it with --tiers compose"
              .formatted(server, descriptor.container().orElseThrow()));
    }
    List<String> common = plan.common().jvmOptions().get(Tier.SERVER.id());
    List<String> jvm =
        JvmOptions.ofVariant(
            variant.limits().map(limits -> JvmOptions.within(limits, common)).orElse(common),
            variant.jvmOptions());
    String java =
        variant
            .javaHome()
            .map(home -> Path.of(home, "bin/java").toString())
            .orElseGet(programs::java);
    Map<String, String> values = new HashMap<>(requests.placeOf(server));
    values.put("java", java);
    descriptor.module().ifPresent(module -> values.put("jar", programs.jar(module)));
    if (plan.hasEcho()) {
      values.put("echo", requests.echoUri().toString());
    }
    plan.database()
        .ifPresent(database -> {
          values.put("database", requests.databaseUrl());
          values.put("role", database.user());
          values.put("rows", String.valueOf(database.rows()));
        });
    return ServerCommand.of(descriptor, variant.options(), jvm, values);
  }
}
