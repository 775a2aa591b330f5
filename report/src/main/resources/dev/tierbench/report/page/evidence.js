// What the verdicts stand on: comparisons, the study, validity, provenance.
import {data} from './data.js';
import {
  NOT_MEASURED,
  cellOf,
  digits,
  factor,
  formatted,
  isNumber,
  percent,
  percentChange,
  plusMinus,
  shortened,
  whole,
} from './format.js';
import {details, el, list, note, quiet, replace, section} from './dom.js';
import {serverName} from './theme.js';
import {matrixBox, numberColumn, serverColumn, table, textColumn} from './tables.js';
import {FINDING_MARK, verdict} from './overview.js';

export function comparisonSection(head) {
  const all = data.comparison_records || [];
  if (all.length === 0) return null;
  const folded = head.parts.includes('folded');
  return section(
    head,
    data.comparison_explanation +
      ' The rows are those of all pairs of this page (those with a control by themselves); the noise floor is what this host makes of no difference at all.',
    data.noise_data ? noiseTable() : quiet('Noise floor: not measured in this run (nothing ran under two names).'),
    folded && quiet('Each against ' + data.suite_data.baseline + '; compare.sh RUN:ONE RUN:OTHER shows any other two.'),
    all.map(folded && all.length > 1 ? foldedComparison : shownComparison),
  );
}

function shownComparison(comparison) {
  return [el('h3', {}, comparison.a + ' → ' + comparison.b), comparisonBody(comparison)];
}

// A suite has so many of them that each is drawn when it is asked for.
function foldedComparison(comparison) {
  const count = (finding) => comparison.rows.filter((row) => row.finding === finding).length;
  const counts = Object.keys(FINDING_MARK).filter((finding) => count(finding) > 0);
  const words = counts.map((finding) => count(finding) + ' ' + finding.replaceAll('_', ' ')).join(', ');
  return details(comparison.a + ' → ' + comparison.b + ': ' + words, () => el('div', {}, comparisonBody(comparison)));
}

function comparisonBody(comparison) {
  return [differencesOf(comparison), missingOf(comparison), comparisonTable(comparison)];
}

function differencesOf({differences}) {
  if (differences.length === 0) return null;
  return details('Settings, host or plan: what differs (' + differences.length + ')', () =>
    table(
      'What differs',
      [textColumn('what', (row) => row.what), textColumn('A', (row) => row.a), textColumn('B', (row) => row.b)],
      differences,
    ),
  );
}

function missingOf({missing_counterparts: missing}) {
  if (missing.length === 0) return null;
  const cell = (row) =>
    shortened(row.subject, 80) +
    (row.parameters ? ' at ' + Object.values(row.parameters).join(', ') : '') +
    (row.metric ? ', ' + row.metric : '');
  const line = (row) => cell(row) + ': A ' + shortened(row.a, 200) + ', B ' + shortened(row.b, 200);
  const some = (title, rows) =>
    rows.length > 0 && details(title + ' (' + rows.length + ')', () => list(rows.map(line)));
  return [
    some(
      'Not compared',
      missing.filter((row) => !row.compared),
    ),
    some(
      'Trials lost, so that the values are those of survivors',
      missing.filter((row) => row.compared && !row.metric),
    ),
    some(
      'Values lost, since valid trials without one did worse than any with one',
      missing.filter((row) => row.metric),
    ),
  ];
}

function comparisonTable({rows}) {
  const some = (field) => rows.some((row) => row[field]);
  const interval = (row) =>
    isNumber(row.ratio_low) ? digits(row.ratio_low, 2) + '–' + digits(row.ratio_high, 2) : NOT_MEASURED;
  return table(
    'Comparison',
    [
      {title: 'verdict', left: true, of: (row) => row.finding, show: (row) => verdict(row.finding, findingWords(row))},
      textColumn('metric', (row) => row.metric),
      !rows.some((row) => row.subject.includes('→')) && textColumn(data.words.subject, (row) => row.subject, 60),
      atColumn((row) => row.parameters),
      some('role') && textColumn('role', (row) => row.role),
      some('syscall') && textColumn('syscall', (row) => row.syscall),
      numberColumn('A', (row) => row.a),
      numberColumn('B', (row) => row.b),
      numberColumn('B / A', (row) => row.ratio, factor),
      {title: 'interval', of: (row) => row.ratio_low, show: interval},
      rows.some((row) => isNumber(row.noise_floor)) && numberColumn('noise', (row) => row.noise_floor, plusMinus),
      numberColumn('p', (row) => row.adjusted_p, pValue),
      {title: 'n', of: (row) => row.a_trials + row.b_trials, show: (row) => row.a_trials + ' + ' + row.b_trials},
    ],
    rows,
  );
}

function pValue(p) {
  return p < 0.001 ? '< 0.001' : digits(p, 3);
}

export function findingWords(row) {
  if (row.reason) {
    const overruled = row.overruled ? row.overruled + ' by the trials, but ' : '';
    return row.finding + ': ' + overruled + row.reason;
  }
  if (row.finding === 'one_trial') return 'one trial: no verdict';
  if (row.finding === 'inconclusive' && row.trials_needed) {
    const trials = row.trials_needed >= 1000 ? '1,000 or more' : 'about ' + row.trials_needed;
    const told = isNumber(row.least_told) ? 'would tell ' + percent(row.least_told) : 'does not tell';
    return 'inconclusive: ' + told + '; ' + trials + ' trials would decide';
  }
  return row.finding.replaceAll('_', ' ');
}

function noiseTable() {
  const [first, second] = data.noise_data.servers.map(serverName);
  return [
    el('p', {}, 'Noise floor: ', first, ' and ', second, ' are the same; the most they differ anywhere:'),
    table(
      'Noise floor',
      [textColumn('metric', (row) => row.metric), numberColumn('differs by', (row) => row.share, plusMinus)],
      data.noise_data.floors,
    ),
  ];
}

function textTable(caption, {head, rows}) {
  return table(
    caption,
    head.map((title, i) => textColumn(title, (row) => row[i])),
    rows,
  );
}

// Of runs with an overload, or with three levels of concurrency.
export function limitsSection(head) {
  const tables = data.limit_tables;
  if (tables.length === 0) return null;
  return section(
    head,
    'What servers do in an overload, and what a request costs that waits.',
    tables.map(({caption, note, values}) => [el('h3', {}, caption), quiet(note), textTable(caption, values)]),
  );
}

// Only of a page that report.sh --predict wrote.
export function capacitySection(head) {
  const capacity = data.capacity_text;
  if (!capacity) return null;
  return section(
    head,
    capacity.title,
    capacity.tables.map(({caption, values}) => [el('h3', {}, caption), textTable(caption, values)]),
    capacity.unknown.length > 0 && [quiet('Cannot tell:'), list(capacity.unknown)],
    quiet('Assumed:'),
    list(capacity.assumptions),
  );
}

// Values of suites are times of another machine: only multiples of one implementation say anything here.
export function studySection(head) {
  const study = data.published_study;
  if (!study) return null;
  const {tables, defects} = study;
  return section(
    head,
    study.study,
    tables.length === 0
      ? quiet('It published pictures and words, and no numbers to set beside these.')
      : quiet('Multiples are of one subject; times belong to their machines, values per request travel.'),
    tables.map(publishedTable),
    defects.length > 0 && [el('h3', {}, 'What is wrong with the study, and what was done about it'), list(defects)],
  );
}

function publishedTable({target, case_name: name, metric, base, beside, rows}) {
  if (rows.some((row) => row.deltas)) return deltaTable(target, metric + ' of ' + name, base, rows);
  const values = rows.some((row) => isNumber(row.value.published));
  return [
    el('h3', {}, values && !beside ? metric : target),
    table(
      metric + ' of ' + name + ' as a multiple of ' + base,
      [
        numberColumn(values && !beside ? 'published at' : 'size', (row) => row.size, whole),
        serverColumn((row) => row.subject),
        values && numberColumn('published', (row) => row.value.published),
        values && numberColumn('this run', (row) => row.value.ours),
        values && beside && numberColumn(beside, (row) => row.beside),
        values && !beside && numberColumn('measured at', (row) => row.level, whole),
        numberColumn('published, × ' + base, (row) => row.times.published, factor),
        numberColumn('this run, × ' + base, (row) => row.times.ours, factor),
      ],
      rows,
    ),
  ];
}

// The differences that the study printed, and the same of this run.
function deltaTable(target, what, base, rows) {
  const columns = (title, side) => [
    numberColumn(title, (row) => row.deltas.value[side]),
    numberColumn(title + ', ' + base, (row) => row.deltas.base[side]),
    numberColumn(title + ', delta', (row) => row.deltas.delta[side]),
    numberColumn(title + ', delta %', (row) => row.deltas.percent[side]),
  ];
  return [
    el('h3', {}, target),
    quiet('Delta is the value less that of ' + base + '; delta % is positive where the value is lower.'),
    table(
      what + ' less that of ' + base,
      [
        numberColumn('size', (row) => row.size, whole),
        serverColumn((row) => row.subject),
        ...columns('published', 'published'),
        ...columns('this run', 'ours'),
      ],
      rows,
    ),
  ];
}

const CHECK_MARK = {PASS: '✓', WARN: '!', FAIL: '✕'};

export function validitySection(head) {
  const {steps, rules} = data.validity_data;
  const names = [...new Set(steps.flatMap((step) => step.checks.map((check) => check.name)))];
  const limited = steps.some((step) => step.limited_by);
  const detail = el('div', {'aria-live': 'polite'});
  const columns = [
    el('th', {scope: 'col', class: 'left'}, 'step'),
    el('th', {scope: 'col', class: 'left'}, 'state'),
    limited && el('th', {scope: 'col', class: 'left'}, 'limited by'),
    names.map((name) => el('th', {scope: 'col'}, shortened(name, 40).replaceAll('_', ' '))),
  ];
  const rowOfStep = (step) => [
    el('th', {scope: 'row', class: 'left'}, step.trial + ' ' + cellOf(step.cell).label),
    el('td', {class: 'left'}, step.state_label),
    limited && el('td', {class: 'left'}, shortened(step.limited_by || NOT_MEASURED, 200)),
    names.map((name) => checkCell(step, name, detail)),
  ];
  const body = steps.map((step) => el('tr', {class: 'state-' + step.state}, rowOfStep(step)));
  const box = matrixBox('Checks by step', columns, body);
  return section(
    head,
    'Every check of every step, value / limit. A step with a ✕ is shown struck out and enters no value of several ' +
      'trials. Click a cell for its message.' +
      (rules.length > 0 ? ' Rules: ' + rules.map((rule) => shortened(rule, 60)).join(', ') + '.' : ''),
    detail,
    box,
    head.parts.includes('host_speed') && hostSpeedTable(data.host_speed_data),
    head.parts.includes('overhead') && overheadTable(steps),
  );
}

// A table of all steps of a sweep, folded; or why there is none.
function stepsTable(heading, missing, columns, rows) {
  if (rows.length === 0) return quiet(missing);
  return [el('h3', {}, heading), details(rows.length + ' steps', () => table(heading, columns, rows))];
}

function hostSpeedTable(rows) {
  return stepsTable(
    'Speed of the host around each step, in the order of time',
    'Speed of the host: not probed in this run.',
    [
      textColumn('window began', (row) => row.started_at),
      textColumn('step', (row) => row.trial),
      numberColumn('at', (row) => row.level, whole),
      numberColumn('loads of memory, ms', (row) => row.memory_ms),
      numberColumn('over the best', (row) => row.memory_percent, percentChange),
      numberColumn('arithmetic, ms', (row) => row.alu_ms),
      numberColumn('over the best', (row) => row.alu_percent, percentChange),
      numberColumn('CPU, µs/' + data.words.operation, (row) => row.cpu_us_per_op),
      textColumn('state', (row) => row.state_label),
    ],
    rows.map((row) => ({...row, rowClass: row.dropped ? 'state-failed' : ''})),
  );
}

function checkCell(step, name, detail) {
  const check = step.checks.find((one) => one.name === name);
  if (!check) return el('td', {class: 'check none'}, NOT_MEASURED);
  const title = check.verdict + ' ' + name + ', ' + step.trial + ' at ' + cellOf(step.cell).label + ': ';
  const values = ' Value ' + formatted(check.value) + ', limit ' + formatted(check.limit) + ' ' + check.unit + '.';
  const onclick = () => replace(detail, note(el('strong', {}, title), shortened(check.message, 4000), values));
  const label = name + ' of ' + step.trial + ' at ' + cellOf(step.cell).label + ': ' + check.verdict;
  const button = el(
    'button',
    {type: 'button', 'aria-label': label, onclick},
    el('span', {class: 'check-mark'}, CHECK_MARK[check.verdict]),
    ' ' + formatted(check.value),
    el('span', {class: 'quiet'}, isNumber(check.limit) ? ' / ' + formatted(check.limit) : ''),
  );
  return el('td', {class: 'check ' + check.verdict.toLowerCase()}, button);
}

// Where a row is, by the id of its cell; numbers where all cells are on one axis.
function atColumn(cellIdOf) {
  const onOneAxis = data.axis_data.length === 1 && data.cell_data.every((cell) => cell.group === '');
  return onOneAxis
    ? numberColumn('at', (row) => cellOf(cellIdOf(row))?.level, whole)
    : textColumn('at', (row) => cellOf(cellIdOf(row))?.label ?? cellIdOf(row));
}

function overheadTable(steps) {
  const traced = steps.filter(
    (step) => isNumber(step.overhead_throughput_percent) || isNumber(step.overhead_cpu_percent),
  );
  return stepsTable(
    'Tracing overhead: the traced phase against the measured one',
    'Tracing overhead: not measured, no step has a traced phase.',
    [
      textColumn('step', (step) => step.trial),
      atColumn((step) => step.cell),
      numberColumn('throughput lost', (step) => step.overhead_throughput_percent, percentChange),
      numberColumn('CPU per request added', (step) => step.overhead_cpu_percent, percentChange),
    ],
    traced.map((step) => ({...step, rowClass: 'state-' + step.state})),
  );
}

function settingsTable(rows) {
  const ofServers = data.servers.map((server, i) => textColumn(shortened(server, 40), (row) => row.values[i]));
  return table('Settings of every tier', [textColumn('setting', (row) => row.path), ...ofServers], rows);
}

const AUTOGROUP = new Map([
  [null, 'kernel has none'],
  [true, 'yes'],
  [false, 'no'],
]);

function schedulingTable(rows) {
  return table(
    'Scheduling',
    [
      textColumn('tier', (row) => row.tier),
      textColumn('planned cores', (row) => row.planned || 'not held to any'),
      textColumn('cores in the window', (row) => row.cores || NOT_MEASURED),
      textColumn('own autogroup', (row) => AUTOGROUP.get(row.autogroup)),
      textColumn('control group', (row) => row.cgroup || NOT_MEASURED, 200),
    ],
    rows,
  );
}

function manifestTable(manifest) {
  const columns = [textColumn('field', ([name]) => name), textColumn('value', ([, value]) => value, 1000)];
  return table('Manifest', columns, Object.entries(manifest));
}

export function provenanceSection(head) {
  const {host, commands, contract, manifest, scheduling, settings, files} = data.provenance;
  const differing = settings.filter((setting) => setting.differs);
  const lines = commands.map((command) => [command, el('br')]);
  return section(
    head,
    host,
    commands.length > 0 && [el('h3', {}, 'To reproduce'), el('pre', {tabindex: '0'}, lines)],
    contract.length > 0 && [el('h3', {}, 'Verified against the contract before the first trial'), list(contract)],
    scheduling.length > 0 && [el('h3', {}, 'Cores and scheduling groups of the tiers'), schedulingTable(scheduling)],
    settings.length > 0 && [
      el('h3', {}, 'Settings that differ between the servers'),
      differing.length > 0 ? settingsTable(differing) : el('p', {}, 'None.'),
      details('All ' + settings.length + ' settings', () => settingsTable(settings)),
    ],
    Object.keys(manifest).length > 0 && details('Manifest', () => manifestTable(manifest)),
    details(whole(files.length) + ' files of the run', () => list(files, 'files')),
  );
}
