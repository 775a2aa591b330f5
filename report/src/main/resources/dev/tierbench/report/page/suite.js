// What every part of a suite's page reads of its data.
const OUTCOME_MARK = {predicted: '○', refused: '⊘'};

function medianOf(metric, server, cell) {
  const {median} = metricOf(metric)
    .series.find((line) => line.server === server)
    .levels.find((point) => point.cell === cell);
  return isNumber(median) ? median : null;
}

// The outcomes of a cell other than completed, in words: of all trials, or of some of them.
function outcomesOf(server, cell) {
  return data.suite.outcomes.filter((outcome) => outcome.subject === server && outcome.cell === cell);
}

function outcomeText({outcome, predicted_ms: ms, trials, tried}) {
  const mark = (OUTCOME_MARK[outcome] ?? '✕') + ' ' + outcome;
  const time = outcome === 'predicted' && isNumber(ms) ? ' ' + formatted(ms / 1e3) + ' s' : '';
  return mark + time + (trials < tried ? ' in ' + trials + ' of ' + tried : '');
}

function outcomeReason({outcome, formula, reason}) {
  return outcome === 'predicted' ? formula : reason || outcome;
}

function boundOf(server, cell) {
  return data.suite.bounds.find((bound) => bound.subject === server && bound.cell === cell)?.ms;
}

// The cells of a case by their place on the axis.
function cellsOf(group) {
  return data.cells.filter((cell) => cell.group === group).sort((one, other) => one.level - other.level);
}

function groups() {
  return [...new Set(data.cells.map((cell) => cell.group))];
}

function outcomeTable() {
  const rows = data.suite.outcomes;
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
function cellTable(cell) {
  const metrics = data.plots.metrics.filter((metric) =>
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
      textColumn('note', (server) => data.suite.notes[server]),
    ],
    data.servers,
  );
}
