package dev.tierbench.run;

/** How many of a smaller unit are one of a larger. */
public final class Units {

  public static final double NANOS_PER_SECOND = 1e9;
  public static final double NANOS_PER_MILLI = 1e6;
  public static final double NANOS_PER_MICRO = 1e3;
  public static final double MICROS_PER_SECOND = 1e6;
  public static final double MICROS_PER_MILLI = 1e3;
  public static final double MILLIS_PER_SECOND = 1e3;

  public static final long BYTES_PER_MIB = 1 << 20;

  private Units() {}
}
