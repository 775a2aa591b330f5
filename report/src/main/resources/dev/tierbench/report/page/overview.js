// The answer first, then every main figure over concurrency.
const SENTENCES = ['Who wins', 'Where each breaks', 'What was counted'];
const FINDING_MARK = {better: '▲', worse: '▼', equivalent: '=', inconclusive: '?', one_trial: '·', not_measured: '–'};

function verdict(finding, words) {
  return el(
    'span',
    {class: 'verdict ' + finding},
    el('span', {'aria-hidden': 'true'}, FINDING_MARK[finding] + ' '),
    words || finding.replaceAll('_', ' '),
  );
}

function answerSection() {
  const {sentences, badges, steps} = data.answer;
  const groups = new Map();
  for (const badge of badges) groups.set(badge.of, [...(groups.get(badge.of) || []), badge]);
  return el(
    'section',
    {id: 'answer', 'aria-label': 'The answer'},
    el(
      'dl',
      {class: 'answer'},
      sentences.map((sentence, i) => [el('dt', {}, SENTENCES[i]), el('dd', {}, sentence)]),
    ),
    [...groups].map(([of, tiles]) =>
      el(
        'div',
        {class: 'tiles-of'},
        el('h3', {}, of),
        el(
          'ul',
          {class: 'tiles'},
          tiles.map((tile) =>
            el(
              'li',
              {class: 'tile'},
              el('span', {class: 'tile-name'}, tile.metric),
              el('span', {class: 'tile-ratio'}, tile.ratio),
              el(
                'span',
                {class: 'tile-figures'},
                tile.a + ' → ' + tile.b + ' ' + tile.unit,
                tile.noise && [el('br'), 'noise floor ' + tile.noise],
              ),
              verdict(tile.finding, tile.verdict),
            ),
          ),
        ),
      ),
    ),
    el(
      'p',
      {class: 'quiet'},
      Object.entries(steps)
        .map(([state, count]) => count + (count === 1 ? ' step ' : ' steps ') + state)
        .join(', '),
      '.',
    ),
    doubts(),
  );
}

function doubts() {
  const caveats = data.provenance.caveats;
  return [
    data.read_problems.length > 0 &&
      el(
        'div',
        {class: 'note bad'},
        el('h3', {}, 'Not everything could be read'),
        el(
          'ul',
          {},
          data.read_problems.map((line) => el('li', {}, line)),
        ),
      ),
    caveats.length > 0 &&
      el(
        'div',
        {class: 'note'},
        el('h3', {}, 'Caveats of this host'),
        el(
          'ul',
          {},
          caveats.map((c) =>
            el(
              'li',
              {},
              shortened(c.what, 2000),
              el('span', {class: 'quiet'}, ' Remedy: ' + shortened(c.remedy, 2000)),
            ),
          ),
        ),
      ),
  ];
}

function metricOf(id) {
  return data.plots.metrics.find((metric) => metric.id === id);
}

function hasFigures(metric) {
  return metric.series.some((line) => line.levels.some((level) => level.trials.length > 0));
}

function plotSection() {
  const there = data.main_metrics.map(metricOf).filter(hasFigures);
  const missing = data.main_metrics.map(metricOf).filter((metric) => !hasFigures(metric));
  return section(
    'plots',
    'Over concurrency',
    'Points are trials, the line is their median, the band its 95 % ' +
      'bootstrap interval (below 5 trials: the least and the most). Hover for figures; click a level to open it.',
    legend(),
    el('div', {class: 'plots'}, there.map(plotFigure)),
    missing.length > 0 &&
      el('p', {class: 'quiet'}, 'Not measured in this run: ' + missing.map((metric) => metric.label).join(', ') + '.'),
    floorTable(),
    scalingTable(),
  );
}

// What each server costs beyond the least: the same work without a framework.
const FLOOR = /^(?:[AB]: )?netty-floor(?:[-+@].*)?$/;
const FLOOR_METRICS = ['cpu_us_per_op', 'cs_per_op', 'syscalls_per_op', 'latency_p50_ms', 'latency_p99_ms', 'rss_mib'];

function floorTable() {
  const floor = data.servers.find((server) => FLOOR.test(server));
  if (!floor || data.servers.length < 2) return null;
  const at = (metric, server, level) =>
    metric.series.find((line) => line.server === server).levels.find((point) => point.level === level).median;
  const there = FLOOR_METRICS.map(metricOf).filter(hasFigures);
  const rows = data.levels.flatMap((level) =>
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
    el(
      'p',
      {class: 'quiet'},
      'Medians of valid trials over those of ' +
        floor +
        ', which does the same work on reactor-netty without a framework.',
    ),
    table(
      'Multiples of the floor',
      [
        {title: 'concurrent', of: (row) => row.level, text: (row) => whole(row.level)},
        {title: 'server', left: true, node: (row) => serverName(row.server)},
        ...there.flatMap((metric) => [
          {
            title: metric.label + (metric.unit ? ', ' + metric.unit : ''),
            of: (row) => at(metric, row.server, row.level),
            text: (row) =>
              isNumber(at(metric, row.server, row.level)) ? figure(at(metric, row.server, row.level)) : NOT_MEASURED,
          },
          {
            title: '× floor',
            of: (row) => times(row, metric),
            text: (row) => (isNumber(times(row, metric)) ? digits(times(row, metric), 2) : NOT_MEASURED),
          },
        ]),
      ],
      rows,
    ),
  );
}

function legend() {
  return el(
    'p',
    {class: 'legend'},
    data.servers.map(serverName),
    el('span', {class: 'quiet'}, '○ knee   ✕ step that failed, not counted   ┄ fitted scalability law   — ideal'),
  );
}

function plotFigure(metric) {
  const better = metric.lower_is_better ? 'lower is better' : 'higher is better';
  const title = metric.label + (metric.unit ? ', ' + metric.unit : '');
  return el(
    'figure',
    {class: 'card'},
    el('figcaption', {}, el('strong', {}, title), el('span', {class: 'quiet'}, ' ' + better)),
    chart(title + ' over concurrency; the figures are in the table below', 250, () => plotConfig(metric)),
    details('Figures', () => plotTable(metric)),
  );
}

function plotConfig(metric) {
  const latency = metric.unit === 'ms';
  const levels = data.levels;
  const goTo = (event, _, drawn) => {
    location.hash = 'level=' + levelAt(drawn, event.x);
  };
  return {
    type: 'line',
    data: {datasets: [...metric.series.flatMap((line) => serverSets(metric, line)), ...idealSets(metric)]},
    options: options({
      onClick: goTo,
      interaction: {mode: 'level', intersect: false},
      plugins: {
        tooltip: tooltip(
          {
            title: (items) => (items.length ? whole(items[0].parsed.x) + ' concurrent' : ''),
            label: (item) => item.raw.words,
          },
          (item) => Boolean(item.raw.words),
        ),
      },
      scales: {
        x: axis('concurrent requests', {
          type: 'linear',
          min: 0,
          max: levels.at(-1) * 1.03,
          ticks: {maxRotation: 0, autoSkipPadding: 12, callback: (value) => whole(value), includeBounds: false},
        }),
        y: latency
          ? axis('ms, log', {type: 'logarithmic', ticks: {callback: logTick, autoSkip: false}})
          : axis('', {
              beginAtZero: true,
              title: {display: false},
              suggestedMax:
                Math.max(...metric.series.flatMap((s) => s.levels.flatMap((l) => l.trials.map((t) => t.value)))) * 1.05,
            }),
      },
    }),
  };
}

function words(server, level) {
  const band = isNumber(level.low) ? ' (' + figure(level.low) + '–' + figure(level.high) + ')' : '';
  return shortened(visible(server), 40) + ': ' + figure(level.median) + band + ', n = ' + level.valid;
}

function serverSets(metric, line) {
  const colour = serverColour(line.server);
  const mark = MARKS[serverPlace(line.server)];
  const measured = line.levels.filter((level) => isNumber(level.median));
  const banded = measured.filter((level) => isNumber(level.low));
  const hidden = {pointRadius: 0, pointHitRadius: 0, borderWidth: 0};
  const floor = FLOOR.test(line.server) ? {borderDash: [7, 3]} : {};
  const dots = (valid) =>
    line.levels.flatMap((level) =>
      level.trials
        .filter((trial) => (trial.state === 'valid') === valid)
        .map((trial) => ({
          x: level.level,
          y: trial.value,
          words: valid
            ? null
            : shortened(visible(trial.trial), 40) + ': ' + figure(trial.value) + ' (' + trial.state + ', not counted)',
        })),
    );
  const failed = dots(false);
  return [
    {data: banded.map((level) => ({x: level.level, y: level.low})), ...hidden},
    {
      data: banded.map((level) => ({x: level.level, y: level.high})),
      ...hidden,
      fill: '-1',
      backgroundColor: faded(colour, 0.16),
    },
    {
      data: measured.map((level) => ({x: level.level, y: level.median, words: words(line.server, level)})),
      borderColor: colour,
      backgroundColor: colour,
      borderWidth: 2,
      pointStyle: mark,
      pointRadius: 2,
      tension: 0,
      ...floor,
    },
    {
      data: dots(true),
      showLine: false,
      borderColor: colour,
      backgroundColor: faded(colour, 0.55),
      pointStyle: mark,
      pointRadius: 3.5,
    },
    {
      data: failed,
      showLine: false,
      borderColor: colour,
      borderWidth: 2,
      pointStyle: 'crossRot',
      pointRadius: failed.length ? 5 : 0,
    },
    ...(metric.id === 'throughput_rps' ? scalingSets(line.server, measured, colour) : []),
  ];
}

function scalingSets(server, measured, colour) {
  const {knee, law} = data.plots.scaling.find((scaling) => scaling.server === server);
  const sets = [];
  if (law) {
    const at = (n) => (law.lambda * n) / (1 + law.sigma * (n - 1) + law.kappa * n * (n - 1));
    const top = data.levels.at(-1);
    const points = Array.from({length: 61}, (_, i) => Math.max(1, (top * i) / 60));
    sets.push({
      data: points.map((x) => ({x, y: at(x)})),
      borderColor: colour,
      borderDash: [2, 4],
      borderWidth: 1.5,
      pointRadius: 0,
      pointHitRadius: 0,
    });
  }
  const at = knee && measured.find((level) => level.level === knee.concurrency);
  if (at && knee.reached) {
    sets.push({
      data: [{x: at.level, y: at.median, words: 'knee of ' + shortened(visible(server), 40)}],
      showLine: false,
      pointStyle: 'circle',
      pointRadius: 10,
      borderColor: colour,
      borderWidth: 2,
      backgroundColor: 'rgba(0,0,0,0)',
    });
  }
  return sets;
}

function callsInTurn() {
  const work = new URLSearchParams(data.provenance.manifest['plan.workload'] || '');
  return work.get('fan') === 'parallel' ? 1 : Number(work.get('calls') || 1);
}

// N concurrent requests of the echo's delay each, if nothing else took time. Calls that are made one
// after another each take it.
function idealSets(metric) {
  if ((data.provenance.manifest['plan.workload'] || '').startsWith('differs')) return [];
  const setting = data.provenance.settings.find((s) => s.path === 'echo.delay_us');
  const delay = setting && (Number(setting.values.find((value) => Number(value) > 0)) / 1e6) * callsInTurn();
  if (!(delay > 0)) return [];
  const top = data.levels.at(-1);
  const line = {pointRadius: 0, pointHitRadius: 0, borderColor: css('--quiet'), borderWidth: 1.5};
  if (metric.id === 'throughput_rps') {
    const most =
      Math.max(...metric.series.flatMap((s) => s.levels.flatMap((l) => l.trials.map((t) => t.value)))) * 1.25;
    const end = Math.min(top, most * delay);
    return [
      {
        ...line,
        data: [
          {x: 0, y: 0},
          {x: end, y: end / delay},
        ],
      },
    ];
  }
  return metric.id === 'latency_p50_ms'
    ? [
        {
          ...line,
          data: [
            {x: 0, y: delay * 1e3},
            {x: top, y: delay * 1e3},
          ],
        },
      ]
    : [];
}

function plotTable(metric) {
  const rows = data.levels.map((level, i) => ({level, cells: metric.series.map((line) => line.levels[i])}));
  return table(
    metric.label + ' by level',
    [
      {title: 'concurrent', of: (row) => row.level, text: (row) => whole(row.level)},
      ...metric.series.map((line, i) => ({
        title: shortened(line.server, 40),
        of: (row) => row.cells[i].median,
        text: (row) => (isNumber(row.cells[i].median) ? words('', row.cells[i]).slice(2) : NOT_MEASURED),
      })),
    ],
    rows,
  );
}

function scalingTable() {
  return el(
    'div',
    {},
    el('h3', {}, 'Knee and Universal Scalability Law'),
    el(
      'p',
      {class: 'quiet'},
      'The knee is the highest level up to which throughput grows by at least half of proportional. ' +
        'The law is fitted to the medians; a residual of some percent or more says that it does not describe this server well.',
    ),
    table(
      'Knee and scalability law',
      [
        {title: 'server', left: true, node: (row) => serverName(row.server)},
        {
          title: 'knee',
          of: (row) => row.knee?.concurrency,
          text: (row) =>
            !row.knee
              ? NOT_MEASURED
              : (row.knee.reached ? '' : 'beyond ') +
                whole(row.knee.concurrency) +
                (row.unseen.length > 0 ? ' (no valid step at ' + row.unseen.map(whole).join(', ') + ')' : ''),
        },
        {
          title: 'σ contention',
          of: (row) => row.law?.sigma,
          text: (row) => (row.law ? row.law.sigma.toExponential(2) : NOT_MEASURED),
        },
        {
          title: 'κ coherency',
          of: (row) => row.law?.kappa,
          text: (row) => (row.law ? row.law.kappa.toExponential(2) : NOT_MEASURED),
        },
        {
          title: 'peak at',
          of: (row) => row.law_peak,
          text: (row) => (!row.law ? NOT_MEASURED : isNumber(row.law_peak) ? whole(row.law_peak) : 'none'),
        },
        {
          title: 'residual',
          of: (row) => row.law?.residual,
          text: (row) => (row.law ? digits(row.law.residual * 100, 1) + ' %' : NOT_MEASURED),
        },
        {title: 'points', of: (row) => row.points, text: (row) => whole(row.points)},
      ],
      data.plots.scaling,
    ),
  );
}
