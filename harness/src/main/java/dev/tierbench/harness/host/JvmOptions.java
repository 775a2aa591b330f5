package dev.tierbench.harness.host;

import java.util.List;

/**
 * Options of the JVMs of a run. The collector is named because the JVM would pick by the size of
 * the host; all compiler threads live from the start, so that their CPU can be summed.
 */
public final class JvmOptions {

  private static final String COMPILERS = "-XX:-UseDynamicNumberOfCompilerThreads";

  /** Of what helps to measure: echo tier and load generator. */
  public static final List<String> HELPER =
      List.of("-Xms512m", "-Xmx512m", "-XX:+UseSerialGC", COMPILERS);

  private JvmOptions() {}

  /** Of what is measured. */
  public static List<String> measured(String heap) {
    return List.of("-Xms" + heap, "-Xmx" + heap, "-XX:+UseG1GC", COMPILERS);
  }
}
