// One level in full.
import {data} from './data.js';
import {formatted, shortened, whole} from './format.js';
import {card, details, el, note, quiet, replace, section} from './dom.js';
import {MARKS, css, markPlace, redraws, serverColour} from './theme.js';
import {numberColumn, serverColumn, table, textColumn} from './tables.js';
import {
  NO_COLOUR,
  axis,
  chart,
  forgetCharts,
  isDecade,
  lineConfig,
  lineSet,
  millisAxis,
  named,
  stackedBars,
} from './charts.js';
import {cellTable} from './suite.js';
import {threadTables} from './threads.js';
import {syscallTable} from './syscalls.js';

export function levelSection(head) {
  const body = el('div', {id: 'level-body'});
  const buttons = data.cell_data.map((cell) => el('a', {href: '#' + cell.address, class: 'level'}, cell.label));
  const box = section(
    head,
    null,
    el(
      'nav',
      {class: 'levels', 'aria-label': data.words.cell},
      el('span', {class: 'quiet'}, data.words.cell + ':'),
      buttons,
    ),
    body,
  );
  const open = (cell) => {
    buttons.forEach((button, i) => {
      if (data.cell_data[i] === cell) button.setAttribute('aria-current', 'true');
      else button.removeAttribute('aria-current');
    });
    forgetCharts();
    const before = redraws.length;
    replace(body, levelBody(cell, head.parts));
    for (const redraw of redraws.slice(before)) redraw.temporary = true;
  };
  return {box, open};
}

function levelBody(cell, parts) {
  const here = data.level_data.filter((detail) => detail.cell === cell.id);
  return [
    el('h3', {}, cell.heading),
    quiet(stepsOf(cell)),
    parts.includes('latency') && latencyFigures(here),
    parts.includes('values') && cellTable(cell),
    roleFigures(here),
    syscallTable(here),
    threadTables(cell),
  ];
}

function latencyFigures(here) {
  return [
    el(
      'div',
      {class: 'plots'},
      curveFigure(here),
      secondsFigure(here, 'rps', 'Throughput by second, req/s'),
      secondsFigure(here, 'p99_ms', 'p99 by second, ms'),
    ),
    percentileTable(here),
  ];
}

function stepsOf(cell) {
  const steps = data.validity_data.steps.filter((step) => step.cell === cell.id);
  return 'Steps: ' + steps.map((step) => step.trial + ' ' + step.state_label).join(', ') + '.';
}

function curveFigure(here) {
  const measured = here.filter((detail) => detail.curve);
  if (measured.length === 0) return quiet('No latency log of a valid step at this level.');
  // 1 / (1 - p) on a logarithmic axis gives every nine the same room.
  const place = (percentile) => 1 / (1 - percentile / 100);
  const percentileAt = (x) => 100 * (1 - 1 / x);
  const set = ({server, curve}) =>
    lineSet(
      curve.points.map((p) => ({x: place(p.percentile), y: p.ms, tip: named(server, formatted(p.ms) + ' ms')})),
      serverColour(server),
      {pointHitRadius: 8, pointStyle: MARKS[markPlace(server)]},
    );
  const scales = () => ({
    x: axis('percentile', {
      type: 'logarithmic',
      min: 1,
      grid: {color: (line) => (isDecade(line.tick.value) ? css('--grid') : NO_COLOUR)},
      ticks: {
        maxRotation: 0,
        autoSkip: false,
        callback: (value) => (isDecade(value) ? Number(percentileAt(value).toFixed(4)) + ' %' : ''),
      },
    }),
    y: millisAxis(measured.flatMap(({curve}) => curve.points.map((p) => p.ms))),
  });
  const titleAt = (x) => 'p' + Number(percentileAt(x).toPrecision(6));
  return card(
    'Latency by percentile, ms',
    'all valid trials merged',
    chart('Latency by percentile', 250, () => lineConfig(measured.map(set), titleAt, scales())),
  );
}

function secondsFigure(here, field, title) {
  const lines = here.flatMap((detail) => detail.seconds.map((trial) => ({server: detail.server, ...trial})));
  if (lines.length === 0) return null;
  const tipOf = (state, second) =>
    formatted(second[field]) +
    (state === 'valid' ? '' : ' (' + state + ')') +
    (second.stall ? ', ' + second.stall : '');
  const set = ({server, trial, state, seconds}) =>
    lineSet(
      seconds.map((second) => ({x: second.at, y: second[field], tip: named(trial, tipOf(state, second))})),
      serverColour(server),
      {
        borderWidth: 1.5,
        borderDash: state === 'valid' ? [] : [4, 4],
        pointRadius: seconds.map((second) => (second.stall ? 7 : 2)),
        pointStyle: seconds.map((second) => (second.stall ? 'crossRot' : MARKS[markPlace(server)])),
      },
    );
  const scales = () => ({
    x: axis('second of the measured window', {
      type: 'linear',
      ticks: {maxRotation: 0, precision: 0, callback: (value) => whole(value)},
    }),
    y: axis('', {beginAtZero: true, title: {display: false}}),
  });
  const titleAt = (x) => 'second ' + formatted(x + 1);
  const stalled = lines.some((line) => line.seconds.some((second) => second.stall));
  return card(
    title,
    'a line per trial' + (stalled ? '; a cross: something stood still, see the check stall' : ''),
    chart(title, 250, () => lineConfig(lines.map(set), titleAt, scales())),
  );
}

function percentileTable(here) {
  const measured = here.filter((detail) => detail.curve);
  if (measured.length === 0) return null;
  const at = (detail, p) => detail.curve.points.find((point) => Math.abs(point.percentile - p) < 1e-9)?.ms;
  return table(
    'Latency of all valid trials merged, ms',
    [
      serverColumn(),
      numberColumn('requests', (row) => row.curve.requests, whole),
      numberColumn('trials', (row) => row.valid_trials, whole),
      ...[50, 90, 99, 99.9, 99.99].map((p) => numberColumn('p' + p + ', ms', (row) => at(row, p))),
      numberColumn('max, ms', (row) => row.curve.max_ms),
    ],
    measured,
  );
}

function roleNames() {
  return [...new Set(data.level_data.flatMap((detail) => detail.roles.map((role) => role.role)))].sort();
}

function roleFigures(here) {
  const measured = here.filter((detail) => detail.roles.length > 0);
  if (measured.length === 0) {
    return note('What each thread did was not measured at this level: no valid step has a threads.csv.');
  }
  const rows = measured.map((detail) => ({name: detail.server, detail}));
  const bars = (field, title, unit) => {
    const perRequest = (name) => (row) => row.detail.roles.find((role) => role.role === name)?.per_op[field] ?? null;
    const parts = roleNames()
      .map((name, colour) => ({name, colour, of: perRequest(name)}))
      .filter((part) => rows.some((row) => part.of(row) > 0));
    return parts.length > 0 && card(title, null, roleLegend(parts), stackedBars(title, rows, parts, unit));
  };
  return [
    el('h3', {}, 'By role of thread, per ' + data.words.operation),
    el(
      'div',
      {class: 'plots two'},
      bars('cpu_us_per_op', 'CPU by role', 'µs per ' + data.words.operation),
      bars('syscalls_per_op', 'System calls by role', 'per ' + data.words.operation),
    ),
    details('All counters by role', () => roleTable(measured)),
  ];
}

function roleLegend(parts) {
  const swatch = (part) => el('span', {class: 'swatch r' + (part.colour % 12), 'aria-hidden': 'true'});
  const entries = parts.map((part) => el('span', {}, swatch(part), ' ' + shortened(part.name, 40)));
  return el('p', {class: 'legend'}, entries);
}

function roleTable(measured) {
  const rows = measured.flatMap((detail) => detail.roles.map((role) => ({server: detail.server, ...role})));
  return table(
    'Counters by role, per ' + data.words.operation,
    [
      serverColumn(),
      textColumn('role', (row) => row.role, 60),
      numberColumn('threads', (row) => row.threads, whole),
      ...data.role_metrics.map((metric) => numberColumn(metric.title, (row) => row.per_op[metric.id])),
    ],
    rows,
    {column: 3, falling: true},
  );
}
