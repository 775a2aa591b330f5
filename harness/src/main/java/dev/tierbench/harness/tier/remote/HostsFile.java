package dev.tierbench.harness.tier.remote;

import com.fasterxml.jackson.annotation.JsonCreator;
import dev.tierbench.harness.preflight.Descriptors;
import dev.tierbench.run.Tier;
import dev.tierbench.run.descriptor.HostDescriptor;
import dev.tierbench.run.descriptor.HostDescriptorBuilder;
import dev.tierbench.run.file.InvalidInput;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which tier runs on which host: {@code hosts.yml}.
 *
 * @param server empty for the sweep's own host
 * @param echo likewise
 * @param load hosts of generators beside the sweep's own, which {@code local} stands for
 */
public record HostsFile(Optional<Entry> server, Optional<Entry> echo, List<Entry> load) {

  /** What the sweep's own host is called beside others; other generators have a number after it. */
  public static final String OWN_HOST = "load";

  private static final String LOCAL = "local";

  public HostsFile {
    load = load == null ? List.of() : List.copyOf(load);
  }

  /** One host; a single word is its Docker context. */
  public record Entry(
      Optional<String> context,
      Optional<String> ssh,
      Optional<String> address,
      Optional<String> cpus,
      Optional<String> java) {

    @JsonCreator
    public Entry {}

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static Entry of(String context) {
      return new Entry(
          Optional.of(context),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty());
    }
  }

  /**
   * Reads a file.
   *
   * @throws IOException naming it, and what is wrong with it
   */
  public static List<HostDescriptor> read(Path file) throws IOException, InterruptedException {
    try {
      return Descriptors.one(file, HostsFile.class).hosts();
    } catch (IllegalArgumentException e) {
      throw new InvalidInput(file, e.getMessage());
    }
  }

  /**
   * The short form.
   *
   * @param contexts of Docker, by tier
   * @throws IOException when one of them is not known
   * @throws IllegalArgumentException when there is no such tier
   */
  public static List<HostDescriptor> of(Map<String, String> contexts)
      throws IOException, InterruptedException {
    contexts.keySet().stream()
        .filter(tier -> !List.of(Tier.SERVER.id(), Tier.ECHO.id()).contains(tier))
        .findFirst()
        .ifPresent(tier -> {
          throw new IllegalArgumentException(
              "--context: invalid tier '" + tier + "': expected server=NAME or echo=NAME");
        });
    return new HostsFile(
            Optional.ofNullable(contexts.get(Tier.SERVER.id())).map(Entry::of),
            Optional.ofNullable(contexts.get(Tier.ECHO.id())).map(Entry::of),
            List.of())
        .hosts();
  }

  private List<HostDescriptor> hosts() throws IOException, InterruptedException {
    List<HostDescriptor> hosts = new ArrayList<>();
    if (server.isPresent()) {
      hosts.add(host(Tier.SERVER.id(), Tier.SERVER, server.get()));
    }
    if (echo.isPresent()) {
      hosts.add(host(Tier.ECHO.id(), Tier.ECHO, echo.get()));
    }
    int number = 1;
    for (Entry entry : load) {
      if (!entry.context().equals(Optional.of(LOCAL))) {
        number++;
        hosts.add(host(OWN_HOST + number, Tier.LOADGEN, entry));
      }
    }
    if (hosts.isEmpty()) {
      throw new IllegalArgumentException(
          "no host but this one: expected 'server', 'echo' or 'load' with a 'context' or 'ssh'");
    }
    return hosts;
  }

  private static HostDescriptor host(String name, Tier tier, Entry entry)
      throws IOException, InterruptedException {
    Optional<String> address = entry.address();
    if (address.isEmpty() && tier != Tier.LOADGEN) {
      address =
          entry.context().isPresent()
              ? Optional.of(DockerTransport.addressOf(entry.context().get()))
              : entry.ssh().map(destination -> destination.replaceFirst("^.*@", ""));
    }
    return HostDescriptorBuilder.builder()
        .name(name)
        .tier(tier)
        .context(entry.context())
        .ssh(entry.ssh())
        .address(address)
        .cpus(entry.cpus())
        .java(entry.java())
        .build();
  }
}
