// Puts the sections in their order and follows the address.
const data = JSON.parse(document.getElementById('data').textContent);

function contents(sections) {
  return el(
    'nav',
    {class: 'contents', 'aria-label': 'Sections'},
    sections.filter(Boolean).map((box) => el('a', {href: '#' + box.id}, box.querySelector('h2').textContent)),
  );
}

// The highest level at which the most servers have a valid step.
function tellingLevel() {
  const valid = (level) => data.details.filter((detail) => detail.level === level && detail.valid_trials > 0).length;
  return data.levels.reduce((best, level) => (valid(level) >= valid(best) ? level : best));
}

function build() {
  followTheme();
  const level = levelSection();
  const measured = data.levels.length > 0;
  const sections = [
    ...(data.suite ? suiteSections() : [measured && plotSection()]),
    measured && level.box,
    comparisonSection(),
    data.suite ? publishedSection() : studySection(),
    validitySection(),
    provenanceSection(),
  ];
  const footer = el(
    'footer',
    {class: 'quiet'},
    'tierbench report. Absolute times belong to one machine; values per ' + data.operation + ' travel.',
  );
  document.body.prepend(
    el('a', {class: 'skip', href: '#answer'}, 'Skip to the answer'),
    el(
      'header',
      {},
      el('div', {class: 'bar-top'}, el('h1', {}, shortened(data.name, 120)), themeButton()),
      el('p', {class: 'quiet host'}, data.provenance.host),
      contents(sections),
    ),
    el('main', {}, answerSection(), sections.filter(Boolean)),
    footer,
  );
  const follow = (jump) => {
    const asked = /^#level=(\d+)/.exec(location.hash);
    const wanted = asked ? Number(asked[1]) : null;
    if (!data.levels.includes(wanted)) return false;
    level.open(wanted);
    if (jump) level.box.scrollIntoView();
    return true;
  };
  addEventListener('hashchange', () => follow(true));
  if (!follow(true) && data.levels.length > 0) level.open(tellingLevel());
}

build();
