package dev.tierbench.server.spring;

import dev.tierbench.server.CannotListen;
import dev.tierbench.server.InvalidSetting;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalysisReporter;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.boot.web.server.WebServerException;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Says in one line on stderr why the server does not start and what to do about it. */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class StartFailure implements FailureAnalyzer, FailureAnalysisReporter {

  /** Null, as the interface asks, for a failure that another analyzer may know. */
  @Override
  public FailureAnalysis analyze(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      RuntimeException reason =
          switch (cause) {
            case InvalidSetting invalid -> invalid;
            case PortInUseException inUse -> CannotListen.portInUse(inUse.getPort());
            case WebServerException unbound ->
                CannotListen.because(NestedExceptionUtils.getMostSpecificCause(unbound));
            default -> null;
          };
      if (reason != null) {
        return new FailureAnalysis(reason.getMessage(), null, failure);
      }
    }
    return null;
  }

  @Override
  public void report(FailureAnalysis analysis) {
    String action = analysis.getAction() == null ? "" : " " + analysis.getAction();
    String line = (analysis.getDescription() + action).replaceAll("\\s+", " ").strip();
    System.err.println("cannot start: " + line);
  }
}
