package dev.tierbench.harness.tier;

import dev.tierbench.harness.preflight.Installation;

/** The programs that a tier is made of, as its host has them. */
public interface Programs {

  /** What runs a jar. */
  String java();

  /** The jar of a module. */
  String jar(String module);

  /** The programs of this host. */
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
