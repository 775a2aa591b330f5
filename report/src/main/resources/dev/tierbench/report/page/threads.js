// Every thread of the trial in the middle, and two servers' busiest threads rank by rank.
import {data} from './data.js';
import {formatted, isNumber, shortened, whole} from './format.js';
import {choiceOf, el, fields, newId, note, quiet, replace, select} from './dom.js';
import {serverName} from './theme.js';
import {inOrder, longTable, numberColumn, table, textColumn} from './tables.js';

const THREAD_COUNTERS = [
  ['cpu_ns', 'CPU µs', 1e-3],
  ['run_delay_ns', 'run-queue latency µs', 1e-3],
  ['cs_voluntary', 'vol. switches', 1],
  ['cs_involuntary', 'invol. switches', 1],
  ['migrations', 'migrations', 1],
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

export async function unpack(packed) {
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

export function threadTables(cell) {
  const here = data.thread_data.filter((threads) => threads.cell === cell.id);
  if (here.length === 0) return null;
  const body = el('div', {class: 'threads'});
  const views = here.map((threads) => threads.server);
  if (here.length > 1) views.push([SIDE_BY_SIDE, 'side by side, by rank']);
  const units = [
    ['thousand', 'per 1,000 ' + data.words.operation + 's'],
    ['total', 'total of the window'],
  ];
  const chosen = {view: here[0].server, unit: 'thousand'};
  let drawing = 0;
  const draw = async () => {
    drawing += 1;
    const mine = drawing;
    replace(body, quiet('Unpacking …'));
    const shown = chosen.view === SIDE_BY_SIDE ? here.slice(0, 2) : here.filter((t) => t.server === chosen.view);
    const tables = await Promise.all(shown.map(async (t) => ({threads: t, ...rowsOf(await unpack(t.packed))})));
    if (mine !== drawing) return;
    replace(body, chosen.view === SIDE_BY_SIDE ? rankTable(tables, chosen.unit) : threadTable(tables[0], chosen.unit));
  };
  const choice = choiceOf(chosen, draw);
  draw();
  return el(
    'div',
    {id: 'threads'},
    el('h3', {}, 'Threads'),
    quiet('Of each the valid trial in the middle by throughput, in its traced window.'),
    fields(choice('Server', 'view', views), choice('Values', 'unit', units)),
    body,
  );
}

function scaleOf(threads, unit) {
  return unit === 'total' ? 1 : threads.operations > 0 ? 1000 / threads.operations : null;
}

function threadTable({threads, rows, fields: measured}, unit) {
  const scale = scaleOf(threads, unit);
  if (scale === null) return note('What was done in the traced window was not measured; choose the total.');
  const missing = THREAD_COUNTERS.filter(([field]) => !measured.includes(field)).map(([, title]) => title);
  const detail = el('div', {class: 'thread-detail', 'aria-live': 'polite'});
  const count = el('span', {class: 'quiet'});
  const nameButton = (row) => {
    const onclick = () => replace(detail, threadDetail(row, scale, unit));
    return el(
      'button',
      {type: 'button', class: 'name', title: shortened(row.name, 500), onclick},
      shortened(row.name, 200),
    );
  };
  const columns = [
    {title: 'thread', left: true, of: (row) => row.name, show: nameButton},
    textColumn('role', (row) => row.role, 40),
    textColumn('state', (row) => row.state),
    ...THREAD_COUNTERS.filter(([field]) => measured.includes(field)).map(([field, title, times]) =>
      numberColumn(
        title,
        (row) => row[field],
        (value) => formatted(value * times * scale),
      ),
    ),
  ];
  const busiest = columns.findIndex((column) => column.title === 'all syscalls');
  const sheet = longTable('Threads of ' + threads.server, columns, rows, {
    order: {column: Math.max(3, busiest), falling: true},
    onshown: (shown) => {
      count.textContent = whole(shown) + ' of ' + whole(rows.length) + ' threads';
    },
  });
  const oninput = () => {
    const wanted = search.value.toLowerCase();
    sheet.filterBy((row) => row.name.toLowerCase().includes(wanted) || row.role.toLowerCase().includes(wanted));
  };
  const search = el('input', {type: 'search', id: newId('search'), placeholder: 'name or role', oninput});
  const valid = threads.state === 'valid';
  return [
    fields(
      el('span', {class: 'field'}, el('label', {for: search.id}, 'Search'), search),
      count,
      el('span', {class: valid ? 'quiet' : 'struck'}, threads.trial + (valid ? '' : ' (' + threads.state + ')')),
    ),
    sheet.box,
    detail,
    missing.length > 0 && quiet('Not measured: ' + missing.join(', ') + '.'),
  ];
}

function threadDetail(row, scale, unit) {
  const calls = Object.entries(row.calls).map(([name, count]) => ({name, count}));
  const columns = [
    {...textColumn('syscall', (call) => call.name), word: true},
    numberColumn('calls', (call) => call.count, whole),
    unit !== 'total' && numberColumn('per 1,000 ' + data.words.operation + 's', (call) => call.count * scale),
  ];
  return note(
    el('h4', {}, shortened(row.name, 500)),
    quiet('TID ' + row.tid + ', ' + row.role + ', ' + row.state),
    calls.length === 0
      ? el('p', {}, 'No system call of this thread was counted.')
      : table('System calls of the thread', columns, calls, {column: 1, falling: true}),
  );
}

function rankTable(sides, unit) {
  const scales = sides.map((side) => scaleOf(side.threads, unit));
  if (scales.includes(null)) return note('What was done in a traced window was not measured; choose the total.');
  const common = RANKED.filter((field) => sides.every((side) => side.fields.includes(field)));
  if (common.length === 0) return note('The two have no counter in common.');
  const counterOf = (field) => THREAD_COUNTERS.find(([name]) => name === field);
  const body = el('div');
  const draw = (field) => {
    const [, title, times] = counterOf(field);
    const ranked = sides.map((side, s) => {
      const scaled = (row) => (isNumber(row[field]) ? row[field] * times * scales[s] : null);
      return inOrder(side.rows, {of: (row) => row[field]}, true).map((row) => ({...row, value: scaled(row)}));
    });
    const length = Math.max(ranked[0].length, ranked[1].length);
    const rows = Array.from({length}, (_, i) => ({rank: i + 1, a: ranked[0][i], b: ranked[1][i]}));
    const nameOf = (thread) => (thread ? shortened(thread.name, 200) : 'no more threads');
    const side = (name, letter) => [
      {title: letter + ' thread', left: true, of: (row) => row[name]?.name, show: (row) => nameOf(row[name])},
      textColumn(letter + ' role', (row) => row[name]?.role, 40),
      numberColumn(letter + ' ' + title, (row) => row[name]?.value),
    ];
    const difference = ({a, b}) => (isNumber(a?.value) && isNumber(b?.value) ? b.value - a.value : null);
    const columns = [
      numberColumn('rank', (row) => row.rank, whole),
      ...side('a', 'A'),
      ...side('b', 'B'),
      numberColumn('B − A', difference),
    ];
    replace(body, longTable('Threads by rank', columns, rows, {order: {column: 0, falling: false}}).box);
  };
  draw(common[0]);
  const choices = common.map((field) => [field, counterOf(field)[1]]);
  const [a, b] = sides.map((side) => serverName(side.threads.server));
  return [fields(select('Rank by', choices, common[0], draw), el('span', {}, 'A ', a), el('span', {}, 'B ', b)), body];
}
