package dev.tierbench.server.spring;

import org.springframework.boot.availability.ApplicationAvailability;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Says {@code ready} once requests may be sent, {@code 503 starting} before. */
@RestController
record HealthController(ApplicationAvailability availability) {

  @GetMapping(path = "/health", produces = MediaType.TEXT_PLAIN_VALUE)
  ResponseEntity<String> health() {
    return availability.getReadinessState() == ReadinessState.ACCEPTING_TRAFFIC
        ? ResponseEntity.ok("ready")
        : ResponseEntity.status(HttpStatus.SERVICE_UNAVAILABLE).body("starting");
  }
}
