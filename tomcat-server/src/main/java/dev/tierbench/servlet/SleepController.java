package dev.tierbench.servlet;

import dev.tierbench.server.Workload;
import dev.tierbench.server.spring.ThreadCalls;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Answers with what echo answers. */
@RestController
final class SleepController {
  private final ThreadCalls calls;
  private final Echo echo;

  SleepController(ThreadCalls calls, Echo echo) {
    this.calls = calls;
    this.echo = echo;
  }

  @GetMapping(path = "/sleep", produces = MediaType.TEXT_PLAIN_VALUE)
  String sleep(HttpServletRequest request) {
    Workload work = Workload.of(request.getQueryString());
    return work.answer(calls.of(work, echo::ask));
  }
}
