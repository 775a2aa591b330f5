// A flame graph as a tree that the keyboard walks: d3-hierarchy lays it out, the root on top.
import {formatted, percent, visible} from './format.js';
import {el} from './dom.js';
import {css, faded} from './theme.js';

const FRAME_HEIGHT = 19;
const LEAST_WIDTH = 2;
const LABEL_WIDTH = 30;

// A node: {name, value, before, children}; before is the other side's value, undefined of a single one.
// Lines [parent, name, value], the root first: stacks may be too deep for recursion.
export function unpackedTree(lines, names) {
  const nodes = lines.map(([, name, value]) => ({name: names[name], value, children: []}));
  lines.forEach(([parent], i) => {
    if (i > 0) nodes[parent].children.push(nodes[i]);
  });
  return nodes[0];
}

// The tree of b, each node with what a has at the same place.
export function treeDifference(a, b) {
  const pairOf = (ofA, ofB) => ({ofA, ofB, node: {name: ofB.name, value: ofB.value, before: ofA?.value ?? 0}});
  const root = pairOf(a, b);
  const left = [root];
  while (left.length > 0) {
    const {ofA, ofB, node} = left.pop();
    const before = new Map((ofA?.children ?? []).map((child) => [child.name, child]));
    const pairs = ofB.children.map((child) => pairOf(before.get(child.name), child));
    node.children = pairs.map((pair) => pair.node);
    left.push(...pairs);
  }
  return root.node;
}

function frameKind(node) {
  if (node.depth <= 1) return 'role';
  if (node.data.name.endsWith('[kernel]')) return 'kernel';
  return node.data.name.endsWith(']') || !node.data.name.includes('.') ? 'native' : 'java';
}

// What stands for a node when it is pointed at, focused or read aloud.
function frameText({data: frame}, root, unit) {
  const share = root.value > 0 ? ', ' + percent(frame.value / root.value) : '';
  const change =
    frame.before === undefined
      ? ''
      : ', A ' + formatted(frame.before) + ', B − A ' + signed(frame.value - frame.before);
  return frame.name + ': ' + formatted(frame.value) + ' ' + unit + share + change;
}

export function signed(value) {
  return (value > 0 ? '+' : '') + formatted(value);
}

// Red is more than on the other side, blue is less, by the share of the whole.
function changeColour({data: frame}, root) {
  const share = (frame.value - frame.before) / Math.max(root.value, root.data.before);
  const strength = Math.min(1, Math.sqrt(Math.abs(share)) * 3);
  return faded(css(share > 0 ? '--more' : '--less'), strength.toFixed(2));
}

export function flameGraph(tree, unit, wanted) {
  const root = d3.hierarchy(tree);
  root.each((node) => {
    node.value = node.data.value;
  });
  d3.partition()(root);
  const elements = new Map();
  const line = el('p', {class: 'quiet frame-line', 'aria-live': 'polite'}, frameText(root, root, unit));
  const box = el('div', {class: 'flame', role: 'tree', 'aria-label': 'Flame graph, the outermost frame on top'});
  let top = root;
  let current = root;

  const describe = (node) => {
    line.textContent = visible(frameText(node, root, unit));
  };
  const go = (node) => {
    if (!node || !elements.has(node)) return;
    elements.get(current)?.setAttribute('tabindex', '-1');
    current = node;
    elements.get(node).setAttribute('tabindex', '0');
    elements.get(node).focus();
    describe(node);
  };
  const zoom = (node) => {
    top = node;
    draw();
    go(node);
  };
  const beside = (node, step) => {
    const row = node.parent?.children.filter((other) => elements.has(other)) ?? [];
    return row[row.indexOf(node) + step];
  };
  const onkeydown = (event) => {
    const to = {
      ArrowUp: () => go(current.parent),
      ArrowDown: () => go(current.children?.find((child) => elements.has(child))),
      ArrowLeft: () => go(beside(current, -1)),
      ArrowRight: () => go(beside(current, 1)),
      Enter: () => zoom(current),
      Escape: () => zoom(root),
    }[event.key];
    if (!to) return;
    event.preventDefault();
    to();
  };
  const add = (node, width) => {
    const scale = width / (top.x1 - top.x0);
    const inSight = Math.min(node.x1, top.x1) - Math.max(node.x0, top.x0);
    if (inSight * scale < LEAST_WIDTH) return;
    const matches = wanted !== '' && node.data.name.toLowerCase().includes(wanted);
    const element = el(
      'div',
      {
        class: 'frame ' + frameKind(node) + (matches ? ' found' : ''),
        role: 'treeitem',
        'aria-level': node.depth + 1,
        'aria-selected': node === current,
        'aria-label': frameText(node, root, unit),
        tabindex: node === current ? '0' : '-1',
        onclick: () => zoom(node),
        onfocus: () => describe(node),
        onmouseenter: () => describe(node),
      },
      inSight * scale > LABEL_WIDTH && shortName(node.data.name),
    );
    element.style.left = Math.max(0, node.x0 - top.x0) * scale + 'px';
    element.style.width = inSight * scale - 1 + 'px';
    element.style.top = node.depth * FRAME_HEIGHT + 'px';
    if (node.data.before !== undefined && !matches) element.style.backgroundColor = changeColour(node, root);
    elements.set(node, element);
    box.append(element);
  };
  // Depth first, in the order in which the keyboard and a reader walk.
  const addAll = (first, width) => {
    const left = [first];
    while (left.length > 0) {
      const node = left.pop();
      add(node, width);
      if (elements.has(node)) left.push(...(node.children ?? []).toReversed());
    }
  };
  // Of the frames above the one that fills the width, only the way to it.
  const draw = () => {
    const width = box.clientWidth;
    if (width === 0) return;
    elements.clear();
    box.replaceChildren();
    if (!top.ancestors().includes(current) && !current.ancestors().includes(top)) current = top;
    addAll(root, width);
    if (!elements.has(current)) current = top;
    elements.get(current)?.setAttribute('tabindex', '0');
    const deepest = [...elements.keys()].reduce((most, node) => Math.max(most, node.depth), 0);
    box.style.height = (deepest + 1) * FRAME_HEIGHT + 'px';
  };
  box.addEventListener('keydown', onkeydown);
  new ResizeObserver(draw).observe(box);
  return el('div', {}, line, box);
}

// The class without its package, and the method.
function shortName(name) {
  const parts = name.split('.');
  return name.includes('[') ? name : parts.slice(-2).join('.');
}
