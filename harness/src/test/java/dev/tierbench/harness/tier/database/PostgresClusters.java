package dev.tierbench.harness.tier.database;

import java.util.List;

/** What tests of other packages know of clusters. */
public final class PostgresClusters {

  private PostgresClusters() {}

  public static List<String> settings() {
    return PostgresCluster.SETTINGS;
  }
}
