// One level in full.
function levelSection() {
  const body = el('div', {id: 'level-body'});
  const buttons = data.levels.map((level) => el('a', {href: '#level=' + level, class: 'level'}, whole(level)));
  const box = section(
    'level',
    'One level',
    null,
    el(
      'nav',
      {class: 'levels', 'aria-label': 'Concurrency level'},
      el('span', {class: 'quiet'}, 'Concurrent requests:'),
      buttons,
    ),
    body,
  );
  const open = (level) => {
    buttons.forEach((button, i) => {
      if (data.levels[i] === level) button.setAttribute('aria-current', 'true');
      else button.removeAttribute('aria-current');
    });
    forgetCharts();
    const before = redraws.length;
    replace(body, levelBody(level));
    for (const redraw of redraws.slice(before)) redraw.temporary = true;
  };
  return {box, open};
}

function levelBody(level) {
  const here = data.details.filter((detail) => detail.level === level);
  return [
    el('h3', {}, whole(level) + ' concurrent requests'),
    el('p', {class: 'quiet'}, stepsOf(level)),
    el(
      'div',
      {class: 'plots'},
      curveFigure(here),
      secondsFigure(here, 'rps', 'Throughput by second, req/s'),
      secondsFigure(here, 'p99_ms', 'p99 by second, ms'),
    ),
    percentileTable(here),
    roleFigures(here),
    syscallTable(here),
    threadTables(level),
  ];
}

function stepsOf(level) {
  const steps = data.validity.steps.filter((step) => step.level === level);
  return 'Steps: ' + steps.map((step) => step.trial + ' ' + step.state_label).join(', ') + '.';
}

function curveFigure(here) {
  const measured = here.filter((detail) => detail.curve);
  if (measured.length === 0) return el('p', {class: 'quiet'}, 'No latency log of a valid step at this level.');
  // 1 / (1 - p) on a logarithmic axis gives every nine the same room.
  const place = (percentile) => 1 / (1 - percentile / 100);
  const percentileOf = (x) => 100 * (1 - 1 / x);
  return el(
    'figure',
    {class: 'card'},
    el(
      'figcaption',
      {},
      el('strong', {}, 'Latency by percentile, ms'),
      el('span', {class: 'quiet'}, ' all valid trials merged'),
    ),
    chart('Latency by percentile', 250, () => ({
      type: 'line',
      data: {
        datasets: measured.map((detail) => ({
          data: detail.curve.points.map((p) => ({
            x: place(p.percentile),
            y: p.ms,
            words: shortened(visible(detail.server), 40) + ': ' + figure(p.ms) + ' ms',
          })),
          borderColor: serverColour(detail.server),
          backgroundColor: serverColour(detail.server),
          borderWidth: 2,
          pointRadius: 0,
          pointHitRadius: 8,
          pointStyle: MARKS[serverPlace(detail.server)],
        })),
      },
      options: options({
        plugins: {
          tooltip: tooltip({
            title: (items) => (items.length ? 'p' + Number(percentileOf(items[0].parsed.x).toPrecision(6)) : ''),
            label: (item) => item.raw.words,
          }),
        },
        scales: {
          x: axis('percentile', {
            type: 'logarithmic',
            min: 1,
            grid: {color: (line) => (isDecade(line.tick.value) ? css('--grid') : 'rgba(0,0,0,0)')},
            ticks: {
              maxRotation: 0,
              autoSkip: false,
              callback: (value) => (isDecade(value) ? Number(percentileOf(value).toFixed(4)) + ' %' : ''),
            },
          }),
          y: axis('ms, log', {type: 'logarithmic', ticks: {callback: logTick, autoSkip: false}}),
        },
      }),
    })),
  );
}

function secondsFigure(here, field, title) {
  const lines = here.flatMap((detail) => detail.seconds.map((trial) => ({server: detail.server, ...trial})));
  if (lines.length === 0) return null;
  return el(
    'figure',
    {class: 'card'},
    el('figcaption', {}, el('strong', {}, title), el('span', {class: 'quiet'}, ' a line per trial')),
    chart(title, 250, () => ({
      type: 'line',
      data: {
        datasets: lines.map((line) => ({
          data: line.seconds.map((second) => ({
            x: second.at,
            y: second[field],
            words:
              shortened(visible(line.trial), 40) +
              ': ' +
              figure(second[field]) +
              (line.state === 'valid' ? '' : ' (' + line.state + ')'),
          })),
          borderColor: serverColour(line.server),
          backgroundColor: serverColour(line.server),
          borderWidth: 1.5,
          borderDash: line.state === 'valid' ? [] : [4, 4],
          pointRadius: 2,
          pointStyle: MARKS[serverPlace(line.server)],
        })),
      },
      options: options({
        plugins: {
          tooltip: tooltip({
            title: (items) => (items.length ? 'second ' + figure(items[0].parsed.x + 1) : ''),
            label: (item) => item.raw.words,
          }),
        },
        scales: {
          x: axis('second of the measured window', {
            type: 'linear',
            ticks: {maxRotation: 0, precision: 0, callback: (value) => whole(value)},
          }),
          y: axis('', {beginAtZero: true, title: {display: false}}),
        },
      }),
    })),
  );
}

function percentileTable(here) {
  const measured = here.filter((detail) => detail.curve);
  if (measured.length === 0) return null;
  const at = (detail, p) => detail.curve.points.find((point) => Math.abs(point.percentile - p) < 1e-9)?.ms;
  return table(
    'Latency of all valid trials merged, ms',
    [
      {title: 'server', left: true, node: (row) => serverName(row.server)},
      {title: 'requests', of: (row) => row.curve.requests, text: (row) => whole(row.curve.requests)},
      {title: 'trials', of: (row) => row.valid_trials, text: (row) => whole(row.valid_trials)},
      ...[50, 90, 99, 99.9, 99.99].map((p) => ({title: 'p' + p + ', ms', of: (row) => at(row, p)})),
      {title: 'max, ms', of: (row) => row.curve.max_ms},
    ],
    measured,
  );
}

function roleNames() {
  return [...new Set(data.details.flatMap((detail) => detail.roles.map((role) => role.role)))].sort();
}

function roleFigures(here) {
  const measured = here.filter((detail) => detail.roles.length > 0);
  if (measured.length === 0) {
    return el(
      'p',
      {class: 'note'},
      'What each thread did was not measured at this level: no valid step has a threads.csv.',
    );
  }
  const names = roleNames();
  const rows = measured.map((detail) => ({name: detail.server, detail}));
  const parts = (field) =>
    names
      .map((name, colour) => ({
        name,
        colour,
        of: (row) => row.detail.roles.find((role) => role.role === name)?.per_op[field] ?? null,
      }))
      .filter((part) => rows.some((row) => part.of(row) > 0));
  const bars = (field, title, unit) =>
    parts(field).length === 0
      ? null
      : el(
          'figure',
          {class: 'card'},
          el('figcaption', {}, el('strong', {}, title)),
          roleLegend(parts(field)),
          stackedBars(title, rows, parts(field), unit),
        );
  return [
    el('h3', {}, 'By role of thread, per request'),
    el(
      'div',
      {class: 'plots two'},
      bars('cpu_us_per_op', 'CPU by role', 'µs/req'),
      bars('syscalls_per_op', 'System calls by role', '/req'),
    ),
    details('All counters by role', () => roleTable(measured)),
  ];
}

function roleLegend(parts) {
  return el(
    'p',
    {class: 'legend'},
    parts.map((part) =>
      el(
        'span',
        {},
        el('span', {class: 'swatch r' + (part.colour % 12), 'aria-hidden': 'true'}),
        ' ' + shortened(part.name, 40),
      ),
    ),
  );
}

function roleTable(measured) {
  const rows = measured.flatMap((detail) => detail.roles.map((role) => ({server: detail.server, ...role})));
  return table(
    'Counters by role, per request',
    [
      {title: 'server', left: true, of: (row) => row.server, node: (row) => serverName(row.server)},
      {title: 'role', left: true, of: (row) => row.role, text: (row) => shortened(row.role, 60)},
      {title: 'threads', of: (row) => row.threads, text: (row) => whole(row.threads)},
      ...data.role_metrics.map((metric) => ({title: metric.title, of: (row) => row.per_op[metric.id]})),
    ],
    rows,
    {column: 3, falling: true},
  );
}
