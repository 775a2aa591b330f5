package dev.tierbench.harness.tier.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tierbench.run.Tier;
import dev.tierbench.run.descriptor.HostDescriptor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostsFileTest {

  @TempDir private Path folder;

  private List<HostDescriptor> read(String text) throws IOException, InterruptedException {
    return HostsFile.read(Files.writeString(folder.resolve("hosts.yml"), text));
  }

  @Test
  void eachTierHasItsHost() throws Exception {
    List<HostDescriptor> hosts =
        read(
            """
            server: {context: big, address: 10.0.0.2, cpus: 0-31}
            echo: {ssh: root@10.0.0.3, java: /opt/jdk/bin/java}
            load: [local, second, {ssh: root@10.0.0.5}]
            """);
    assertThat(hosts)
        .extracting(HostDescriptor::name)
        .containsExactly("server", "echo", "load2", "load3");
    assertThat(hosts)
        .extracting(HostDescriptor::tier)
        .containsExactly(Tier.SERVER, Tier.ECHO, Tier.LOADGEN, Tier.LOADGEN);
    assertThat(hosts.getFirst().cpus()).contains("0-31");
    assertThat(hosts.get(1).address()).as("that of ssh").contains("10.0.0.3");
    assertThat(hosts.get(2).context()).contains("second");
    assertThat(hosts.get(3).reachedBy()).isEqualTo("ssh root@10.0.0.5");
  }

  @Test
  void whatCannotBeUsedIsSaid() {
    assertThatThrownBy(() -> read("server: {address: 10.0.0.2}"))
        .hasMessageContaining("hosts.yml")
        .hasMessageContaining("expected either 'context'");
    assertThatThrownBy(() -> read("server: {context: a, ssh: b, address: c}"))
        .hasMessageContaining("expected either 'context'");
    assertThatThrownBy(() -> read("server: {context: a, address: b, java: c}"))
        .hasMessageContaining("'java' is for hosts with 'ssh'");
    assertThatThrownBy(() -> read("load: [local]")).hasMessageContaining("no host but this one");
    assertThatThrownBy(() -> read("servers: {context: a}")).hasMessageContaining("servers");
    assertThatThrownBy(() -> HostsFile.of(Map.of("load", "x")))
        .hasMessageContaining("expected server=NAME or echo=NAME");
  }

  @Test
  void aDescriptorNeedsTheAddressOfItsTier() {
    assertThatThrownBy(() ->
            new HostDescriptor(
                "echo",
                Tier.ECHO,
                Optional.of("a"),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty()))
        .hasMessageContaining("'address' is needed");
  }
}
