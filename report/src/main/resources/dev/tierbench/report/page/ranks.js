// The implementations of a cell by their time, and the study's values beside this run's.
import {data} from './data.js';
import {NOT_MEASURED, cellOf, duration, factor, whole} from './format.js';
import {el, fields, list, quiet, replace, section, select} from './dom.js';
import {numberColumn, serverColumn, table, textColumn} from './tables.js';
import {boundOf} from './suite.js';
import {findingWords} from './evidence.js';

export function rankSection(head) {
  const {rankings} = data.suite_data;
  if (rankings.length === 0) return null;
  const body = el('div', {});
  const draw = (cell) => replace(body, placeTable(rankings.find((ranking) => ranking.cell === cell)));
  const last = rankings.at(-1).cell;
  draw(last);
  return section(
    head,
    'By the median time of a run. Neighbours that the trials do not tell apart share a rank.',
    fields(
      select(
        'Cell',
        rankings.map((ranking) => [ranking.cell, cellOf(ranking.cell).label]),
        last,
        draw,
      ),
    ),
    body,
  );
}

function placeTable({cell, decided, heading, places}) {
  const ties = (rank) => places.filter((place) => place.rank === rank).length > 1;
  const rank = {
    title: 'rank',
    of: (row) => (decided ? row.rank : null),
    show: (row) => (decided ? whole(row.rank) + (ties(row.rank) ? ' tie' : '') : NOT_MEASURED),
  };
  return [
    !decided && quiet('One trial: no verdict, so no rank.'),
    table(
      'Ranks of ' + heading,
      [
        rank,
        serverColumn((row) => row.subject),
        numberColumn('a run', (row) => row.value, duration),
        numberColumn('× the first', (row) => row.times, factor),
        numberColumn('bound', (row) => boundOf(row.subject, cell), duration),
        textColumn('against the one before', (row) => row.finding && findingWords({finding: row.finding})),
        textColumn('note', (row) => data.suite_data.notes[row.subject]),
      ],
      places,
    ),
  ];
}

// The study's values are of another machine: only ratios between its implementations say anything here.
export function publishedSection(head) {
  const {published, defects, study} = data.suite_data;
  if (published.length === 0 && defects.length === 0) return null;
  return section(
    head,
    study,
    published.length === 0
      ? quiet('It published pictures and words, and no numbers to set beside these.')
      : quiet('Multiples of one implementation; the times themselves belong to their machines.'),
    published.map(publishedTable),
    defects.length > 0 && [el('h3', {}, 'What is wrong with the study, and what was done about it'), list(defects)],
  );
}

function publishedTable({target, case_name: name, metric, base, rows}) {
  return [
    el('h3', {}, target),
    table(
      metric + ' of ' + name + ' as a multiple of ' + base,
      [
        numberColumn('size', (row) => row.size, whole),
        serverColumn((row) => row.subject),
        numberColumn('published, × ' + base, (row) => row.published, factor),
        numberColumn('this run, × ' + base, (row) => row.ours, factor),
      ],
      rows,
    ),
  ];
}
