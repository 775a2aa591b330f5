// Where in the code an operation costs what it costs: flame graphs, differences, top frames.
import {data} from './data.js';
import {cellOf, formatted, percent, whole} from './format.js';
import {choiceOf, el, fields, newId, quiet, replace, section, select} from './dom.js';
import {redraws, serverName} from './theme.js';
import {longTable, numberColumn, textColumn} from './tables.js';
import {unpack} from './threads.js';
import {ALL_ROLES} from './syscalls.js';
import {flameGraph, signed, treeDifference, unpackedTree} from './flame.js';

const NO_PROFILE = 'nothing';

function profileName(profile) {
  return profile.server + ' at ' + cellOf(profile.cell).label;
}

async function unpackedProfile(profile) {
  const {names, tree, frames} = await unpack(profile.packed);
  const byRole = Object.entries(frames).map(([role, lines]) => [
    role,
    new Map(lines.map(([name, self, total]) => [names[name], {self, total}])),
  ]);
  return {profile, tree: unpackedTree(tree, names), frames: new Map(byRole)};
}

function treeOf(side, role) {
  if (role === ALL_ROLES) return side.tree;
  return side.tree.children.find((child) => child.name === role) ?? {name: role, value: 0, children: []};
}

function singleRows(side, role) {
  return [...(side.frames.get(role) ?? [])].map(([name, cost]) => ({name, ...cost}));
}

// A frame that a side leaves out costs it next to nothing.
function pairedRows(a, b, role) {
  const ofA = a.frames.get(role) ?? new Map();
  const ofB = b.frames.get(role) ?? new Map();
  const none = {self: 0, total: 0};
  return [...new Set([...ofA.keys(), ...ofB.keys()])].map((name) => {
    const [before, after] = [ofA.get(name) ?? none, ofB.get(name) ?? none];
    return {name, before, after, self: after.self - before.self, total: after.total - before.total};
  });
}

function frameColumns(unit, whole) {
  return [
    textColumn('frame', (row) => row.name, 160),
    numberColumn('self, ' + unit, (row) => row.self),
    numberColumn('self, %', (row) => row.self / whole, percent),
    numberColumn('with callees, ' + unit, (row) => row.total),
    numberColumn('with callees, %', (row) => row.total / whole, percent),
  ];
}

// By how far the sides are apart, whichever is more.
function changeColumn(title, field) {
  return {title, of: (row) => Math.abs(row[field]), show: (row) => signed(row[field])};
}

function differenceColumns(unit) {
  return [
    textColumn('frame', (row) => row.name, 160),
    changeColumn('B − A self, ' + unit, 'self'),
    numberColumn('A self', (row) => row.before.self),
    numberColumn('B self', (row) => row.after.self),
    changeColumn('B − A with callees, ' + unit, 'total'),
    numberColumn('A with callees', (row) => row.before.total),
    numberColumn('B with callees', (row) => row.after.total),
  ];
}

function profileFacts(letter, profile) {
  const trials = profile.trials + (profile.trials === 1 ? ' trial' : ' trials');
  const all = formatted(profile.per_operation) + ' ' + profile.unit;
  return el(
    'p',
    {class: 'quiet'},
    letter && el('strong', {}, letter + ' '),
    serverName(profile.server),
    ' at ' + cellOf(profile.cell).label + ': ' + profile.label + ', ' + all + '; ',
    [whole(profile.samples) + ' samples of ' + trials, ...profile.facts].join('; ') + '.',
  );
}

export function profileSection(head) {
  const profiles = data.profile_data;
  if (profiles.length === 0) return null;
  const kinds = [...new Map(profiles.map((profile) => [profile.kind, profile.label]))];
  const chosen = {kind: kinds[0][0], a: '0', b: NO_PROFILE, role: ALL_ROLES, search: ''};
  const body = el('div', {class: 'profile'});
  const controls = el('div');
  const of = (kind) => profiles.filter((profile) => profile.kind === kind);

  let drawing = 0;
  const draw = async () => {
    drawing += 1;
    const mine = drawing;
    const there = of(chosen.kind);
    const picked = chosen.b === NO_PROFILE ? [there[chosen.a]] : [there[chosen.a], there[chosen.b]];
    const sides = await Promise.all(picked.map(unpackedProfile));
    if (mine !== drawing) return;
    const roles = new Set(sides.flatMap((side) => [...side.frames.keys()]));
    if (!roles.has(chosen.role)) chosen.role = ALL_ROLES;
    const {unit} = picked[0];
    const trees = sides.map((side) => treeOf(side, chosen.role));
    const tree = sides.length === 1 ? trees[0] : treeDifference(trees[0], trees[1]);
    const search = chosen.search.toLowerCase();
    const [caption, columns, rows] =
      sides.length === 1
        ? ['Frames by cost', frameColumns(unit, trees[0].value), singleRows(sides[0], chosen.role)]
        : ['Frames by difference', differenceColumns(unit), pairedRows(...sides, chosen.role)];
    const sheet = longTable(caption, columns, rows, {order: {column: 1, falling: true}});
    if (search) sheet.filterBy((row) => row.name.toLowerCase().includes(search));
    // The choices are drawn anew; the keyboard stays on its own.
    const at = [...controls.querySelectorAll('select, input')].indexOf(document.activeElement);
    replace(controls, choices([...roles].sort()));
    controls.querySelectorAll('select, input')[at]?.focus();
    replace(
      body,
      picked.map((profile, i) => profileFacts(sides.length === 1 ? '' : 'AB'[i], profile)),
      sides.length === 2 &&
        quiet('Widths are of B; red costs more than in A, blue less. What only A has stands in the table.'),
      flameGraph(tree, unit, search),
      sheet.box,
    );
  };
  const choice = choiceOf(chosen, draw);
  const choices = (roles) => {
    const names = of(chosen.kind).map((profile, i) => [String(i), profileName(profile)]);
    const onchange = () => {
      chosen.search = search.value;
      draw();
    };
    const search = el('input', {type: 'search', id: newId('search'), placeholder: 'part of a frame', onchange});
    search.value = chosen.search;
    return fields(
      select('Of', kinds, chosen.kind, (kind) => {
        Object.assign(chosen, {kind, a: '0', b: NO_PROFILE});
        draw();
      }),
      choice('A', 'a', names),
      names.length > 1 && choice('Compare with B', 'b', [NO_PROFILE, ...names]),
      choice('Role', 'role', roles),
      el('span', {class: 'field'}, el('label', {for: search.id}, 'Find'), search),
    );
  };
  draw();
  redraws.push(draw);
  return section(
    head,
    'Stacks that were sampled in a window of their own, divided by its requests. Width is cost; click a frame, or walk with the arrow keys, Enter and Escape.',
    controls,
    body,
  );
}
