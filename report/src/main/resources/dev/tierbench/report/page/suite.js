// What a suite shows: the matrix, the ranks, time and memory over the size, the published figures.
const OUTCOME_MARK = {predicted: '○', refused: '⊘'};
const SHADES = [
  [0.1, 'strong'],
  [0.03, 'slight'],
];

function suiteSections() {
  return [matrixSection(), rankSection(), sizeSection()];
}

function medianOf(metric, server, level) {
  const at = metricOf(metric)
    .series.find((line) => line.server === server)
    .levels.find((point) => point.level === level);
  return at && isNumber(at.median) ? at.median : null;
}

function outcomeOf(server, level) {
  return data.suite.outcomes.find((outcome) => outcome.subject === server && outcome.level === level);
}

function outcomeMark({outcome}) {
  return (OUTCOME_MARK[outcome] ?? '✕') + ' ' + outcome;
}

// What was found of an implementation against the baseline, from its own side.
function findingAgainst(baseline, server, level, metric) {
  const turned = {better: 'worse', worse: 'better'};
  for (const pair of data.suite.verdicts) {
    if (pair.level !== level || pair.metric !== metric) continue;
    if (pair.a === baseline && pair.b === server) return pair.finding;
    if (pair.a === server && pair.b === baseline) return turned[pair.finding] ?? pair.finding;
  }
  return null;
}

function shade(finding, ratio) {
  if (finding !== 'better' && finding !== 'worse') return 'even';
  const step = SHADES.find(([least]) => Math.abs(ratio - 1) >= least);
  return step ? finding + '-' + step[1] : 'even';
}

function matrixCell(server, level, chosen) {
  const value = medianOf(chosen.metric, server, level);
  if (value === null) {
    const outcome = outcomeOf(server, level);
    const text = outcome && outcome.outcome !== 'completed' ? outcomeMark(outcome) : NOT_MEASURED;
    return el('td', {class: 'cell none', title: outcome?.reason}, text);
  }
  const base = medianOf(chosen.metric, chosen.baseline, level);
  const ratio = base > 0 ? value / base : null;
  const own = server === chosen.baseline;
  const finding = own ? null : findingAgainst(chosen.baseline, server, level, chosen.metric);
  const words = own ? 'baseline' : finding === null ? 'not compared' : findingWords({finding});
  return el(
    'td',
    {class: 'cell ' + (own || ratio === null ? 'even' : shade(finding, ratio)), title: words},
    el('span', {class: 'cell-value'}, formatted(value)),
    !own && ratio !== null && el('span', {class: 'quiet'}, ' ' + factor(ratio)),
    !own && FINDING_MARK[finding] && el('span', {class: 'unseen'}, ' ' + words),
    !own && el('span', {'aria-hidden': 'true'}, ' ' + (FINDING_MARK[finding] ?? '')),
  );
}

function matrixTable(chosen) {
  const head = [
    el('th', {scope: 'col', class: 'left'}, 'case, size'),
    data.servers.map((server) => el('th', {scope: 'col'}, serverName(server))),
  ];
  const rows = data.levels.map((level) =>
    el(
      'tr',
      {},
      el('th', {scope: 'row', class: 'left'}, el('a', {href: '#level=' + level}, levelName(level))),
      data.servers.map((server) => matrixCell(server, level, chosen)),
    ),
  );
  const caption = 'Median ' + titleOf(metricOf(chosen.metric)) + ', and as a multiple of ' + chosen.baseline;
  const box = scrollBox('scroll matrix', caption);
  box.append(
    el('table', {}, el('caption', {class: 'unseen'}, caption), el('thead', {}, el('tr', {}, head)), el('tbody', {}, rows)),
  );
  return box;
}

function matrixSection() {
  const metrics = data.main_metrics.map(metricOf).filter(hasValues);
  const body = el('div', {});
  const lead =
    'Medians of the valid trials; × is the multiple of the baseline. A cell has a shade only where the trials give a ' +
    'verdict against the baseline: light from 3 %, dark from 10 %. One trial gives no verdict. ○ was not run, being ' +
    'beyond the budget; ⊘ a limit of the host forbids; ✕ did not complete.';
  if (metrics.length === 0) return section('matrix', 'Matrix', lead, matrixTableOfOutcomes());
  const chosen = {metric: metrics[0].id, baseline: data.suite.baseline};
  const draw = () => replace(body, matrixTable(chosen));
  const change = (name) => (value) => {
    chosen[name] = value;
    draw();
  };
  draw();
  return section(
    'matrix',
    'Matrix',
    lead,
    fields(
      select('Metric', metrics.map((metric) => [metric.id, titleOf(metric)]), chosen.metric, change('metric')),
      select('Baseline', data.servers, chosen.baseline, change('baseline')),
    ),
    body,
    details('Cells without a value', matrixTableOfOutcomes),
  );
}

function matrixTableOfOutcomes() {
  const rows = data.suite.outcomes.filter((outcome) => outcome.outcome !== 'completed');
  if (rows.length === 0) return el('p', {}, 'None.');
  return table(
    'Cells without a value',
    [
      {title: 'implementation', of: (row) => row.subject, left: true, show: (row) => serverName(row.subject)},
      textColumn('case, size', (row) => levelName(row.level)),
      textColumn('outcome', (row) => outcomeMark(row)),
      textColumn('why', (row) => row.reason, 600),
    ],
    rows,
  );
}

function rankSection() {
  const {rankings} = data.suite;
  if (rankings.length === 0) return null;
  const body = el('div', {});
  const draw = (level) =>
    replace(
      body,
      table(
        'Ranks at ' + levelName(level),
        [
          numberColumn('rank', (row) => row.rank, whole),
          {title: 'implementation', of: (row) => row.subject, left: true, show: (row) => serverName(row.subject)},
          numberColumn('ms a run', (row) => row.ms),
          numberColumn('× the first', (row) => row.times_best, factor),
          numberColumn('bound, ms', (row) => outcomeOf(row.subject, level)?.bound_ms),
          textColumn('note', (row) => data.suite.notes.find((note) => note.subject === row.subject)?.note),
        ],
        rankings.find((ranking) => ranking.level === level).places,
      ),
    );
  const last = rankings.at(-1).level;
  draw(last);
  return section(
    'ranks',
    'Ranks',
    'By the median time of a run. Neighbours that the trials do not tell apart share a rank.',
    fields(
      select(
        'Case, size',
        rankings.map((ranking) => [String(ranking.level), levelName(ranking.level)]),
        String(last),
        (level) => draw(Number(level)),
      ),
    ),
    body,
  );
}

function sizeSection() {
  const cases = [...new Set(data.suite.cells.map((cell) => cell.case))].filter(
    (name) => sizesOf(name).length > 1,
  );
  if (cases.length === 0) return null;
  return section(
    'plots',
    'Over the size',
    'Medians of the valid trials; the dashed line is the bound of each implementation, ○ a predicted cell that was not ' +
      'run, ✕ one that did not complete, at the time that was predicted. Both axes are logarithmic.',
    el('p', {class: 'legend'}, data.servers.map(serverName)),
    el(
      'div',
      {class: 'plots'},
      cases.flatMap((name) =>
        ['run_ms', 'rss_peak_mib']
          .map(metricOf)
          .filter(hasValues)
          .map((metric) => sizeFigure(name, metric)),
      ),
    ),
  );
}

// The cells of a case with a size, by size.
function sizesOf(name) {
  return data.suite.cells
    .map((cell, level) => ({...cell, level}))
    .filter((cell) => cell.case === name && isNumber(cell.size))
    .sort((one, other) => one.size - other.size);
}

function sizeFigure(name, metric) {
  const title = name + ': ' + titleOf(metric);
  return card(
    title,
    'lower is better',
    chart(title + ' over the size; the values are in the matrix', 280, () => sizeConfig(name, metric)),
  );
}

function sizeConfig(name, metric) {
  const sizes = sizesOf(name);
  const sets = data.servers.flatMap((server) => sizeSets(server, sizes, metric));
  const log = (title) => axis(title, {type: 'logarithmic', ticks: {callback: logTick, autoSkip: false, maxRotation: 0}});
  return lineConfig(sets, (size) => whole(size), {x: log('size'), y: log(metric.unit + ', log')});
}

function sizeSets(server, sizes, metric) {
  const colour = serverColour(server);
  const points = sizes
    .map(({size, level}) => ({x: size, y: medianOf(metric.id, server, level)}))
    .filter((point) => point.y > 0)
    .map((point) => ({...point, tip: named(server, formatted(point.y) + ' ' + metric.unit)}));
  const line = {
    data: points,
    borderColor: colour,
    backgroundColor: colour,
    borderWidth: 2,
    pointRadius: 3,
    pointStyle: MARKS[markPlace(server)],
  };
  return metric.id === 'run_ms' ? [line, ...boundSets(server, sizes, colour)] : [line];
}

function boundSets(server, sizes, colour) {
  const here = sizes.map(({size, level}) => ({size, ...outcomeOf(server, level)}));
  const marks = (mark, wanted) => ({
    data: here
      .filter((cell) => isNumber(cell.predicted_ms) && cell.predicted_ms > 0 && wanted(cell.outcome))
      .map((cell) => ({
        x: cell.size,
        y: cell.predicted_ms,
        tip: named(server, cell.outcome + ', ' + formatted(cell.predicted_ms) + ' ms at least'),
      })),
    showLine: false,
    borderColor: colour,
    backgroundColor: 'rgba(0,0,0,0)',
    borderWidth: 2,
    pointStyle: mark,
    pointRadius: 6,
  });
  return [
    {
      data: here.filter((cell) => cell.bound_ms > 0).map((cell) => ({x: cell.size, y: cell.bound_ms})),
      borderColor: colour,
      borderDash: [5, 4],
      borderWidth: 1,
      pointRadius: 0,
      pointHitRadius: 0,
    },
    marks('circle', (outcome) => outcome === 'predicted' || outcome === 'refused'),
    marks('crossRot', (outcome) => outcome && !['predicted', 'refused', 'completed'].includes(outcome)),
  ];
}

// Every metric of every implementation in one cell.
function cellTable(level) {
  const metrics = data.plots.metrics.filter((metric) =>
    data.servers.some((server) => medianOf(metric.id, server, level) !== null),
  );
  return table(
    'Values at ' + levelName(level),
    [
      {title: 'implementation', of: (row) => row, left: true, show: (row) => serverName(row)},
      textColumn('outcome', (row) => outcomeOf(row, level)?.outcome),
      ...metrics.map((metric) => numberColumn(titleOf(metric), (row) => medianOf(metric.id, row, level))),
    ],
    data.servers,
  );
}

// The study's figures are of another machine: only ratios between its implementations say anything here.
function publishedSection() {
  const {published, defects, study} = data.suite;
  const tables = published.map((figures) => publishedTable(figures)).filter(Boolean);
  if (tables.length === 0 && defects.length === 0) return null;
  return section(
    'study',
    'The study and this run',
    study,
    tables.length > 0 &&
      quiet('Ratios to one implementation, published and measured; the times themselves belong to their machines.'),
    tables,
    defects.length > 0 && [el('h3', {}, 'What the study left open, and what was done about it'), list(defects)],
  );
}

function publishedTable(figures) {
  const names = Object.keys(figures.values).filter((name) => data.servers.includes(name));
  const base = names.includes(data.suite.baseline) ? data.suite.baseline : names[0];
  if (names.length < 2) return null;
  const rows = sizesOf(figures.case)
    .filter((cell) => figures.sizes.includes(cell.size))
    .map((cell) => ({...cell, at: figures.sizes.indexOf(cell.size)}));
  if (rows.length === 0) return null;
  const ratio = (value, of) => (isNumber(value) && of > 0 ? value / of : null);
  const columns = names
    .filter((name) => name !== base)
    .flatMap((name) => [
      numberColumn(name + ', published', (row) => ratio(figures.values[name][row.at], figures.values[base][row.at]), factor),
      numberColumn(
        name + ', here',
        (row) => ratio(medianOf(figures.metric, name, row.level), medianOf(figures.metric, base, row.level)),
        factor,
      ),
    ]);
  return [
    el('h3', {}, figures.target + ', as multiples of ' + base),
    table(figures.target, [numberColumn('size', (row) => row.size, whole), ...columns], rows),
  ];
}
