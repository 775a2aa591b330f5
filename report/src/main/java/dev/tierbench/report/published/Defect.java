package dev.tierbench.report.published;

import dev.tierbench.report.folder.Run;
import dev.tierbench.run.Named;
import dev.tierbench.run.plan.HttpPlan;
import java.util.Optional;

/**
 * Something that is wrong with the study of the servers.
 *
 * @param what is wrong
 * @param here what a sweep does about it; empty where there is nothing to do
 * @param choice of the study that it is; empty of a defect that no sweep repeats
 */
record Defect(String what, Optional<String> here, Optional<Defect.Choice> choice) {

  /** A choice of the study, which a sweep can make again. */
  enum Choice implements Named {
    COLD,
    CONNECTIONS,
    CLIENT,
    CORES;

    private boolean isMadeBy(Run run) {
      return run.manifest().sweep().filter(plan -> isMadeBy(run, plan)).isPresent();
    }

    private boolean isMadeBy(Run run, HttpPlan plan) {
      return switch (this) {
        case COLD -> plan.warmup().capSeconds() == 0 && plan.windows().settleSeconds() == 0;
        case CONNECTIONS -> plan.requestsPerConnection().equals(Optional.of(1));
        case CLIENT ->
            run.subjects().stream()
                .map(run.manifest()::serverOf)
                .anyMatch("tomcat-webclient"::equals);
        case CORES -> plan.pinning().sharingAsked();
      };
    }
  }

  /** The defect, and what the sweep did about it. */
  String text(Run run) {
    return choice.filter(made -> made.isMadeBy(run)).isPresent()
        ? what + " Here: the same, as published."
        : what + here.map(done -> " Here: " + done).orElse("");
  }
}
