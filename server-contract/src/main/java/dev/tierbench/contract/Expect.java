package dev.tierbench.contract;

import java.net.http.HttpResponse;

/** Demands of the contract, each with a reason of one line that says what was asked. */
public final class Expect {
  private static final int LONGEST = 80;

  private Expect() {}

  public static void that(boolean kept, String format, Object... values) {
    if (!kept) {
      throw new AssertionError(format.formatted(values));
    }
  }

  public static void status(HttpResponse<String> response, int due) {
    that(
        response.statusCode() == due,
        "%s was answered with status %d instead of %d: '%s'",
        asked(response),
        response.statusCode(),
        due,
        start(response.body()));
  }

  /** Names of types and of their character sets have no case: RFC 9110, section 8.3. */
  public static void type(HttpResponse<String> response, String due) {
    String type = response.headers().firstValue("content-type").orElse("");
    that(
        type.regionMatches(true, 0, due, 0, due.length()),
        "the type of %s is '%s' instead of %s",
        asked(response),
        type,
        due);
  }

  public static void body(HttpResponse<String> response, String due) {
    that(
        response.body().equals(due),
        "%s was answered with '%s' (%d characters) instead of '%s' (%d)",
        asked(response),
        start(response.body()),
        response.body().length(),
        start(due),
        due.length());
  }

  /** A reason that a person can read: one line of plain text. */
  public static void reason(HttpResponse<String> response, int status) {
    status(response, status);
    type(response, "text/plain");
    that(
        response.body().lines().count() == 1,
        "%s was answered with %d lines instead of one: '%s'",
        asked(response),
        response.body().lines().count(),
        start(response.body()));
  }

  /** Requires that echo was called exactly {@code due} times since its count was {@code before}. */
  public static void calls(EchoStub echo, int before, int due) {
    int made = echo.requests() - before;
    that(made == due, "echo was asked %d times instead of %d", made, due);
  }

  public static String asked(HttpResponse<String> response) {
    String query = response.uri().getRawQuery();
    String path = response.uri().getRawPath() + (query == null ? "" : "?" + query);
    return response.request().method() + " " + path;
  }

  public static String start(String body) {
    String first = body.lines().findFirst().orElse("").strip();
    return first.length() <= LONGEST ? first : first.substring(0, LONGEST) + " ...";
  }
}
