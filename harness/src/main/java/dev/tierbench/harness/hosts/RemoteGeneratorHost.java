package dev.tierbench.harness.hosts;

import dev.tierbench.harness.http.tier.GeneratorHost;
import dev.tierbench.harness.http.tier.OtherGenerator;
import dev.tierbench.observer.host.child.ChildProcess;
import dev.tierbench.observer.measured.MeasuredHost;
import dev.tierbench.run.Tier;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** A host that a generator is started on. */
record RemoteGeneratorHost(RemoteHost host, List<String> jvmOptions) implements GeneratorHost {

  @Override
  public MeasuredHost measured() {
    return host;
  }

  @Override
  public OtherGenerator start(List<String> options, Path log)
      throws IOException, InterruptedException {
    AgentLink unused = host.connect();
    String token = UUID.randomUUID().toString();
    List<String> program = new ArrayList<>();
    program.add(host.transport().java());
    program.addAll(jvmOptions);
    program.addAll(List.of("-jar", host.transport().jar(Tier.LOADGEN.id())));
    program.addAll(options);
    return new RemoteGenerator(
        host, ChildProcess.start(host.transport().generator(program, token, log)), token);
  }
}
