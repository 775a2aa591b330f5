package dev.tierbench.server.spring;

import dev.tierbench.server.DownstreamFailure;
import dev.tierbench.server.Workload;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.util.DisconnectedClientHelper;

/** Turns every failure into its status and one line of plain text. */
@RestControllerAdvice
final class ErrorAdvice {
  private static final Logger LOG = LoggerFactory.getLogger(ErrorAdvice.class);

  /** Not logged: at thousands of requests a second the log would become the load. */
  @ExceptionHandler
  ResponseEntity<String> downstreamFailed(DownstreamFailure failure) {
    return line(HttpStatusCode.valueOf(failure.status()), HttpHeaders.EMPTY, failure.getMessage());
  }

  @ExceptionHandler
  ResponseEntity<String> refused(Workload.Invalid refusal) {
    return line(HttpStatus.BAD_REQUEST, HttpHeaders.EMPTY, refusal.getMessage());
  }

  @ExceptionHandler
  ResponseEntity<String> failed(Exception failure) throws Exception {
    if (DisconnectedClientHelper.isClientDisconnectedException(failure)) {
      throw failure; // the client is gone, and the framework does not log it
    }
    if (failure instanceof ErrorResponse refusal && refusal.getStatusCode().is4xxClientError()) {
      return line(refusal.getStatusCode(), refusal.getHeaders(), reason(refusal.getStatusCode()));
    }
    LOG.error("A request failed inside the server", failure);
    return line(
        HttpStatus.INTERNAL_SERVER_ERROR, HttpHeaders.EMPTY, "internal error, see the server log");
  }

  private static String reason(HttpStatusCode status) {
    return switch (status.value()) {
      case 404 -> "no such path: this server has GET /sleep, /settings and /health";
      case 405 -> "method not allowed: use GET";
      default -> "request refused with status " + status.value();
    };
  }

  private static ResponseEntity<String> line(
      HttpStatusCode status, HttpHeaders headers, String text) {
    return ResponseEntity.status(status)
        .headers(headers)
        .contentType(MediaType.TEXT_PLAIN)
        .body(text + "\n");
  }
}
