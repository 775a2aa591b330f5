package dev.tierbench.suite;

/** Opens an implementation. */
@FunctionalInterface
public interface WorkFactory {

  Work open(Settings settings) throws Exception;
}
