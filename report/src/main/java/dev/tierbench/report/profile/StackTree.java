package dev.tierbench.report.profile;

import dev.tierbench.run.Stacks;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Stacks as a tree: below the root the roles of the threads, below each the outermost frames. Not
 * thread-safe.
 */
public final class StackTree {

  /** The share of the whole below which a subtree cannot be seen. */
  private static final double LEAST_SHARE = 0.001;

  private final Map<String, StackTree> children = new LinkedHashMap<>();
  private long total;

  /** The tree of all stacks, without what is too small to be seen. */
  public static StackTree of(Stacks stacks) {
    StackTree root = new StackTree();
    stacks.stacks().forEach(root::add);
    return root.pruned();
  }

  /** The sum of some trees. */
  public static StackTree sum(List<StackTree> trees) {
    StackTree root = new StackTree();
    trees.forEach(root::add);
    return root.pruned();
  }

  /** With all that is below it. */
  public long total() {
    return total;
  }

  /** By name, in the order in which they came first. */
  public Map<String, StackTree> children() {
    return children;
  }

  private void add(Stacks.Stack stack) {
    total += stack.weight();
    StackTree node = child(stack.role());
    node.total += stack.weight();
    for (String frame : stack.frames()) {
      node = node.child(frame);
      node.total += stack.weight();
    }
  }

  private void add(StackTree other) {
    total += other.total;
    other.children.forEach((name, child) -> child(name).add(child));
  }

  private StackTree child(String name) {
    return children.computeIfAbsent(name, any -> new StackTree());
  }

  /** All roles stay. */
  private StackTree pruned() {
    long least = Math.round(total * LEAST_SHARE);
    children.values().forEach(role -> role.prune(least));
    return this;
  }

  private void prune(long least) {
    children.values().removeIf(child -> child.total < least);
    children.values().forEach(child -> child.prune(least));
  }
}
