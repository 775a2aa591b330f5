package dev.tierbench.observer.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tierbench.run.Fuzz;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Files of the kernel with damage: a value or none. */
@Tag("fuzz")
class KernelFilesFuzzTest {

  @TempDir private Path root;

  /** A reader of files below a root. */
  interface Reader {
    void read(SystemFiles files);
  }

  private static Stream<Arguments> readers() {
    return Stream.of(
        reader(
            "stat of a process",
            "proc/7/stat",
            "7 (a) b) c) S 1 7 7 0 -1 4194560 1 0 0 0 250 30 0 0 20 0 42 0 900 1 1 1 0\n",
            files -> {
              Proc proc = new Proc(files);
              proc.cpu(7).ifPresent(times -> assertThat(times.userNs()).isNotNegative());
              proc.startTicks(7).ifPresent(ticks -> assertThat(ticks).isNotNegative());
              assertThat(proc.schedulingGroup(7)).isNotNull();
            }),
        reader(
            "status of a process",
            "proc/7/status",
            "Name:\tjava\nUmask:\t0022\nUid:\t0\t33\t0\t0\nGid:\t0\t33\t0\t0\nNSpid:\t7\t1\n"
                + "VmHWM:\t  120000 kB\nVmRSS:\t  110000 kB\nThreads:\t42\n"
                + "Cpus_allowed_list:\t0-3\n",
            files -> {
              Proc proc = new Proc(files);
              proc.rssBytes(7).ifPresent(bytes -> assertThat(bytes).isNotNegative());
              proc.rssPeakBytes(7).ifPresent(bytes -> assertThat(bytes).isNotNegative());
              proc.threads(7).ifPresent(threads -> assertThat(threads).isNotNegative());
              proc.user(7).ifPresent(user -> assertThat(user).isNotNegative());
            }),
        reader(
            "times of the host",
            "proc/stat",
            "cpu  20 1 40 200 6 4 4 14 0 0\ncpu0 9 0 16 55 3 3 3 4 0 0\n"
                + "cpu1 5 1 10 50 4 1 2 4 0 0\nintr 5\n",
            files -> {
              HostTimes times = new Proc(files).host();
              assertThat(times.since(times, 1_000_000).cores()).isNotNegative();
            }),
        reader(
            "control group",
            "proc/7/cgroup",
            "9:name=systemd:/docker/abc\n4:cpu,cpuacct:/docker/abc\n3:cpuset:/\n0::/\n",
            files -> Cgroup.of(files, 7).ifPresent(group -> assertThat(group.times()).isNotNull())),
        reader(
            "times of a control group",
            "sys/fs/cgroup/cpu.stat",
            "usage_usec 1500\nuser_usec 1000\nnr_throttled 2\nthrottled_usec 7\n",
            files -> assertThat(new Cgroup(files, "0::/\n").times()).isNotNull()),
        reader(
            "quota of a control group",
            "sys/fs/cgroup/cpu.max",
            "250000 100000\n",
            files ->
                new Cgroup(files, "0::/\n")
                    .quotaCores()
                    .ifPresent(cores -> assertThat(cores).isFinite().isPositive())));
  }

  private static Arguments reader(String name, String file, String text, Reader reader) {
    return Arguments.of(Named.of(name, reader), file, text);
  }

  @ParameterizedTest
  @MethodSource("readers")
  void aValueOrNone(Reader reader, String name, String text) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    SystemFiles files = new SystemFiles(root);
    Fuzz.feed(
        List.of(text.getBytes(StandardCharsets.UTF_8)),
        Fuzz.inputs(),
        input -> {
          Files.write(file, input);
          reader.read(files);
        });
  }
}
