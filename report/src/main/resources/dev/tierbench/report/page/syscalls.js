// System calls of two servers side by side, by role of thread.
const ALL_ROLES = 'entire JVM';

function syscallTable(here) {
  const measured = here.filter((detail) => Object.keys(detail.entire_jvm.calls_per_op).length > 0);
  if (measured.length === 0) return el('p', {class: 'quiet'}, 'System calls by name were not measured at this level.');
  const names = measured.map((detail) => detail.server);
  const roles = [ALL_ROLES, ...new Set(measured.flatMap((detail) => detail.roles.map((role) => role.role)))];
  const chosen = {a: names[0], b: names[1] ?? names[0], role: ALL_ROLES, unit: 'request'};
  const body = el('div');
  const draw = () =>
    replace(
      body,
      callsBetween(
        measured.find((d) => d.server === chosen.a),
        measured.find((d) => d.server === chosen.b),
        chosen,
        noiseOf(measured, chosen),
      ),
    );
  const choose = (field) => (value) => {
    chosen[field] = value;
    draw();
  };
  const box = el(
    'div',
    {id: 'syscalls'},
    el('h3', {}, 'System calls side by side'),
    el(
      'div',
      {class: 'fields'},
      select(
        'A',
        names.map((n) => [n, n]),
        chosen.a,
        choose('a'),
      ),
      select(
        'B',
        names.map((n) => [n, n]),
        chosen.b,
        choose('b'),
      ),
      select(
        'Threads',
        roles.map((r) => [r, r]),
        chosen.role,
        choose('role'),
      ),
      select(
        'Per',
        [
          ['request', 'request'],
          ['thread', 'thread and second'],
        ],
        chosen.unit,
        choose('unit'),
      ),
    ),
    body,
  );
  draw();
  return box;
}

const NO_THREADS = {threads: 0, per_op: {syscalls_per_op: 0}, calls_per_op: {}};

function roleOf(detail, name) {
  return name === ALL_ROLES ? detail.entire_jvm : detail.roles.find((role) => role.role === name) || NO_THREADS;
}

// Calls by name, with the least and the most over the trials, and all of them together.
function callsOf(detail, chosen) {
  const role = roleOf(detail, chosen.role);
  const threads = role.threads || 0;
  const unit =
    chosen.unit === 'request' ? 1 : threads > 0 && isNumber(detail.traced_rps) ? detail.traced_rps / threads : null;
  const calls = new Map(
    Object.entries(role.calls_per_op).map(([name, spread]) => [
      name,
      {median: spread.median * unit, least: spread.least * unit, most: spread.most * unit},
    ]),
  );
  const all = role.per_op.syscalls_per_op;
  return {calls, threads, total: isNumber(all) ? all * unit : null, known: unit !== null};
}

// What one server under two names differs by, call by call; null when the run has no such pair at this level.
function noiseOf(measured, chosen) {
  const pair = (data.noise?.servers || [])
    .map((server) => measured.find((detail) => detail.server === server))
    .filter(Boolean);
  if (pair.length < 2) return null;
  const [a, b] = pair.map((detail) => callsOf(detail, chosen));
  return a.known && b.known
    ? (name) => Math.abs((a.calls.get(name)?.median || 0) - (b.calls.get(name)?.median || 0))
    : null;
}

function callsBetween(detailA, detailB, chosen, noise) {
  const a = callsOf(detailA, chosen);
  const b = callsOf(detailB, chosen);
  if (!a.known || !b.known)
    return el('p', {class: 'quiet'}, 'One side has no such threads, so there is no figure per thread.');
  const names = [...new Set([...a.calls.keys(), ...b.calls.keys()])];
  const none = {median: 0, least: 0, most: 0};
  const rows = names.map((name) => {
    const ofA = a.calls.get(name) || none;
    const ofB = b.calls.get(name) || none;
    return {
      name,
      a: ofA,
      b: ofB,
      noise: noise?.(name),
      difference: ofB.median - ofA.median,
      ratio: ofA.median > 0 ? ofB.median / ofA.median : null,
      size: Math.abs(ofB.median - ofA.median),
    };
  });
  const unit = chosen.unit === 'request' ? 'per request' : 'per thread and second';
  const spread = (side) =>
    side.most < FEW || side.least === side.most
      ? calls(side.median)
      : [calls(side.median), el('span', {class: 'quiet spread'}, ' ' + calls(side.least) + '–' + calls(side.most))];
  const signed = (value) => (Math.abs(value) < FEW ? '' : value > 0 ? '+' : '−') + calls(Math.abs(value));
  const ratio = (row) =>
    row.a.median > 0 && row.b.median > 0
      ? factor(row.ratio)
      : row.a.median > 0
        ? 'only A'
        : row.b.median > 0
          ? 'only B'
          : NOT_MEASURED;
  const most = Math.max(...rows.map((row) => row.size), 1e-9);
  const shown = (some) =>
    table(
      'System calls of two servers, ' + unit,
      [
        {title: 'syscall', left: true, word: true, of: (row) => row.name, text: (row) => shortened(row.name, 40)},
        {title: 'A', of: (row) => row.a.median, node: (row) => spread(row.a)},
        {title: 'B', of: (row) => row.b.median, node: (row) => spread(row.b)},
        {
          title: 'B − A',
          of: (row) => row.difference,
          node: (row) => el('span', {}, signed(row.difference), differenceBar(row.difference / most)),
        },
        {title: 'B / A', of: (row) => row.ratio, text: ratio},
        ...(noise
          ? [{title: 'noise', of: (row) => row.noise, text: (row) => (row.noise < FEW ? '' : '±') + calls(row.noise)}]
          : []),
      ],
      inOrder(some, {of: (row) => row.size}, true),
    );
  const matters = (row) => Math.max(row.a.median, row.b.median) >= FEW;
  const rare = rows.filter((row) => !matters(row));
  return [
    detailA === detailB &&
      el(
        'p',
        {class: 'note'},
        'A and B are the same server: choose another, or a level at which another has a valid step.',
      ),
    el(
      'p',
      {class: 'quiet'},
      'A ',
      serverName(detailA.server),
      ', ' + whole(a.threads) + ' threads, ' + figure(a.total) + ' calls ' + unit + '.  B ',
      serverName(detailB.server),
      ', ' +
        whole(b.threads) +
        ' threads, ' +
        figure(b.total) +
        ' calls ' +
        unit +
        '. Medians of the trials, beside them the least and the most.' +
        (noise ? ' Noise: by how much one server under two names differs.' : ''),
    ),
    shown(rows.filter(matters)),
    rare.length > 0 &&
      details(whole(rare.length) + ' more system calls, each below ' + FEW + ' ' + unit + ' on both sides', () =>
        shown(rare),
      ),
  ];
}

function differenceBar(share) {
  const bar = el('span', {class: 'bar ' + (share > 0 ? 'more' : 'less'), 'aria-hidden': 'true'});
  const fill = el('span');
  fill.style.width = Math.abs(share) * 100 + '%';
  bar.append(fill);
  return bar;
}
