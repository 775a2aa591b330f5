package dev.tierbench.observer.measured;

import dev.tierbench.observer.host.Cgroup;
import dev.tierbench.observer.host.SystemFiles;
import dev.tierbench.run.Tier;
import java.util.Optional;

/**
 * The control group of a process that is measured.
 *
 * @param shared whether other processes may be in it, so that its account is not the process's own
 */
record GroupWatch(Cgroup group, boolean shared) {

  /**
   * The group of a process: one of its own, or one with others in it that a quota stops. The latter
   * is watched of a server only, and only where a quota is in force when the watch begins.
   *
   * @return empty of a process without a group that says something of it
   */
  static Optional<GroupWatch> of(SystemFiles files, MeasuredProcess target) {
    Optional<Cgroup> group = Cgroup.of(files, target.pid());
    Optional<String> id = target.containerId();
    if (id.isPresent()) {
      return group
          .filter(own -> own.path().contains(id.get()))
          .map(own -> new GroupWatch(own, false));
    }
    return group
        .filter(any -> target.tier() == Tier.SERVER && any.quotaCores().isPresent())
        .map(any -> new GroupWatch(any, true));
  }

  /** What the kernel accounts to it so far; of one with others in it what the quota did alone. */
  Cgroup.Times read() {
    return shared ? group.times().ofQuota() : group.times();
  }
}
