package dev.tierbench.harness.tier;

import dev.tierbench.run.Tier;
import dev.tierbench.run.plan.DatabasePlan;
import dev.tierbench.run.plan.HttpPlan;

/**
 * Address of a database, and the role that servers have there.
 *
 * @param password kept out of messages and records; empty when none is needed
 */
public record DatabaseAccess(String host, int port, String name, String user, String password) {

  /** Variable of the environment that servers take the password from. */
  public static final String PASSWORD = "DATABASE_PASSWORD";

  /** The superuser of a cluster of the sweep's own, whom only the harness connects as. */
  public static final String ADMINISTRATOR = "tierbench_admin";

  /** Default port of a cluster of the sweep's own. */
  public static final int PORT = 5442;

  /** Access to a cluster of our own on the loopback, whose password is not known yet. */
  public static DatabaseAccess own(int port) {
    return new DatabaseAccess(
        HttpPlan.Network.LOOPBACK, port, DatabasePlan.ROLE, DatabasePlan.ROLE, "");
  }

  /** Access to the database of a plan: to the one that runs already, or the sweep's own. */
  public static DatabaseAccess of(HttpPlan plan, String password) {
    DatabasePlan database = plan.database().orElseThrow();
    return new DatabaseAccess(
        database.host().orElseGet(() -> plan.network().address(Tier.DATABASE)),
        database
            .port()
            .orElseGet(() -> plan.network().ports().getOrDefault(Tier.DATABASE.id(), PORT)),
        database.name(),
        database.user(),
        password);
  }

  /** The same with another password. */
  public DatabaseAccess withPassword(String other) {
    return new DatabaseAccess(host, port, name, user, other);
  }

  /** The same for another database of the server. */
  public DatabaseAccess withName(String other) {
    return new DatabaseAccess(host, port, other, user, password);
  }

  /** The address that servers are given, without user and password. */
  public String url() {
    return "postgresql://" + bracketed() + ":" + port + "/" + name;
  }

  /** The address for the administrator of a cluster of our own. */
  public String administratorUrl() {
    return "postgresql://" + ADMINISTRATOR + "@" + bracketed() + ":" + port + "/" + name;
  }

  /** The address as the JDBC driver takes it. */
  public String jdbcUrl() {
    return "jdbc:" + url();
  }

  private String bracketed() {
    return host.contains(":") ? "[" + host + "]" : host;
  }

  @Override
  public String toString() {
    return user + " at " + url();
  }
}
