package dev.tierbench.floor.common;

/** What a request is for. */
public enum Route {
  SLEEP,
  SETTINGS,
  HEALTH,
  NO_SUCH_PATH,
  WRONG_METHOD;

  public static final String PLAIN = "text/plain;charset=UTF-8";
  public static final String JSON = "application/json";
  public static final String READY = "ready";
  public static final String NO_SUCH_PATH_REASON =
      "no such path: this server has GET /sleep, /settings and /health\n";
  public static final String WRONG_METHOD_REASON = "method not allowed: use GET\n";

  /** The route of a path without its query. */
  public static Route of(String path, boolean get) {
    Route route =
        switch (path) {
          case "/sleep" -> SLEEP;
          case "/settings" -> SETTINGS;
          case "/health" -> HEALTH;
          default -> NO_SUCH_PATH;
        };
    return get || route == NO_SUCH_PATH ? route : WRONG_METHOD;
  }
}
