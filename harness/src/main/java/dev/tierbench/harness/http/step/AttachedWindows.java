package dev.tierbench.harness.http.step;

import dev.tierbench.harness.http.tier.Child;
import dev.tierbench.harness.trial.Durations;
import dev.tierbench.run.LoadEvent;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The windows of a step in which something is attached, one after the other: first the tracer, then
 * the profiler.
 */
record AttachedWindows(Optional<TraceWindow> trace, Optional<ProfileWindow> profile)
    implements LoadRun.Listener, AutoCloseable {

  List<AttachedWindow> inOrder() {
    return Stream.<AttachedWindow>concat(trace.stream(), profile.stream()).toList();
  }

  /** What the load generator has to append to its phases. */
  String phases() {
    return inOrder().stream()
        .map(window ->
            ","
                + window.attach().id()
                + "="
                + Settling.HOLD
                + Durations.typed(AttachedWindow.LONGEST_ATTACH_SECONDS)
                + ","
                + window.phase().id()
                + "="
                + Durations.typed(window.seconds()))
        .collect(Collectors.joining());
  }

  @Override
  public void on(Child loadgen, LoadEvent event) throws IOException, InterruptedException {
    for (AttachedWindow window : inOrder()) {
      window.on(loadgen, event);
    }
  }

  void afterBoundary(LoadEvent event) throws IOException, InterruptedException {
    for (AttachedWindow window : inOrder()) {
      window.afterBoundary(event);
    }
  }

  @Override
  public void close() throws StepFault {
    try {
      if (profile.isPresent()) {
        profile.get().close();
      }
    } finally {
      if (trace.isPresent()) {
        trace.get().close();
      }
    }
  }
}
