package dev.tierbench.report.profile;

import dev.tierbench.run.record.Stacks;
import java.util.ArrayDeque;
import java.util.Deque;
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

  /** The cost of the frame and of all that is below it. */
  public long total() {
    return total;
  }

  /** The callees by name, in the order in which they came first. */
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

  /** Adds another tree without recursion: a stack may be deeper than that of our thread. */
  private void add(StackTree other) {
    Deque<Pair> left = new ArrayDeque<>(List.of(new Pair(this, other)));
    while (!left.isEmpty()) {
      Pair next = left.pop();
      next.sum.total += next.added.total;
      next.added.children.forEach(
          (name, child) -> left.push(new Pair(next.sum.child(name), child)));
    }
  }

  private record Pair(StackTree sum, StackTree added) {}

  private StackTree child(String name) {
    return children.computeIfAbsent(name, any -> new StackTree());
  }

  /** All roles stay. */
  private StackTree pruned() {
    long least = Math.round(total * LEAST_SHARE);
    Deque<StackTree> left = new ArrayDeque<>(children.values());
    while (!left.isEmpty()) {
      StackTree next = left.pop();
      next.children.values().removeIf(child -> child.total < least);
      next.children.values().forEach(left::push);
    }
    return this;
  }
}
