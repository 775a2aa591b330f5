package dev.tierbench.server.database;

import dev.tierbench.server.Workload;

/**
 * What a request asks of a server in front of a database: {@code
 * ?query=sleep(50ms)&calls=3&fan=parallel}.
 *
 * @param query of each call
 * @param work everything that a request may ask of any server; a call is one query
 */
public record DatabaseWorkload(DatabaseQuery query, Workload work) {
  private static final DatabaseWorkload DEFAULT =
      new DatabaseWorkload(new DatabaseQuery.Sleep(50_000), Workload.SLEEP);
  private static final String QUERY = "query=";

  /**
   * Reads the query of a URL.
   *
   * @param query null or empty when the URL has none
   */
  public static DatabaseWorkload of(String query) {
    if (query == null || query.isEmpty()) {
      return DEFAULT;
    }
    DatabaseWorkload asked = DEFAULT;
    for (String part : query.split("&", -1)) {
      asked = asked.with(part);
    }
    return asked;
  }

  private DatabaseWorkload with(String part) {
    try {
      return part.startsWith(QUERY)
          ? new DatabaseWorkload(QueryText.read(part.substring(QUERY.length())), work)
          : new DatabaseWorkload(query, work.with(part));
    } catch (Workload.Invalid e) {
      throw new Workload.Invalid(part, QueryText.EXPECTED);
    }
  }
}
