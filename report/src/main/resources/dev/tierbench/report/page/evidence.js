// What the verdicts stand on: comparisons, the study, validity, provenance.
function comparisonSection() {
  const all = data.comparisons || [];
  if (all.length === 0) return null;
  return section(
    'differences',
    'Differences with their evidence',
    "B over A by the medians of the trials. The interval is the bootstrap's at 95 %, and below 5 trials the least and the most. Better or worse only where it clears the threshold and the test " +
      'corrected for the number of rows agrees; the noise floor is what this host makes of no difference at all.',
    data.noise
      ? noiseTable()
      : el('p', {class: 'quiet'}, 'Noise floor: not measured in this run (no server ran under two names).'),
    all.map((comparison) => [
      el('h3', {}, comparison.a + ' → ' + comparison.b),
      comparison.differences.length > 0 &&
        details('Settings, host or plan: what differs (' + comparison.differences.length + ')', () =>
          table(
            'What differs',
            [
              {title: 'what', left: true, text: (d) => d.what},
              {title: 'A', left: true, text: (d) => shortened(d.a, 300)},
              {title: 'B', left: true, text: (d) => shortened(d.b, 300)},
            ],
            comparison.differences,
          ),
        ),
      comparison.missing_counterparts.length > 0 &&
        details('Not compared (' + comparison.missing_counterparts.length + ')', () =>
          el(
            'ul',
            {},
            comparison.missing_counterparts.map((gap) =>
              el(
                'li',
                {},
                shortened(gap.subject, 80) +
                  (gap.parameters ? ' at ' + Object.values(gap.parameters).join(', ') : '') +
                  ': A ' +
                  shortened(gap.a, 200) +
                  ', B ' +
                  shortened(gap.b, 200),
              ),
            ),
          ),
        ),
      comparisonTable(comparison),
    ]),
  );
}

function comparisonTable(comparison) {
  const noise = comparison.rows.some((row) => isNumber(row.noise_floor));
  const span = (low, high) => (isNumber(low) ? digits(low, 2) + '–' + digits(high, 2) : NOT_MEASURED);
  return table(
    'Comparison',
    [
      {title: 'verdict', left: true, of: (row) => row.finding, node: (row) => verdict(row.finding, findingWords(row))},
      {title: 'metric', left: true, of: (row) => row.metric, text: (row) => row.metric},
      ...(comparison.rows.some((row) => row.subject.includes('→'))
        ? []
        : [{title: 'server', left: true, of: (row) => row.subject, text: (row) => shortened(row.subject, 60)}]),
      {title: 'at', of: (row) => row.level, text: (row) => whole(row.level)},
      ...(comparison.rows.some((row) => row.role)
        ? [{title: 'role', left: true, of: (row) => row.role, text: (row) => row.role}]
        : []),
      ...(comparison.rows.some((row) => row.syscall)
        ? [{title: 'syscall', left: true, of: (row) => row.syscall, text: (row) => row.syscall}]
        : []),
      {title: 'A', of: (row) => row.a},
      {title: 'B', of: (row) => row.b},
      {title: 'B / A', of: (row) => row.ratio, text: (row) => factor(row.ratio)},
      {title: 'interval', of: (row) => row.ratio_low, text: (row) => span(row.ratio_low, row.ratio_high)},
      ...(noise
        ? [
            {
              title: 'noise',
              of: (row) => row.noise_floor,
              text: (row) => (isNumber(row.noise_floor) ? '±' + digits(row.noise_floor * 100, 1) + ' %' : NOT_MEASURED),
            },
          ]
        : []),
      {
        title: 'p',
        of: (row) => row.adjusted_p,
        text: (row) =>
          !isNumber(row.adjusted_p) ? NOT_MEASURED : row.adjusted_p < 0.001 ? '< 0.001' : digits(row.adjusted_p, 3),
      },
      {title: 'n', of: (row) => row.a_trials + row.b_trials, text: (row) => row.a_trials + ' + ' + row.b_trials},
    ],
    comparison.rows,
  );
}

function findingWords(row) {
  if (row.finding === 'one_trial') return 'one trial: no verdict';
  if (row.finding === 'inconclusive' && row.trials_needed) {
    return (
      'inconclusive, ' +
      (row.trials_needed >= 1000 ? '1,000 or more' : 'about ' + row.trials_needed) +
      ' trials would decide'
    );
  }
  return row.finding.replaceAll('_', ' ');
}

function noiseTable() {
  return [
    el(
      'p',
      {},
      'Noise floor: ',
      serverName(data.noise.servers[0]),
      ' and ',
      serverName(data.noise.servers[1]),
      ' are the same server; the most they differ at any level:',
    ),
    table(
      'Noise floor',
      [
        {title: 'metric', left: true, text: (row) => row.metric},
        {title: 'differs by', of: (row) => row.share, text: (row) => '±' + digits(row.share * 100, 1) + ' %'},
      ],
      data.noise.floors,
    ),
  ];
}

function studySection() {
  const study = data.study;
  if (!study) return null;
  const ratio = (a, b) => (isNumber(a) && isNumber(b) && a > 0 ? b / a : null);
  return section(
    'study',
    'The published study beside this run',
    study.source,
    study.headline && el('p', {}, study.headline),
    table(
      'Published and measured',
      [
        {title: 'value', left: true, of: (row) => row.value, text: (row) => row.value},
        {title: 'published at', of: (row) => row.published_level, text: (row) => whole(row.published_level)},
        {title: 'Tomcat', of: (row) => row.published_tomcat},
        {title: 'Netty', of: (row) => row.published_netty},
        {
          title: 'Netty / Tomcat',
          of: (row) => ratio(row.published_tomcat, row.published_netty),
          text: (row) => factor(ratio(row.published_tomcat, row.published_netty)),
        },
        {title: 'ours at', of: (row) => row.level, text: (row) => whole(row.level)},
        {title: 'Tomcat', of: (row) => row.tomcat},
        {title: 'Netty', of: (row) => row.netty},
        {
          title: 'Netty / Tomcat',
          of: (row) => ratio(row.tomcat, row.netty),
          text: (row) => factor(ratio(row.tomcat, row.netty)),
        },
      ],
      study.rows,
    ),
    el('p', {class: 'quiet'}, 'What differs between the two:'),
    el(
      'ul',
      {},
      study.differences.map((difference) => el('li', {}, difference)),
    ),
    el(
      'p',
      {class: 'quiet'},
      'Published counts are divided by 90,000 requests; published CPU per request follows from latency and CPU share by Little’s law. Caveats of the study:',
    ),
    el(
      'ul',
      {},
      study.caveats.map((caveat) => el('li', {}, caveat)),
    ),
  );
}

const CHECK_MARK = {PASS: '✓', WARN: '!', FAIL: '✕'};

function validitySection() {
  const {steps, rules} = data.validity;
  const names = [...new Set(steps.flatMap((step) => step.checks.map((check) => check.name)))];
  const detail = el('div', {'aria-live': 'polite'});
  const cell = (step, name) => {
    const check = step.checks.find((one) => one.name === name);
    if (!check) return el('td', {class: 'check none'}, NOT_MEASURED);
    const limit = isNumber(check.limit) ? ' / ' + figure(check.limit) : '';
    return el(
      'td',
      {class: 'check ' + check.verdict.toLowerCase()},
      el(
        'button',
        {
          type: 'button',
          'aria-label': name + ' of ' + step.trial + ' at ' + step.level + ': ' + check.verdict,
          onclick: () =>
            replace(
              detail,
              el(
                'div',
                {class: 'note'},
                el('strong', {}, check.verdict + ' ' + name + ', ' + step.trial + ' at ' + whole(step.level) + ': '),
                shortened(check.message, 4000),
                ' Value ' + figure(check.value) + ', limit ' + figure(check.limit) + ' ' + check.unit + '.',
              ),
            ),
        },
        el('span', {class: 'check-mark'}, CHECK_MARK[check.verdict]),
        ' ' + figure(check.value),
        el('span', {class: 'quiet'}, limit),
      ),
    );
  };
  return section(
    'validity',
    'Validity',
    'Every check of every step, value / limit. A step with a ✕ is shown struck out and enters no value of several trials. Click a cell for its message.' +
      (rules.length > 0 ? ' Rules: ' + rules.map((rule) => shortened(rule, 60)).join(', ') + '.' : ''),
    detail,
    el(
      'div',
      {class: 'scroll matrix', tabindex: '0', role: 'region', 'aria-label': 'Checks by step'},
      el(
        'table',
        {},
        el('caption', {class: 'unseen'}, 'Checks by step'),
        el(
          'thead',
          {},
          el(
            'tr',
            {},
            el('th', {scope: 'col', class: 'left'}, 'step'),
            el('th', {scope: 'col', class: 'left'}, 'state'),
            names.map((name) => el('th', {scope: 'col'}, shortened(name, 40).replaceAll('_', ' '))),
          ),
        ),
        el(
          'tbody',
          {},
          steps.map((step) =>
            el(
              'tr',
              {class: 'state-' + step.state},
              el('th', {scope: 'row', class: 'left'}, step.trial + ' ' + whole(step.level)),
              el('td', {class: 'left'}, step.state_label),
              names.map((name) => cell(step, name)),
            ),
          ),
        ),
      ),
    ),
    overheadTable(steps),
  );
}

function overheadTable(steps) {
  const traced = steps.filter((step) => isNumber(step.overhead_throughput_percent) || isNumber(step.overhead_cpu_percent));
  if (traced.length === 0)
    return el('p', {class: 'quiet'}, 'Tracing overhead: not measured, no step has a traced phase.');
  return [
    el('h3', {}, 'Tracing overhead: the traced phase against the measured one'),
    details(traced.length + ' steps', () =>
      table(
        'Tax of the tracer',
        [
          {title: 'step', left: true, of: (step) => step.trial, text: (step) => step.trial},
          {title: 'at', of: (step) => step.level, text: (step) => whole(step.level)},
          {title: 'throughput lost', of: (step) => step.overhead_throughput_percent, text: (step) => percentChange(step.overhead_throughput_percent)},
          {title: 'CPU per request added', of: (step) => step.overhead_cpu_percent, text: (step) => percentChange(step.overhead_cpu_percent)},
        ],
        traced.map((step) => ({...step, rowClass: 'state-' + step.state})),
      ),
    ),
  ];
}

function provenanceSection() {
  const {commands, manifest, scheduling, settings, files} = data.provenance;
  const differing = settings.filter((setting) => setting.differs);
  const settingsTable = (rows) =>
    table(
      'Settings of every tier',
      [
        {title: 'setting', left: true, of: (row) => row.path, text: (row) => row.path},
        ...data.servers.map((server, i) => ({
          title: shortened(server, 40),
          left: true,
          of: (row) => row.values[i],
          text: (row) => shortened(row.values[i], 300),
        })),
      ],
      rows,
    );
  return section(
    'provenance',
    'Provenance',
    data.provenance.host,
    commands.length > 0 && [
      el('h3', {}, 'To reproduce'),
      el(
        'pre',
        {tabindex: '0'},
        commands.map((command) => [command, el('br')]),
      ),
    ],
    scheduling.length > 0 && [
      el('h3', {}, 'Cores and scheduling groups of the tiers'),
      table(
        'Scheduling',
        [
          {title: 'tier', left: true, text: (row) => row.tier},
          {title: 'planned cores', left: true, text: (row) => row.planned || 'not held to any'},
          {title: 'cores in the window', left: true, text: (row) => row.cores || NOT_MEASURED},
          {
            title: 'own autogroup',
            left: true,
            text: (row) => (row.autogroup === null ? 'kernel has none' : row.autogroup ? 'yes' : 'no'),
          },
          {title: 'control group', left: true, text: (row) => (row.cgroup ? shortened(row.cgroup, 200) : NOT_MEASURED)},
        ],
        scheduling,
      ),
    ],
    settings.length > 0 && [
      el('h3', {}, 'Settings that differ between the servers'),
      differing.length > 0 ? settingsTable(differing) : el('p', {}, 'None.'),
      details('All ' + settings.length + ' settings', () => settingsTable(settings)),
    ],
    Object.keys(manifest).length > 0 &&
      details('Manifest', () =>
        table(
          'Manifest',
          [
            {title: 'field', left: true, text: ([name]) => name},
            {title: 'value', left: true, text: ([, value]) => shortened(value, 1000)},
          ],
          Object.entries(manifest),
        ),
      ),
    details(whole(files.length) + ' files of the run', () =>
      el(
        'ul',
        {class: 'files'},
        files.map((file) => el('li', {}, file)),
      ),
    ),
  );
}
