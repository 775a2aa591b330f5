// Puts the sections in their order and follows the address.
function contents(sections) {
  return el(
    'nav',
    {class: 'contents', 'aria-label': 'Sections'},
    sections.filter(Boolean).map((box) => el('a', {href: '#' + box.id}, box.querySelector('h2').textContent)),
  );
}

// The last cell, which is the highest level, of those that the most subjects have a valid step of.
function tellingCell() {
  const valid = ({id}) => data.details.filter((detail) => detail.cell === id && detail.valid_trials > 0).length;
  return data.cells.reduce((best, cell) => (valid(cell) >= valid(best) ? cell : best));
}

// The cell that the address names.
function askedCell() {
  const address = location.hash.slice(1);
  return data.cells.find((cell) => cell.address === address || encodeURI(cell.address) === address);
}

function build() {
  followTheme();
  const level = levelSection();
  const measured = data.cells.length > 0;
  const sections = [
    ...(data.suite ? [matrixSection(), rankSection(), growthSection()] : plotSections()),
    measured && level.box,
    profileSection(),
    comparisonSection(),
    capacitySection(),
    data.suite ? publishedSection() : studySection(),
    validitySection(),
    provenanceSection(),
  ];
  const footer = el(
    'footer',
    {class: 'quiet'},
    'tierbench report. Absolute times belong to one machine; values per ' + data.words.operation + ' travel.',
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
    const asked = askedCell();
    if (!asked) return false;
    level.open(asked);
    if (jump) level.box.scrollIntoView();
    return true;
  };
  addEventListener('hashchange', () => follow(true));
  if (!follow(true) && measured) level.open(tellingCell());
}

build();
