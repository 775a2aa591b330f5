// The implementations of a cell by their time, and the study's values beside this run's.
import {data} from './data.js';
import {NOT_MEASURED, cellOf, duration, factor, whole} from './format.js';
import {el, fields, quiet, replace, section, select} from './dom.js';
import {numberColumn, serverColumn, table, textColumn} from './tables.js';
import {boundOf, medianOf} from './suite.js';
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
        numberColumn('B/' + data.words.operation, (row) => medianOf('allocated_bytes_per_op', row.subject, cell)),
        textColumn('against the one before', (row) => row.finding && findingWords({finding: row.finding})),
        textColumn('note', (row) => data.suite_data.notes[row.subject]),
      ],
      places,
    ),
  ];
}
