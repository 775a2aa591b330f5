package dev.tierbench.harness.tier;

import dev.tierbench.harness.preflight.Installation;

/** Where the host of a tier has the programs that it is made of. */
public interface Programs {

  /** What runs a jar. */
  String java();

  /** The jar of a module. */
  String jar(String module);

  /** On this host. */
  static Programs of(Installation installation) {
    return new Programs() {
      @Override
      public String java() {
        return installation.javaProgram().toString();
      }

      @Override
      public String jar(String module) {
        return installation.jar(module).toString();
      }
    };
  }
}
