// Every thread of the trial in the middle, and two servers' busiest threads rank by rank.
const THREAD_COUNTERS = [
  ['cpu_ns', 'CPU µs', 1e-3],
  ['run_delay_ns', 'run-queue latency µs', 1e-3],
  ['cs_voluntary', 'vol. switches', 1],
  ['cs_involuntary', 'invol. switches', 1],
  ['minor_faults', 'minor faults', 1],
  ['futex', 'futex', 1],
  ['futex_wait', 'futex wait', 1],
  ['futex_wake', 'futex wake', 1],
  ['read', 'read', 1],
  ['write', 'write', 1],
  ['epoll', 'epoll', 1],
  ['other', 'other', 1],
  ['syscalls', 'all syscalls', 1],
  ['instructions', 'instructions', 1],
  ['cycles', 'cycles', 1],
];
const RANKED = ['syscalls', 'futex', 'read', 'write', 'epoll', 'cs_voluntary', 'cs_involuntary', 'cpu_ns'];
const SIDE_BY_SIDE = 'side by side';

async function unpack(packed) {
  const bytes = Uint8Array.from(atob(packed), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return JSON.parse(await new Response(stream).text());
}

function rowsOf(columns) {
  const fields = THREAD_COUNTERS.map(([field]) => field).filter((field) => field in columns);
  const rows = columns.tid.map((tid, i) => {
    const row = {tid, name: columns.name[i], role: columns.role[i], state: columns.state[i], calls: columns.calls[i]};
    for (const field of fields) row[field] = columns[field][i];
    return row;
  });
  return {rows, fields};
}

function threadTables(level) {
  const here = data.threads.filter((threads) => threads.level === level);
  if (here.length === 0) return null;
  const body = el('div', {class: 'threads'});
  const views = [
    ...here.map((t) => [t.server, t.server]),
    ...(here.length > 1 ? [[SIDE_BY_SIDE, 'side by side, by rank']] : []),
  ];
  const chosen = {view: here[0].server, unit: 'thousand'};
  const draw = async () => {
    replace(body, el('p', {class: 'quiet'}, 'Unpacking …'));
    const shown = chosen.view === SIDE_BY_SIDE ? here.slice(0, 2) : here.filter((t) => t.server === chosen.view);
    const tables = await Promise.all(shown.map(async (t) => ({threads: t, ...rowsOf(await unpack(t.packed))})));
    replace(body, chosen.view === SIDE_BY_SIDE ? rankTable(tables, chosen.unit) : threadTable(tables[0], chosen.unit));
  };
  const choose = (field) => (value) => {
    chosen[field] = value;
    draw();
  };
  draw();
  return el(
    'div',
    {id: 'threads'},
    el('h3', {}, 'Threads'),
    el('p', {class: 'quiet'}, 'Of each server the valid trial in the middle by throughput, in its traced window.'),
    el(
      'div',
      {class: 'fields'},
      select('Server', views, chosen.view, choose('view')),
      select(
        'Figures',
        [
          ['thousand', 'per 1,000 requests'],
          ['total', 'total of the window'],
        ],
        chosen.unit,
        choose('unit'),
      ),
    ),
    body,
  );
}

function scaleOf(threads, unit) {
  return unit === 'total' ? 1 : threads.requests > 0 ? 1000 / threads.requests : null;
}

function threadTable({threads, rows, fields}, unit) {
  const scale = scaleOf(threads, unit);
  if (scale === null)
    return el('p', {class: 'note'}, 'The requests of the traced window were not measured; choose the total.');
  const counters = THREAD_COUNTERS.filter(([field]) => fields.includes(field));
  const missing = THREAD_COUNTERS.filter(([field]) => !fields.includes(field)).map(([, title]) => title);
  const detail = el('div', {class: 'thread-detail', 'aria-live': 'polite'});
  const count = el('span', {class: 'quiet'});
  const columns = [
    {
      title: 'thread',
      left: true,
      of: (row) => row.name,
      node: (row) =>
        el(
          'button',
          {
            type: 'button',
            class: 'name',
            title: shortened(row.name, 500),
            onclick: () => replace(detail, threadDetail(row, scale, unit)),
          },
          shortened(row.name, 200),
        ),
    },
    {title: 'role', left: true, of: (row) => row.role, text: (row) => shortened(row.role, 40)},
    {title: 'state', left: true, of: (row) => row.state},
    ...counters.map(([field, title, times]) => ({
      title,
      of: (row) => row[field],
      text: (row) => (isNumber(row[field]) ? figure(row[field] * times * scale) : NOT_MEASURED),
    })),
  ].map((column) => (column.left && !column.text && !column.node ? {...column, text: column.of} : column));
  const first = Math.max(
    3,
    columns.findIndex((column) => column.title === 'all syscalls'),
  );
  const sheet = longTable('Threads of ' + threads.server, columns, rows, {
    order: {column: first, falling: true},
    onshown: (shown) => {
      count.textContent = whole(shown) + ' of ' + whole(rows.length) + ' threads';
    },
  });
  const search = el('input', {
    type: 'search',
    id: newId('search'),
    placeholder: 'name or role',
    oninput: () => {
      const wanted = search.value.toLowerCase();
      sheet.filter((row) => row.name.toLowerCase().includes(wanted) || row.role.toLowerCase().includes(wanted));
    },
  });
  return [
    el(
      'div',
      {class: 'fields'},
      el('span', {class: 'field'}, el('label', {for: search.id}, 'Search'), search),
      count,
      el(
        'span',
        {class: threads.state === 'valid' ? 'quiet' : 'struck'},
        threads.trial + (threads.state === 'valid' ? '' : ' (' + threads.state + ')'),
      ),
    ),
    sheet.box,
    detail,
    missing.length > 0 && el('p', {class: 'quiet'}, 'Not measured: ' + missing.join(', ') + '.'),
  ];
}

function threadDetail(row, scale, unit) {
  const calls = Object.entries(row.calls).map(([name, count]) => ({name, count}));
  return el(
    'div',
    {class: 'note'},
    el('h4', {}, shortened(row.name, 500)),
    el('p', {class: 'quiet'}, 'TID ' + row.tid + ', ' + row.role + ', ' + row.state),
    calls.length === 0
      ? el('p', {}, 'No system call of this thread was counted.')
      : table(
          'System calls of the thread',
          [
            {title: 'syscall', left: true, word: true, of: (call) => call.name, text: (call) => call.name},
            {title: 'calls', of: (call) => call.count, text: (call) => whole(call.count)},
            ...(unit === 'total' ? [] : [{title: 'per 1,000 requests', of: (call) => call.count * scale}]),
          ],
          calls,
          {column: 1, falling: true},
        ),
  );
}

function rankTable(sides, unit) {
  const scales = sides.map((side) => scaleOf(side.threads, unit));
  if (scales.includes(null))
    return el('p', {class: 'note'}, 'The requests of a traced window were not measured; choose the total.');
  const fields = RANKED.filter((field) => sides.every((side) => side.fields.includes(field)));
  if (fields.length === 0) return el('p', {class: 'note'}, 'The two have no counter in common.');
  const body = el('div');
  const draw = (field) => {
    const [, title, times] = THREAD_COUNTERS.find(([name]) => name === field);
    const ranked = sides.map((side, s) =>
      inOrder(side.rows, {of: (row) => row[field]}, true).map((row) => ({
        ...row,
        value: isNumber(row[field]) ? row[field] * times * scales[s] : null,
      })),
    );
    const rows = Array.from({length: Math.max(ranked[0].length, ranked[1].length)}, (_, i) => ({
      rank: i + 1,
      a: ranked[0][i],
      b: ranked[1][i],
    }));
    const side = (name, letter) => [
      {
        title: letter + ' thread',
        left: true,
        of: (row) => row[name]?.name,
        text: (row) => (row[name] ? shortened(row[name].name, 200) : 'no more threads'),
      },
      {
        title: letter + ' role',
        left: true,
        of: (row) => row[name]?.role,
        text: (row) => (row[name] ? shortened(row[name].role, 40) : ''),
      },
      {title: letter + ' ' + title, of: (row) => row[name]?.value},
    ];
    replace(
      body,
      longTable(
        'Threads by rank',
        [
          {title: 'rank', of: (row) => row.rank, text: (row) => whole(row.rank)},
          ...side('a', 'A'),
          ...side('b', 'B'),
          {
            title: 'B − A',
            of: (row) => (isNumber(row.a?.value) && isNumber(row.b?.value) ? row.b.value - row.a.value : null),
          },
        ],
        rows,
        {order: {column: 0, falling: false}},
      ).box,
    );
  };
  draw(fields[0]);
  return [
    el(
      'div',
      {class: 'fields'},
      select(
        'Rank by',
        fields.map((field) => [field, THREAD_COUNTERS.find(([name]) => name === field)[1]]),
        fields[0],
        draw,
      ),
      el('span', {}, 'A ', serverName(sides[0].threads.server)),
      el('span', {}, 'B ', serverName(sides[1].threads.server)),
    ),
    body,
  ];
}
