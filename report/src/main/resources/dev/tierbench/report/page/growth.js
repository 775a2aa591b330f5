// Time and memory of each case over its sizes, with the bounds and the cells that have no value.
import {data} from './data.js';
import {NOT_MEASURED, formatted, isNumber, shortened, whole} from './format.js';
import {card, details, el, quiet, section} from './dom.js';
import {MARKS, faded, markPlace, place, serverColour, serverName} from './theme.js';
import {numberColumn, table} from './tables.js';
import {
  NO_COLOUR,
  NO_POINTS,
  axis,
  chart,
  labelAbove,
  labelBelow,
  lineConfig,
  lineSet,
  logTick,
  named,
  pointSet,
} from './charts.js';
import {described, hasValues, metricOf, titleOf} from './overview.js';
import {boundOf, cellsOf, groups, medianOf, outcomeReason, outcomeText, outcomesOf} from './suite.js';

const GROWTH_METRICS = ['run_ms', 'rss_peak_mib'];
const DASHES = [[], [9, 4], [2, 3]];

// A mark on the edge of the plot is drawn whole.
const MARK_ROOM = 8;

export function growthSection(head) {
  const growing = groups().filter((group) => cellsOf(group).length > 1);
  const there = GROWTH_METRICS.map(metricOf).filter(hasValues);
  if (growing.length === 0 || there.length === 0) return null;
  return section(
    head,
    'Points are trials, the line is their median. The thin dashed line is the bound. ○ was predicted and not run, at ' +
      'the predicted time; ✕ did not complete and ◇ was refused, at the predicted time or the top. Both axes are ' +
      'logarithmic.',
    el('p', {class: 'legend'}, data.servers.map(serverName)),
    growing.map((group) => [
      el('h3', {}, group),
      data.suite_data.cases[group] && quiet(data.suite_data.cases[group]),
      el(
        'div',
        {class: 'plots two'},
        there.filter((metric) => isMeasuredIn(group, metric)).map((metric) => growthFigure(group, metric)),
      ),
    ]),
  );
}

function isMeasuredIn(group, metric) {
  return cellsOf(group).some((cell) => data.servers.some((server) => medianOf(metric.id, server, cell.id) > 0));
}

function growthFigure(group, metric) {
  const title = titleOf(metric);
  const cells = cellsOf(group);
  const label = group + ', ' + title + ' over the size; the values are in the table below';
  return card(
    title,
    'lower is better',
    chart(label, 300, () => growthConfig(cells, metric)),
    details('Values', () => growthTable(cells, metric)),
  );
}

function growthTable(cells, metric) {
  const ofServers = data.servers.map((server) => ({
    title: shortened(server, 40),
    of: (cell) => medianOf(metric.id, server, cell.id),
    show: (cell) => {
      const value = medianOf(metric.id, server, cell.id);
      return value === null
        ? outcomesOf(server, cell.id).map(outcomeText).join(', ') || NOT_MEASURED
        : formatted(value);
    },
  }));
  return table(metric.label + ' by size', [numberColumn('size', (cell) => cell.level, whole), ...ofServers], cells);
}

function growthConfig(cells, metric) {
  const lines = metric.series.map((line) => growthLine(line, cells));
  const values = lines.flatMap((line) => line.points.map((point) => point.y));
  const predicted = data.suite_data.outcomes
    .filter((outcome) => metric.id === 'run_ms' && cells.some((cell) => cell.id === outcome.cell))
    .map((outcome) => outcome.predicted_ms)
    .filter(isNumber);
  const top = labelAbove(Math.max(...values, ...predicted));
  const sets = lines.flatMap((line) => [...lineSets(line), ...endSets(line, cells, metric, top)]);
  const bounds = metric.id === 'run_ms' ? metric.series.map((line) => boundSet(line.server, cells)) : [];
  const log = (title, extra) =>
    axis(title, {type: 'logarithmic', ticks: {callback: logTick, autoSkip: false, maxRotation: 0}, ...extra});
  const sizes = cells.map((cell) => cell.level);
  return lineConfig([...sets, ...bounds], (size) => whole(size) + ' ' + data.axis_data[0].label, {
    x: log(data.axis_data[0].label + ', log', {min: Math.min(...sizes) / 1.3, max: Math.max(...sizes) * 1.3}),
    y: log((metric.unit || metric.label) + ', log', {min: labelBelow(Math.min(...values, ...predicted)), max: top}),
  });
}

function growthLine({server, levels}, cells) {
  const here = cells.map((cell) => levels.find((level) => level.cell === cell.id));
  const points = here
    .filter((level) => level.median > 0)
    .map((level) => ({x: level.level, y: level.median, tip: named(server, described(level))}));
  const dots = here.flatMap((level) =>
    level.trials
      .filter((trial) => trial.state === 'valid' && trial.value > 0)
      .map((trial) => ({x: level.level, y: trial.value})),
  );
  return {server, points, dots};
}

function lineSets({server, points, dots}) {
  const colour = serverColour(server);
  const look = {pointStyle: MARKS[markPlace(server)], clip: MARK_ROOM};
  const borderDash = DASHES[Math.floor(place(server) / MARKS.length) % DASHES.length];
  return [
    lineSet(points, colour, {...look, pointRadius: 3.5, borderDash}),
    pointSet(dots, colour, {
      ...look,
      backgroundColor: faded(colour, 0.4),
      borderWidth: 1,
      pointRadius: 2,
      pointHitRadius: 0,
    }),
  ];
}

// Where a cell ended without a value. One whose time nobody predicted stands at the top.
function endSets({server}, cells, metric, top) {
  const ends = cells.flatMap((cell) => outcomesOf(server, cell.id).map((outcome) => ({...outcome, x: cell.level})));
  const at = (end) => (metric.id === 'run_ms' && isNumber(end.predicted_ms) ? end.predicted_ms : top);
  const set = (wanted, pointStyle) =>
    pointSet(
      ends
        .filter(wanted)
        .map((end) => ({x: end.x, y: at(end), tip: named(server, outcomeText(end) + ', ' + outcomeReason(end))})),
      serverColour(server),
      {backgroundColor: NO_COLOUR, pointRadius: 6, pointStyle, clip: MARK_ROOM},
    );
  return [
    set((end) => end.outcome === 'predicted' && metric.id === 'run_ms', 'circle'),
    set((end) => end.outcome === 'refused', 'rectRot'),
    set((end) => end.was_run, 'crossRot'),
  ];
}

function boundSet(server, cells) {
  const points = cells.map((cell) => ({x: cell.level, y: boundOf(server, cell.id)}));
  const known = points.filter((point) => isNumber(point.y));
  return lineSet(known, serverColour(server), {...NO_POINTS, borderDash: [5, 4], borderWidth: 1});
}
