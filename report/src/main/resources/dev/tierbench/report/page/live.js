// The page of a run under way: what the harness sends, drawn as it comes.
import {NOT_MEASURED, duration, formatted, isNumber, percent, shortened, visible, whole} from './format.js';
import {append, card, el, list, note, quiet, replace, section} from './dom.js';
import {css, followTheme, themeButton} from './theme.js';
import {numberColumn, table, textColumn} from './tables.js';
import {axis, chart, lineConfig, lineSet} from './charts.js';

const MOST_SECONDS = 600;
const MOST_LINES = 500;
const GAP_MS = 2500;
const TIER_COLOUR = {server: 0, loadgen: 1, echo: 2};
const TIER_DASH = {server: [], loadgen: [6, 3], echo: [2, 3]};
const TIER_NAME = {server: 'server', loadgen: 'load generator', echo: 'echo tier'};
const FINDING_OF = {PASS: 'better', WARN: 'inconclusive', FAIL: 'worse'};

const live = {
  state: {name: '', position: null, seconds: [], results: [], log: [], reports: [], exit_code: null},
  receivedMs: 0,
  closed: false,
  lost: false,
};

function minutes(seconds) {
  const rounded = Math.round(seconds);
  return String(Math.floor(rounded / 60)).padStart(2, '0') + ':' + String(rounded % 60).padStart(2, '0');
}

function timeOfDay(epochMs) {
  return new Date(epochMs).toLocaleTimeString('en-GB');
}

// How the run is, in one sentence.
function statusText() {
  const {exit_code: code, name} = live.state;
  if (code === 130) return 'The run was interrupted. Finish it with --resume.';
  if (code === 0) return 'The run has ended: every step is PASS or WARN.';
  if (isNumber(code)) return 'The run has ended: a step is FAIL, or something could not start. The log says more.';
  if (live.closed) return 'The program has ended before its run did. Its terminal says why.';
  if (live.lost) return 'The connection is lost; trying again.';
  return name === '' ? 'The run is being prepared.' : 'The run is under way.';
}

// Screen readers read the text when it changes, and only then.
function setText(element, text) {
  if (element.textContent !== visible(text)) replace(element, text);
}

function positionBox() {
  const what = el('strong', {id: 'what'});
  const bar = el('progress', {'aria-label': 'Planned time that is over', max: 1, value: 0});
  const text = el('p', {class: 'quiet', id: 'position'});
  const draw = () => {
    const at = live.state.position;
    const ended = isNumber(live.state.exit_code);
    bar.hidden = !at && !ended;
    setText(what, at ? at.what : ended ? 'ended' : 'not begun');
    if (!at) {
      bar.value = ended ? 1 : 0;
      setText(text, '');
      return;
    }
    const elapsed = live.lost ? 0 : (performance.now() - live.receivedMs) / 1000;
    const done = at.done_seconds + Math.min(at.planned_seconds, at.elapsed_seconds + elapsed);
    const left = Math.max(0, at.total_seconds - done);
    const share = at.total_seconds > 0 ? Math.min(1, done / at.total_seconds) : 0;
    bar.value = share;
    const planned = minutes(done) + ' of about ' + minutes(at.total_seconds);
    setText(text, percent(share) + ', ' + planned + '; ends in about ' + minutes(left) + '.');
  };
  return {box: el('div', {}, what, bar, text), draw};
}

function tile(name, value, detail) {
  return el(
    'li',
    {class: 'tile'},
    el('span', {class: 'tile-name'}, name),
    el('span', {class: 'tile-ratio'}, value),
    el('span', {class: 'tile-values'}, detail),
  );
}

// Of all processes of a tier; without one of them the sum is not known.
function coresOf(second, tier) {
  const parts = second.cpu.filter((part) => part.tier === tier);
  const known = parts.length > 0 && parts.every((part) => isNumber(part.cores));
  return known ? parts.reduce((sum, part) => sum + part.cores, 0) : null;
}

function tiersOf(seconds) {
  const present = new Set(seconds.flatMap((second) => second.cpu.map((part) => part.tier)));
  return Object.keys(TIER_NAME).filter((tier) => present.has(tier));
}

function tilesOfLast() {
  const last = live.state.seconds.at(-1);
  const {requests} = last;
  return [
    tile('throughput', formatted(requests.throughput_rps), 'requests/s'),
    tile('p50', duration(requests.p50_ms), 'of this second'),
    tile('p99', duration(requests.p99_ms), 'of this second'),
    tile('failed', whole(requests.failed), 'requests'),
    tiersOf([last]).map((tier) => tile('CPU of the ' + TIER_NAME[tier], formatted(coresOf(last, tier)), 'cores')),
  ];
}

// Points in order, with a gap where nothing was measured for a while.
function points(of, show) {
  let before = null;
  return live.state.seconds.flatMap((second) => {
    const y = of(second);
    const x = second.epoch_ms;
    const gap = before !== null && x - before > GAP_MS ? [{x: x - 1, y: null}] : [];
    before = x;
    return [...gap, {x, y: isNumber(y) ? y : null, tip: isNumber(y) ? show(y) : null}];
  });
}

function line(name, colour, dash, of, show) {
  const values = points(of, (value) => name + ': ' + show(value));
  return lineSet(values, css('--server-' + colour), {borderDash: dash, pointHoverRadius: 4});
}

function secondAt(epochMs) {
  const second = live.state.seconds.find((one) => one.epoch_ms === epochMs);
  return second ? timeOfDay(epochMs) + ', ' + second.trial + ' ' + second.step + ', ' + second.phase : '';
}

function overTime(lines, unit) {
  const last = live.state.seconds.at(-1)?.epoch_ms ?? 0;
  const first = live.state.seconds[0]?.epoch_ms ?? 0;
  const ticks = {maxRotation: 0, autoSkipPadding: 24, maxTicksLimit: 5, callback: timeOfDay};
  const scales = {
    x: axis('time of day', {type: 'linear', min: first, max: Math.max(last, first + 10_000), ticks}),
    y: axis(unit, {beginAtZero: true}),
  };
  return lineConfig(lines, secondAt, scales, {interaction: {mode: 'index', axis: 'x', intersect: false}});
}

function keyOf(entries) {
  const mark = (colour) => el('span', {class: 'mark s' + colour, 'aria-hidden': 'true'}, '● ');
  return el(
    'p',
    {class: 'legend'},
    entries.map(([name, colour]) => el('span', {}, mark(colour), name)),
  );
}

function liveCharts() {
  const described = (what) => what + ' by second; the values of the last minute are in the table below';
  const throughput = chart(described('Throughput'), 220, () =>
    overTime([line('throughput', 0, [], (second) => second.requests.throughput_rps, formatted)], 'requests/s'),
  );
  const latency = chart(described('Latency'), 220, () =>
    overTime(
      [
        line('p50', 0, [], (second) => second.requests.p50_ms, duration),
        line('p99', 1, [6, 3], (second) => second.requests.p99_ms, duration),
      ],
      'ms',
    ),
  );
  const cpu = chart(described('CPU of each tier'), 220, () =>
    overTime(
      tiersOf(live.state.seconds).map((tier) =>
        line(TIER_NAME[tier], TIER_COLOUR[tier], TIER_DASH[tier], (second) => coresOf(second, tier), formatted),
      ),
      'cores',
    ),
  );
  const refresh = () => {
    for (const each of [throughput, latency, cpu]) each.refresh();
  };
  const entries = Object.keys(TIER_NAME).map((tier) => [TIER_NAME[tier], TIER_COLOUR[tier]]);
  const cards = [
    card('Throughput, requests/s', 'of each second', throughput),
    card(
      'Latency, ms',
      'of the requests of each second',
      latency,
      keyOf([
        ['p50', 0],
        ['p99', 1],
      ]),
    ),
    card('CPU, cores', 'busy on average in each second', cpu, keyOf(entries)),
  ];
  return {cards, refresh};
}

function secondsTable() {
  const last = live.state.seconds.slice(-60).reverse();
  return table(
    'The last minute by second',
    [
      textColumn('time', (second) => timeOfDay(second.epoch_ms)),
      textColumn('trial', (second) => second.trial),
      textColumn('step', (second) => second.step),
      textColumn('phase', (second) => second.phase),
      numberColumn('requests/s', (second) => second.requests.throughput_rps),
      numberColumn('p50, ms', (second) => second.requests.p50_ms),
      numberColumn('p99, ms', (second) => second.requests.p99_ms),
      numberColumn('failed', (second) => second.requests.failed, whole),
      ...tiersOf(last).map((tier) => numberColumn('CPU of ' + tier, (second) => coresOf(second, tier))),
    ],
    last,
  );
}

function secondsSection() {
  const tiles = el('ul', {class: 'tiles'});
  const {cards, refresh} = liveCharts();
  const shared = quiet();
  const values = el('details', {}, el('summary', {}, 'Values of the last minute'));
  const rows = el('div');
  values.append(rows);
  const there = el('div', {}, tiles, shared, el('div', {class: 'plots'}, cards), values);
  const missing = quiet('No load was measured by second yet. Suites, and other load generators, have none.');
  const draw = () => {
    const last = live.state.seconds.at(-1);
    there.hidden = !last;
    missing.hidden = Boolean(last);
    if (!last || document.hidden) return;
    replace(tiles, tilesOfLast());
    const generators = last.requests.generators;
    setText(shared, generators > 1 ? 'Requests are those of one of ' + generators + ' load generators.' : '');
    refresh();
    if (values.open) replace(rows, secondsTable());
  };
  values.addEventListener('toggle', draw);
  document.addEventListener('visibilitychange', draw);
  const box = section(
    {id: 'seconds', title: 'By second'},
    'The last ten minutes at most. ' + NOT_MEASURED + ' is not measured.',
  );
  append(box, [there, missing]);
  return {box, draw};
}

function verdictOf(result) {
  return el('span', {class: 'verdict ' + FINDING_OF[result.verdict]}, result.verdict);
}

function resultsTable() {
  const {results} = live.state;
  const runs = new Set(results.map((result) => result.run));
  const titles = new Map(results.flatMap((result) => result.values.map((one) => [one.label, one.unit])));
  const valueNamed = (result, label) => result.values.find((one) => one.label === label)?.value;
  return table(
    'Steps that have a verdict',
    [
      runs.size > 1 && textColumn('run', (result) => result.run),
      textColumn('trial', (result) => result.trial),
      textColumn('step', (result) => result.step),
      {title: 'verdict', of: (result) => result.verdict, left: true, word: true, show: verdictOf},
      ...[...titles].map(([label, unit]) =>
        numberColumn(unit ? label + ', ' + unit : label, (result) => valueNamed(result, label)),
      ),
      textColumn('checks', (result) => result.reasons.join('; '), 1000),
    ],
    results,
  );
}

function resultsSection() {
  const box = section({id: 'results', title: 'Results so far'});
  const body = el('div');
  box.append(body);
  const draw = () =>
    replace(body, live.state.results.length > 0 ? resultsTable() : quiet('No step has a verdict yet.'));
  return {box, draw};
}

function logSection() {
  const text = el('pre', {class: 'log', tabindex: '0', role: 'region', 'aria-label': 'Log'});
  const draw = () => {
    const atEnd = text.scrollHeight - text.scrollTop - text.clientHeight < 40;
    replace(
      text,
      live.state.log.map(visible).flatMap((one) => [document.createTextNode(one), el('br')]),
    );
    if (atEnd) text.scrollTop = text.scrollHeight;
  };
  return {box: section({id: 'log', title: 'Log'}, null, text), draw};
}

// A page of a server may not open a file, so the path is there as text too.
function reportsBox() {
  const box = el('div', {id: 'reports'});
  const link = (report, i) =>
    live.closed ? 'report of ' + report.run : el('a', {href: '/report/' + i}, 'Report of ' + report.run);
  const entry = (report, i) =>
    report.written
      ? [link(report, i), ', the file ', el('code', {}, report.path)]
      : ['No report of ' + report.run + ' was written; the log of the terminal says why.'];
  const draw = () => {
    const {reports} = live.state;
    const heading = el('h3', {}, reports.length > 1 ? 'Finished reports' : 'Finished report');
    const ended = live.closed && quiet('The server of this page has ended with the run: open the file itself.');
    replace(box, reports.length > 0 && note(heading, list(reports.map(entry)), ended));
  };
  return {box, draw};
}

function followRun() {
  followTheme();
  const title = el('h1', {}, 'tierbench');
  const status = el('p', {class: 'quiet host', role: 'status'});
  const position = positionBox();
  const reports = reportsBox();
  const seconds = secondsSection();
  const results = resultsSection();
  const log = logSection();
  document.body.prepend(
    el('a', {class: 'skip', href: '#results'}, 'Skip to the results'),
    el('header', {}, el('div', {class: 'bar-top'}, title, themeButton()), status),
    el('main', {}, el('section', {id: 'answer', 'aria-label': 'Position'}, position.box, reports.box), [
      seconds.box,
      results.box,
      log.box,
    ]),
    el('footer', {class: 'quiet'}, 'tierbench, live. The report of the run is what counts; seconds are not judged.'),
  );
  const drawHead = () => {
    const {name} = live.state;
    setText(title, name === '' ? 'tierbench' : shortened(name, 120));
    document.title = (name === '' ? 'live' : name) + ' – tierbench';
    setText(status, statusText());
    position.draw();
  };
  const drawAll = () => {
    drawHead();
    for (const part of [reports, seconds, results, log]) part.draw();
  };
  const source = new EventSource('/events');
  const on = (kind, take) =>
    source.addEventListener(kind, (event) => {
      live.lost = false;
      take(JSON.parse(event.data));
      drawHead();
    });
  on('state', (state) => {
    live.state = state;
    live.receivedMs = performance.now();
    drawAll();
  });
  on('position', (at) => {
    live.state.position = at;
    live.state.name = at.run;
    live.receivedMs = performance.now();
  });
  on('second', (second) => {
    live.state.seconds = [...live.state.seconds, second].slice(-MOST_SECONDS);
    seconds.draw();
  });
  on('result', (result) => {
    live.state.results.push(result);
    results.draw();
  });
  on('line', (text) => {
    live.state.log = [...live.state.log, text].slice(-MOST_LINES);
    log.draw();
  });
  on('report', (report) => {
    live.state.reports.push(report);
    reports.draw();
  });
  on('end', (code) => {
    live.state.exit_code = code;
    live.state.position = null;
  });
  on('closed', () => {
    source.close();
    live.closed = true;
    reports.draw();
  });
  source.addEventListener('error', () => {
    live.lost = !live.closed;
    drawHead();
  });
  setInterval(drawHead, 1000);
  drawAll();
}

followRun();
