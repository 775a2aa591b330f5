// System calls of two servers side by side, by role of thread.
import {data} from './data.js';
import {FEW, NOT_MEASURED, calls, factor, formatted, isNumber, whole} from './format.js';
import {choiceOf, details, el, fields, note, quiet, replace} from './dom.js';
import {serverName} from './theme.js';
import {inOrder, numberColumn, table, textColumn} from './tables.js';

export const ALL_ROLES = 'entire JVM';

export function syscallTable(here) {
  const measured = here.filter((detail) => Object.keys(detail.entire_jvm.calls_per_op).length > 0);
  if (measured.length === 0) return quiet('System calls by name were not measured at this level.');
  const names = measured.map((detail) => detail.server);
  const roles = [ALL_ROLES, ...new Set(measured.flatMap((detail) => detail.roles.map((role) => role.role)))];
  const units = [
    ['request', data.words.operation],
    ['thread', 'thread and second'],
  ];
  const chosen = {a: names[0], b: names[1] ?? names[0], role: ALL_ROLES, unit: 'request'};
  const body = el('div');
  const draw = () => {
    const [a, b] = [chosen.a, chosen.b].map((name) => measured.find((detail) => detail.server === name));
    replace(body, callsBetween(a, b, chosen, noiseOf(measured, chosen)));
  };
  const choice = choiceOf(chosen, draw);
  draw();
  return el(
    'div',
    {id: 'syscalls'},
    el('h3', {}, 'System calls side by side'),
    fields(
      choice('A', 'a', names),
      choice('B', 'b', names),
      choice('Threads', 'role', roles),
      choice('Per', 'unit', units),
    ),
    body,
  );
}

const NO_THREADS = {threads: 0, per_op: {syscalls_per_op: 0}, calls_per_op: {}};

function roleOf(detail, name) {
  return name === ALL_ROLES ? detail.entire_jvm : detail.roles.find((role) => role.role === name) || NO_THREADS;
}

// Calls by name, with the least and the most over the trials, and all of them together.
function callsOf(detail, chosen) {
  const role = roleOf(detail, chosen.role);
  const threads = role.threads || 0;
  const unit =
    chosen.unit === 'request' ? 1 : threads > 0 && isNumber(detail.traced_rps) ? detail.traced_rps / threads : null;
  const calls = new Map(
    Object.entries(role.calls_per_op).map(([name, spread]) => [
      name,
      {median: spread.median * unit, least: spread.least * unit, most: spread.most * unit},
    ]),
  );
  const all = role.per_op.syscalls_per_op;
  return {calls, threads, total: isNumber(all) ? all * unit : null, known: unit !== null};
}

// What one server under two names differs by, call by call; null when the run has no such pair at this level.
function noiseOf(measured, chosen) {
  const pair = (data.noise_data?.servers || [])
    .map((server) => measured.find((detail) => detail.server === server))
    .filter(Boolean);
  if (pair.length < 2) return null;
  const [a, b] = pair.map((detail) => callsOf(detail, chosen));
  return a.known && b.known
    ? (name) => Math.abs((a.calls.get(name)?.median || 0) - (b.calls.get(name)?.median || 0))
    : null;
}

function callsBetween(detailA, detailB, chosen, noise) {
  const a = callsOf(detailA, chosen);
  const b = callsOf(detailB, chosen);
  if (!a.known || !b.known) return quiet('One side has no such threads, so there is no value per thread.');
  const none = {median: 0, least: 0, most: 0};
  const rows = [...new Set([...a.calls.keys(), ...b.calls.keys()])].map((name) => {
    const row = {name, a: a.calls.get(name) || none, b: b.calls.get(name) || none, noise: noise?.(name)};
    const difference = row.b.median - row.a.median;
    return {
      ...row,
      difference,
      size: Math.abs(difference),
      ratio: row.a.median > 0 ? row.b.median / row.a.median : null,
    };
  });
  const unit = chosen.unit === 'request' ? 'per ' + data.words.operation : 'per thread and second';
  const most = Math.max(...rows.map((row) => row.size), 1e-9);
  const shown = (some) => differenceTable(inOrder(some, {of: (row) => row.size}, true), unit, most, noise);
  const matters = (row) => Math.max(row.a.median, row.b.median) >= FEW;
  const rare = rows.filter((row) => !matters(row));
  const sums = (side) => ', ' + whole(side.threads) + ' threads, ' + formatted(side.total) + ' calls ' + unit + '. ';
  return [
    detailA === detailB &&
      note('A and B are the same server: choose another, or a level at which another has a valid step.'),
    quiet(
      ['A ', serverName(detailA.server), sums(a), ' B ', serverName(detailB.server), sums(b)],
      'Medians of the trials, beside them the least and the most.',
      noise && ' Noise: by how much one server under two names differs.',
    ),
    shown(rows.filter(matters)),
    rare.length > 0 &&
      details(whole(rare.length) + ' more system calls, each below ' + FEW + ' ' + unit + ' on both sides', () =>
        shown(rare),
      ),
  ];
}

function differenceTable(rows, unit, most, noise) {
  const spread = (side) =>
    side.most < FEW || side.least === side.most
      ? calls(side.median)
      : [calls(side.median), el('span', {class: 'quiet spread'}, ' ' + calls(side.least) + '–' + calls(side.most))];
  const signed = (value) => (Math.abs(value) < FEW ? '' : value > 0 ? '+' : '−') + calls(Math.abs(value));
  const bar = (row) => el('span', {}, signed(row.difference), differenceBar(row.difference / most));
  const ratio = ({a, b, ratio}) => {
    if (a.median > 0 && b.median > 0) return factor(ratio);
    return a.median > 0 ? 'only A' : b.median > 0 ? 'only B' : NOT_MEASURED;
  };
  return table(
    'System calls of two servers, ' + unit,
    [
      {...textColumn('syscall', (row) => row.name, 40), word: true},
      {title: 'A', of: (row) => row.a.median, show: (row) => spread(row.a)},
      {title: 'B', of: (row) => row.b.median, show: (row) => spread(row.b)},
      {title: 'B − A', of: (row) => row.difference, show: bar},
      {title: 'B / A', of: (row) => row.ratio, show: ratio},
      noise &&
        numberColumn(
          'noise',
          (row) => row.noise,
          (value) => (value < FEW ? '' : '±') + calls(value),
        ),
    ],
    rows,
  );
}

function differenceBar(share) {
  const bar = el('span', {class: 'bar ' + (share > 0 ? 'more' : 'less'), 'aria-hidden': 'true'});
  const fill = el('span');
  fill.style.width = Math.abs(share) * 100 + '%';
  bar.append(fill);
  return bar;
}
