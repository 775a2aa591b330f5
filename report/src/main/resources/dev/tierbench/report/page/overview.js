// The answer first, then every main metric over each axis of the run: concurrency, rate, or both.
import {data} from './data.js';
import {NOT_MEASURED, digits, formatted, isNumber, percent, shortened, visible, whole} from './format.js';
import {card, details, el, list, note, quiet, section} from './dom.js';
import {MARKS, css, faded, markPlace, serverColour, serverName} from './theme.js';
import {numberColumn, serverColumn, table} from './tables.js';
import {
  NO_COLOUR,
  NO_POINTS,
  axis,
  chart,
  levelAt,
  lineConfig,
  lineSet,
  millisAxis,
  named,
  pointSet,
} from './charts.js';

export const FINDING_MARK = {
  better: '▲',
  worse: '▼',
  equivalent: '=',
  inconclusive: '?',
  one_trial: '·',
  not_measured: '–',
};

export function verdict(finding, label) {
  const mark = el('span', {'aria-hidden': 'true'}, FINDING_MARK[finding] + ' ');
  return el('span', {class: 'verdict ' + finding}, mark, label || finding.replaceAll('_', ' '));
}

export function answerSection() {
  const {findings, badges, steps} = data.key_findings;
  const terms = [...Map.groupBy(findings, (finding) => finding.topic)].map(([topic, alike]) => [
    el('dt', {}, topic),
    alike.map((finding) => el('dd', {}, finding.sentence)),
  ]);
  const counts = Object.entries(steps).map(([state, count]) => count + (count === 1 ? ' step ' : ' steps ') + state);
  return el(
    'section',
    {id: 'answer', 'aria-label': 'The answer'},
    el('dl', {class: 'answer'}, terms),
    [...Map.groupBy(badges, (badge) => badge.of)].map(([of, tiles]) =>
      el('div', {class: 'tiles-of'}, el('h3', {}, of), el('ul', {class: 'tiles'}, tiles.map(tileOf))),
    ),
    quiet(counts.join(', '), '.'),
    doubts(),
  );
}

function tileOf({metric, ratio, a, b, unit, noise, finding, verdict: label}) {
  return el(
    'li',
    {class: 'tile'},
    el('span', {class: 'tile-name'}, metric),
    el('span', {class: 'tile-ratio'}, ratio),
    el('span', {class: 'tile-values'}, a + ' → ' + b + ' ' + unit, noise && [el('br'), 'noise floor ' + noise]),
    verdict(finding, label),
  );
}

function doubts() {
  const problems = data.read_problems;
  const caveats = data.provenance.caveats.map(({what, hint}) => [
    shortened(what, 2000),
    hint && el('span', {class: 'quiet'}, ' Hint: ' + shortened(hint, 2000)),
  ]);
  return [
    problems.length > 0 && el('div', {class: 'note bad'}, el('h3', {}, 'Not everything could be read'), list(problems)),
    caveats.length > 0 && note(el('h3', {}, 'Caveats of this host'), list(caveats)),
  ];
}

export function metricOf(id) {
  return data.plot_data.metrics.find((metric) => metric.id === id);
}

export function hasValues(metric) {
  return metric.series.some((line) => line.levels.some((level) => level.trials.length > 0));
}

export function titleOf(metric) {
  return metric.label + (metric.unit ? ', ' + metric.unit : '');
}

// A metric with the cells of one axis only.
function along(metric, of) {
  const here = new Set(data.cell_data.filter((cell) => cell.axis === of.id).map((cell) => cell.id));
  const series = metric.series.map((line) => ({...line, levels: line.levels.filter((level) => here.has(level.cell))}));
  return {...metric, series};
}

function isConcurrency(of) {
  return of.id === 'concurrency';
}

export function plotSection(head) {
  const of = data.axis_data.find((one) => head.parts.includes(one.id));
  const metrics = data.main_metrics.map((metric) => along(metricOf(metric), of));
  const {true: there = [], false: missing = []} = Object.groupBy(metrics, hasValues);
  return section(
    head,
    'Points are trials, the line is their median, the band its 95 % bootstrap interval (of up to 5 trials the least and ' +
      'the most). Hover for values; click a level to open it.',
    legend(of),
    el(
      'div',
      {class: 'plots'},
      there.map((metric) => plotFigure(metric, of)),
    ),
    missing.length > 0 && quiet('Not measured in this run: ' + missing.map((metric) => metric.label).join(', ') + '.'),
    floorTable(of),
    isConcurrency(of) && scalingTable(),
  );
}

// What each server costs beyond the least: the same work without a framework.
const FLOOR_METRICS = [
  'cpu_us_per_op',
  'cs_per_op',
  'syscalls_per_op',
  'latency_p50_ms',
  'latency_p99_ms',
  'allocated_bytes_per_op',
  'rss_mib',
];

function twoDigits(value) {
  return digits(value, 2);
}

function floorTable(of) {
  const floor = data.bounds[0];
  if (!floor || data.servers.length < 2) return null;
  const at = (metric, server, level) =>
    metric.series.find((line) => line.server === server).levels.find((point) => point.level === level).median;
  const there = FLOOR_METRICS.map((metric) => along(metricOf(metric), of)).filter(hasValues);
  const rows = of.levels.flatMap((level) =>
    data.servers.filter((server) => server !== floor).map((server) => ({level, server})),
  );
  const times = (row, metric) => {
    const [own, least] = [at(metric, row.server, row.level), at(metric, floor, row.level)];
    return isNumber(own) && least > 0 ? own / least : undefined;
  };
  return el(
    'div',
    {},
    el('h3', {}, '× floor'),
    quiet('Medians of valid trials over those of ' + floor, ', which does the same work without a framework.'),
    table(
      'Multiples of the floor',
      [
        numberColumn(of.label, (row) => row.level, whole),
        serverColumn(),
        ...there.flatMap((metric) => [
          numberColumn(titleOf(metric), (row) => at(metric, row.server, row.level)),
          numberColumn('× floor', (row) => times(row, metric), twoDigits),
        ]),
      ],
      rows,
    ),
  );
}

function legend(of) {
  const ofScaling = isConcurrency(of) ? ['○ knee', '┄ fitted scalability law', '— ideal'] : [];
  const marks = ['✕ step that failed, not counted', ...ofScaling].join('   ');
  return el('p', {class: 'legend'}, data.servers.map(serverName), el('span', {class: 'quiet'}, marks));
}

function plotFigure(metric, of) {
  const title = titleOf(metric);
  const label = title + ' over ' + of.id + '; the values are in the table below';
  return card(
    title,
    metric.lower_is_better ? 'lower is better' : 'higher is better',
    chart(label, 250, () => plotConfig(metric, of)),
    details('Values', () => plotTable(metric, of)),
  );
}

function highest(metric) {
  return Math.max(...metric.series.flatMap((line) => line.levels.flatMap((level) => level.trials.map((t) => t.value))));
}

function plotConfig(metric, of) {
  const goTo = (event, _, drawn) => {
    const level = levelAt(drawn, event.x);
    location.hash = data.cell_data.find((cell) => cell.axis === of.id && cell.level === level).address;
  };
  const lines = metric.series.flatMap((line) => serverSets(metric, line, of));
  const sets = isConcurrency(of) ? [...lines, ...idealSets(metric, of)] : lines;
  const x = axis(of.label, {
    type: 'linear',
    min: 0,
    max: of.levels.at(-1) * 1.03,
    ticks: {maxRotation: 0, autoSkipPadding: 12, callback: (value) => whole(value), includeBounds: false},
  });
  const y =
    metric.unit === 'ms'
      ? millisAxis(sets.flatMap((set) => set.data.map((point) => point.y)))
      : axis('', {beginAtZero: true, title: {display: false}, suggestedMax: highest(metric) * 1.05});
  const interaction = {mode: 'level', intersect: false};
  return lineConfig(sets, (level) => whole(level) + ' ' + of.label, {x, y}, {onClick: goTo, interaction});
}

export function described(level) {
  const band = isNumber(level.low) ? ' (' + formatted(level.low) + '–' + formatted(level.high) + ')' : '';
  return formatted(level.median) + band + ', n = ' + level.valid;
}

function serverSets(metric, line, of) {
  const colour = serverColour(line.server);
  const mark = MARKS[markPlace(line.server)];
  const measured = line.levels.filter((level) => isNumber(level.median));
  const banded = measured.filter((level) => isNumber(level.low));
  const floor = data.bounds.includes(line.server) ? {borderDash: [7, 3]} : {};
  const dots = (valid) =>
    line.levels.flatMap((level) =>
      level.trials
        .filter((trial) => (trial.state === 'valid') === valid)
        .map((trial) => ({
          x: level.level,
          y: trial.value,
          tip: valid ? null : named(trial.trial, formatted(trial.value) + ' (' + trial.state + ', not counted)'),
        })),
    );
  const limit = (end) => banded.map((level) => ({x: level.level, y: level[end]}));
  const medians = measured.map((level) => ({
    x: level.level,
    y: level.median,
    tip: named(line.server, described(level)),
  }));
  return [
    lineSet(limit('low'), colour, {...NO_POINTS, borderWidth: 0}),
    lineSet(limit('high'), faded(colour, 0.16), {...NO_POINTS, borderWidth: 0, fill: '-1'}),
    lineSet(medians, colour, {pointStyle: mark, pointRadius: 2, ...floor}),
    pointSet(dots(true), colour, {
      backgroundColor: faded(colour, 0.55),
      borderWidth: 1,
      pointStyle: mark,
      pointRadius: 3.5,
    }),
    pointSet(dots(false), colour, {pointStyle: 'crossRot', pointRadius: 5}),
    ...(metric.id === 'throughput_rps' && isConcurrency(of) ? scalingSets(line.server, measured, colour, of) : []),
  ];
}

function scalingSets(server, measured, colour, of) {
  const {knee, knee_interval: interval, law} = data.plot_data.scaling.find((scaling) => scaling.server === server);
  const sets = [];
  if (law) {
    const at = (n) => (law.lambda * n) / (1 + law.sigma * (n - 1) + law.kappa * n * (n - 1));
    const top = of.levels.at(-1);
    const points = Array.from({length: 61}, (_, i) => Math.max(1, (top * i) / 60));
    const line = points.map((x) => ({x, y: at(x)}));
    sets.push(lineSet(line, colour, {...NO_POINTS, borderDash: [2, 4], borderWidth: 1.5}));
  }
  const at = knee && measured.find((level) => level.level === knee.concurrency);
  if (at && knee.reached && interval.decided) {
    const point = {x: at.level, y: at.median, tip: 'knee of ' + shortened(visible(server), 40)};
    sets.push(pointSet([point], colour, {pointStyle: 'circle', pointRadius: 10, backgroundColor: NO_COLOUR}));
  }
  return sets;
}

// N concurrent requests of the echo's delay each, if nothing else took time.
function idealSets(metric, of) {
  if (!data.plot_data.delay_ms) return [];
  const delay = data.plot_data.delay_ms / 1e3;
  const top = of.levels.at(-1);
  const line = (...points) => [
    lineSet(
      points.map(([x, y]) => ({x, y})),
      css('--quiet'),
      {...NO_POINTS, borderWidth: 1.5},
    ),
  ];
  if (metric.id === 'throughput_rps') {
    const end = Math.min(top, highest(metric) * 1.25 * delay);
    return line([0, 0], [end, end / delay]);
  }
  return metric.id === 'latency_p50_ms' ? line([0, delay * 1e3], [top, delay * 1e3]) : [];
}

function plotTable(metric, of) {
  const rows = of.levels.map((level, i) => ({level, cells: metric.series.map((line) => line.levels[i])}));
  const ofServers = metric.series.map((line, i) => ({
    title: shortened(line.server, 40),
    of: (row) => row.cells[i].median,
    show: (row) => (isNumber(row.cells[i].median) ? described(row.cells[i]) : NOT_MEASURED),
  }));
  return table(metric.label + ' by level', [numberColumn(of.label, (row) => row.level, whole), ...ofServers], rows);
}

function kneeOf({knee, knee_interval: interval, unseen}) {
  if (!knee) return NOT_MEASURED;
  const hidden = unseen.length > 0 ? ' (no valid step at ' + unseen.map(whole).join(', ') + ')' : '';
  const textOf = (one) => (one.reached ? '' : 'beyond ') + whole(one.concurrency);
  return interval.decided
    ? textOf(knee) + hidden
    : textOf(interval.earliest) + ' to ' + textOf(interval.latest) + hidden;
}

function scalingTable() {
  const exponential = (value) => value.toExponential(2);
  const peakOf = ({law, law_peak: peak, law_peak_beyond: beyond}) =>
    law && !isNumber(peak) ? 'none' : whole(peak) + (beyond ? ' (beyond the measured levels)' : '');
  return el(
    'div',
    {},
    el('h3', {}, 'Knee and Universal Scalability Law'),
    quiet(
      'The knee is the highest level up to which throughput grows by at least half of proportional; where the trials ' +
        'leave it open, from the earliest to the latest, and without a circle in the plot. The law is fitted ' +
        'to the medians, and its residual is that of the points it was fitted to: some percent or more means that it ' +
        'does not describe this server well, and next to nothing means little with 4 points for 3 coefficients.',
    ),
    table(
      'Knee and scalability law',
      [
        serverColumn(),
        {title: 'knee', of: (row) => row.knee?.concurrency, show: kneeOf},
        numberColumn('σ contention', (row) => row.law?.sigma, exponential),
        numberColumn('κ coherency', (row) => row.law?.kappa, exponential),
        {title: 'peak at', of: (row) => row.law_peak, show: peakOf},
        numberColumn('residual', (row) => row.law?.residual, percent),
        numberColumn('points', (row) => row.points, whole),
      ],
      data.plot_data.scaling,
    ),
  );
}
