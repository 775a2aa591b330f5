// What every part of a suite's page reads of its data.
import {data} from './data.js';
import {cellOf, formatted, isNumber} from './format.js';
import {el} from './dom.js';
import {numberColumn, serverColumn, table, textColumn} from './tables.js';
import {metricOf, titleOf} from './overview.js';

const OUTCOME_MARK = {predicted: '○', refused: '⊘'};

export function medianOf(metric, server, cell) {
  const {median} = metricOf(metric)
    .series.find((line) => line.server === server)
    .levels.find((point) => point.cell === cell);
  return isNumber(median) ? median : null;
}

// The outcomes of a cell other than completed, in words: of all trials, or of some of them.
export function outcomesOf(server, cell) {
  return data.suite_data.outcomes.filter((outcome) => outcome.subject === server && outcome.cell === cell);
}

export function outcomeText({outcome, predicted_ms: ms, trials, tried}) {
  const mark = (OUTCOME_MARK[outcome] ?? '✕') + ' ' + outcome;
  const time = outcome === 'predicted' && isNumber(ms) ? ' ' + formatted(ms / 1e3) + ' s' : '';
  return mark + time + (trials < tried ? ' in ' + trials + ' of ' + tried : '');
}

export function outcomeReason({outcome, formula, reason}) {
  return outcome === 'predicted' ? formula : reason || outcome;
}

export function boundOf(server, cell) {
  return data.suite_data.bounds.find((bound) => bound.subject === server && bound.cell === cell)?.ms;
}

// The cells of a case by their place on the axis.
export function cellsOf(group) {
  return data.cell_data.filter((cell) => cell.group === group).sort((one, other) => one.level - other.level);
}

export function groups() {
  return [...new Set(data.cell_data.map((cell) => cell.group))];
}

export function outcomeTable() {
  const rows = data.suite_data.outcomes;
  if (rows.length === 0) return el('p', {}, 'None.');
  return table(
    'Cells without a value',
    [
      serverColumn((row) => row.subject),
      textColumn(data.words.cell, (row) => cellOf(row.cell).label),
      textColumn('outcome', outcomeText),
      textColumn('why', outcomeReason, 600),
    ],
    rows,
  );
}

// Every metric of every implementation in one cell.
export function cellTable(cell) {
  const metrics = data.plot_data.metrics.filter((metric) =>
    data.servers.some((server) => medianOf(metric.id, server, cell.id) !== null),
  );
  const bounded = data.servers.some((server) => isNumber(boundOf(server, cell.id)));
  return table(
    'Values of ' + cell.label,
    [
      serverColumn((server) => server),
      ...metrics.map((metric) => numberColumn(titleOf(metric), (server) => medianOf(metric.id, server, cell.id))),
      bounded && numberColumn('bound, ms', (server) => boundOf(server, cell.id)),
      textColumn('outcome', (server) => outcomesOf(server, cell.id).map(outcomeText).join(', ')),
      textColumn('note', (server) => data.suite_data.notes[server]),
    ],
    data.servers,
  );
}
