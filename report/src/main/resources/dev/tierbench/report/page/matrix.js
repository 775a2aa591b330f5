// Every implementation in every cell: values, and a shade where the trials give a verdict.
import {data} from './data.js';
import {NOT_MEASURED, digits, duration, factor, formatted, isNumber} from './format.js';
import {choiceOf, el, fields, note, replace, section} from './dom.js';
import {serverName} from './theme.js';
import {matrixBox} from './tables.js';
import {FINDING_MARK, hasValues, metricOf, titleOf} from './overview.js';
import {medianOf, outcomeReason, outcomeTable, outcomeText, outcomesOf} from './suite.js';
import {findingWords} from './evidence.js';

export function matrixSection(head) {
  const lead =
    'Medians of the valid trials, beside them the multiple of the baseline. A shade stands only where the trials give ' +
    'a verdict against the baseline: light from ' +
    data.suite_data.shades
      .map((share) => digits(share * 100, Number.isInteger(share * 100) ? 0 : 1) + ' %')
      .join(', dark from ') +
    '. Grey is equivalent or inconclusive. ○ was not run, being beyond the budget; ⊘ a limit of the host forbids it; ' +
    '✕ did not complete.';
  const metrics = data.main_metrics.map(metricOf).filter(hasValues);
  const body = el('div', {});
  const chosen = {metric: metrics[0]?.id, baseline: data.suite_data.baseline};
  const draw = () => replace(body, matrixTable(chosen));
  const choice = choiceOf(chosen, draw);
  if (metrics.length > 0) draw();
  return section(
    head,
    lead,
    !data.suite_data.rankings.some((ranking) => ranking.decided) &&
      note('Every cell has one trial: no verdict, so no shade. Run it with --trials 3 or more.'),
    metrics.length > 0 &&
      fields(
        choice(
          'Metric',
          'metric',
          metrics.map((metric) => [metric.id, titleOf(metric)]),
        ),
        choice('Baseline', 'baseline', data.servers),
      ),
    body,
    el('h3', {}, 'Cells without a value'),
    outcomeTable(),
  );
}

function matrixTable(chosen) {
  const caption = titleOf(metricOf(chosen.metric)) + ', and as a multiple of ' + chosen.baseline;
  const findings = findingsAgainst(chosen);
  const head = [
    el('th', {scope: 'col', class: 'left'}, data.words.cell),
    data.servers.map((server) => el('th', {scope: 'col'}, serverName(server))),
  ];
  const rows = data.cell_data.map((cell) =>
    el(
      'tr',
      {},
      el('th', {scope: 'row', class: 'left'}, el('a', {href: '#' + cell.address}, cell.label)),
      data.servers.map((server) => matrixCell(server, cell.id, chosen, findings.get(server + '\n' + cell.id))),
    ),
  );
  return matrixBox(caption, head, rows);
}

const TURNED = {better: 'worse', worse: 'better'};

// What was found of each implementation against the baseline, from its own side.
function findingsAgainst({metric, baseline}) {
  const findings = new Map();
  for (const pair of data.suite_data.verdicts) {
    if (pair.metric !== metric) continue;
    if (pair.a === baseline) findings.set(pair.b + '\n' + pair.cell, pair.finding);
    if (pair.b === baseline) findings.set(pair.a + '\n' + pair.cell, TURNED[pair.finding] ?? pair.finding);
  }
  return findings;
}

function matrixCell(server, cell, chosen, found) {
  const value = medianOf(chosen.metric, server, cell);
  const outcomes = outcomesOf(server, cell);
  if (value === null) {
    const text = outcomes.length > 0 ? outcomes.map(outcomeText).join(', ') : NOT_MEASURED;
    return el('td', {class: 'cell none', title: outcomes.map(outcomeReason).join('; ')}, text);
  }
  const base = medianOf(chosen.metric, chosen.baseline, cell);
  const ratio = base > 0 ? value / base : null;
  const own = server === chosen.baseline;
  const words = own ? 'baseline' : found ? findingWords({finding: found}) : 'not compared';
  return el(
    'td',
    {class: 'cell ' + (own ? 'even' : shade(found, ratio)), title: words},
    chosen.metric === 'run_ms' ? duration(value) : formatted(value),
    !own && isNumber(ratio) && ' ' + factor(ratio),
    el('span', {class: 'unseen'}, ' ' + words),
    !own && found && el('span', {'aria-hidden': 'true'}, ' ' + FINDING_MARK[found]),
    outcomes.length > 0 && ' ' + outcomes.map(outcomeText).join(', '),
  );
}

// How far apart two values are does not depend on which of them is the baseline.
function shade(found, ratio) {
  if (!(found in TURNED)) return 'even';
  const [slight, strong] = data.suite_data.shades;
  const apart = ratio > 0 ? Math.max(ratio, 1 / ratio) - 1 : Number.POSITIVE_INFINITY;
  return apart < slight ? 'even' : found + (apart < strong ? '-slight' : '-strong');
}
