package dev.tierbench.harness.http.drive.foreign;

import dev.tierbench.harness.run.Durations;
import dev.tierbench.harness.secret.PrivateFiles;
import dev.tierbench.harness.tier.TierCommands;
import dev.tierbench.harness.tier.WorkRequest;
import dev.tierbench.run.GeneratorName;
import dev.tierbench.run.descriptor.RequestDescriptor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** wrk and wrk2, which descends from it: the same options, and requests that a script describes. */
abstract sealed class WrkFamily extends ForeignGenerator permits Wrk, Wrk2 {

  WrkFamily(GeneratorName name, String howToInstall, String... caveats) {
    super(name, howToInstall, caveats);
  }

  /** Arguments of both, followed by others. */
  static List<String> arguments(LoadOrder order, List<String> more) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--threads",
                String.valueOf(order.evenThreads()),
                "--connections",
                String.valueOf(order.load().connections()),
                "--duration",
                order.seconds() + "s",
                "--timeout",
                Durations.typed(TierCommands.REQUEST_TIMEOUT_SECONDS)));
    arguments.addAll(more);
    return arguments;
  }

  @Override
  boolean mustShow(RequestDescriptor request) {
    return false;
  }

  @Override
  List<String> requested(WorkRequest request, PrivateFiles files) throws IOException {
    return request.hidesTarget() || request.hidesHeaders()
        ? WrkScript.arguments(request, files)
        : super.requested(request, files);
  }

  @Override
  public Optional<Integer> threads(LoadOrder order) {
    return Optional.of(order.evenThreads());
  }
}
