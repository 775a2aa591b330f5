// Puts the sections in their order and follows the address.
import {data} from './data.js';
import {shortened} from './format.js';
import {el} from './dom.js';
import {followTheme, themeButton} from './theme.js';
import {answerSection, plotSection} from './overview.js';
import {levelSection} from './levels.js';
import {
  capacitySection,
  comparisonSection,
  limitsSection,
  provenanceSection,
  studySection,
  validitySection,
} from './evidence.js';
import {profileSection} from './profiles.js';
import {matrixSection} from './matrix.js';
import {rankSection} from './ranks.js';
import {growthSection} from './growth.js';

function contents(sections) {
  return el(
    'nav',
    {class: 'contents', 'aria-label': 'Sections'},
    sections.filter(Boolean).map((box) => el('a', {href: '#' + box.id}, box.querySelector('h2').textContent)),
  );
}

// The last cell, which is the highest level, of those that the most subjects have a valid step of.
function tellingCell() {
  const valid = ({id}) => data.level_data.filter((detail) => detail.cell === id && detail.valid_trials > 0).length;
  return data.cell_data.reduce((best, cell) => (valid(cell) >= valid(best) ? cell : best));
}

// The cell that the address names.
function askedCell() {
  const address = location.hash.slice(1);
  return data.cell_data.find((cell) => cell.address === address || encodeURI(cell.address) === address);
}

const VIEWS = {
  plots: plotSection,
  matrix: matrixSection,
  ranks: rankSection,
  growth: growthSection,
  profiles: profileSection,
  differences: comparisonSection,
  limits: limitsSection,
  capacity: capacitySection,
  study: studySection,
  validity: validitySection,
  provenance: provenanceSection,
};

function build() {
  followTheme();
  const level = levelSection(data.sections.find((head) => head.view === 'level'));
  const measured = data.cell_data.length > 0;
  const sections = data.sections.map((head) =>
    head.view === 'level' ? measured && level.box : VIEWS[head.view](head),
  );
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
