package dev.tierbench.run;

import java.util.BitSet;
import java.util.Collections;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** A set of cores in the kernel's notation, such as {@code 0-3,7}. */
public record CpuList(Set<Integer> cpus) {

  private static final int MOST = 8_192;

  /** Every second core of the most that there are fits. */
  private static final int LONGEST = 1 << 16;

  public CpuList {
    cpus = Collections.unmodifiableSet(new TreeSet<>(cpus));
  }

  /**
   * Parses the kernel's notation.
   *
   * @throws IllegalArgumentException saying what is wrong with the text
   */
  public static CpuList parse(String text) {
    Require.that(
        text.length() <= LONGEST, () -> "a list of cores has at most " + LONGEST + " characters");
    BitSet cpus = new BitSet();
    for (String range : text.strip().split(",", -1)) {
      String[] ends = range.strip().split("-", 2);
      try {
        int first = Integer.parseInt(ends[0]);
        int last = ends.length == 1 ? first : Integer.parseInt(ends[1]);
        Require.that(
            0 <= first && first <= last && last < MOST, () -> "no such range of cores: " + range);
        cpus.set(first, last + 1);
      } catch (NumberFormatException e) {
        throw new IllegalArgumentException(
            "'" + text + "' is not a list of cores such as 0-3,7", e);
      }
    }
    return new CpuList(cpus.stream().boxed().collect(Collectors.toSet()));
  }

  public int size() {
    return cpus.size();
  }

  public CpuList union(CpuList other) {
    Set<Integer> all = new TreeSet<>(cpus);
    all.addAll(other.cpus);
    return new CpuList(all);
  }

  public CpuList without(CpuList other) {
    Set<Integer> left = new TreeSet<>(cpus);
    left.removeAll(other.cpus);
    return new CpuList(left);
  }

  /** List in the kernel's notation, with ranges joined: {@code 0-3,7}. */
  public String text() {
    BitSet bits = new BitSet();
    cpus.forEach(bits::set);
    StringJoiner ranges = new StringJoiner(",");
    for (int first = bits.nextSetBit(0); first >= 0; ) {
      int end = bits.nextClearBit(first);
      ranges.add(end == first + 1 ? String.valueOf(first) : first + "-" + (end - 1));
      first = bits.nextSetBit(end);
    }
    return ranges.toString();
  }

  /** Whether every core of the other list is in this one. */
  public boolean covers(CpuList other) {
    return cpus.containsAll(other.cpus);
  }

  public boolean overlaps(CpuList other) {
    return !Collections.disjoint(cpus, other.cpus);
  }
}
