// Tables: plain ones, and one that draws only the rows in sight.
// A column: {title, of(row), show(row), left, word}; of() sorts, and without it the column does not.
import {data} from './data.js';
import {NOT_MEASURED, formatted, isNumber, shortened} from './format.js';
import {el, replace} from './dom.js';
import {serverName} from './theme.js';

export function numberColumn(title, of, show = formatted) {
  return {title, of, show: (row) => (isNumber(of(row)) ? show(of(row)) : NOT_MEASURED)};
}

export function textColumn(title, of, length = 300) {
  return {title, of, left: true, show: (row) => shortened(of(row) ?? '', length)};
}

export function serverColumn(of = (row) => row.server) {
  return {title: data.words.subject, of, left: true, show: (row) => serverName(of(row))};
}

function rowOf(columns, row, index) {
  const cells = columns.map((column) =>
    el('td', {class: (column.left ? 'left' : 'number') + (column.word ? ' word' : '')}, column.show(row)),
  );
  return el('tr', {class: row.rowClass, 'aria-rowindex': index}, cells);
}

export function inOrder(rows, column, falling) {
  const sorted = [...rows];
  const sign = falling ? -1 : 1;
  sorted.sort((x, y) => {
    const a = column.of(x);
    const b = column.of(y);
    // What was not measured is last, whichever way.
    const missing = (a === null || a === undefined) - (b === null || b === undefined);
    if (missing) return missing;
    return sign * (typeof a === 'string' ? a.localeCompare(String(b)) : a - b);
  });
  return sorted;
}

function headOf(columns, order, onsort) {
  const cells = columns.map((column, i) => {
    const sorted = order.column === i;
    const direction = sorted ? (order.falling ? 'descending' : 'ascending') : null;
    const arrow = el('span', {'aria-hidden': 'true', class: 'arrow'}, sorted ? (order.falling ? ' ▼' : ' ▲') : '');
    const onclick = () => onsort({column: i, falling: sorted ? !order.falling : !column.left});
    const title = column.of
      ? el('button', {type: 'button', class: 'sort', onclick}, column.title, arrow)
      : column.title;
    return el('th', {scope: 'col', class: column.left ? 'left' : 'number', 'aria-sort': direction}, title);
  });
  return el('thead', {}, el('tr', {}, cells));
}

function scrollBox(kind, caption) {
  return el('div', {class: kind, tabindex: '0', role: 'region', 'aria-label': caption});
}

// A table that does not sort, with a heading for each row and each column.
export function matrixBox(caption, head, rows) {
  const box = scrollBox('scroll matrix', caption);
  box.append(
    el(
      'table',
      {},
      el('caption', {class: 'unseen'}, caption),
      el('thead', {}, el('tr', {}, head)),
      el('tbody', {}, rows),
    ),
  );
  return box;
}

// The heading is drawn anew; the keyboard stays on it.
function focusSorted(box) {
  box.querySelector('th[aria-sort] .sort').focus();
}

export function table(caption, wanted, rows, order = {column: -1}) {
  const columns = wanted.filter(Boolean);
  const box = scrollBox('scroll', caption);
  const draw = (order) => {
    const sorted = order.column < 0 ? rows : inOrder(rows, columns[order.column], order.falling);
    const head = headOf(columns, order, (wanted) => {
      draw(wanted);
      focusSorted(box);
    });
    const body = el(
      'tbody',
      {},
      sorted.map((row) => rowOf(columns, row)),
    );
    replace(box, el('table', {}, el('caption', {class: 'unseen'}, caption), head, body));
  };
  draw(order);
  return box;
}

const ROW_HEIGHT = 28;
const ROWS_AROUND = 8;

// Thousands of rows stay fluid: only those in sight are in the document.
export function longTable(caption, columns, rows, options) {
  const box = scrollBox('scroll long', caption);
  const body = el('tbody');
  let order = options.order;
  let shown = [];
  let filter = () => true;
  const sheet = el('table', {class: 'fixed'}, el('caption', {class: 'unseen'}, caption));
  box.append(sheet);
  const space = (rows) => {
    const cell = el('td', {colspan: columns.length});
    cell.style.height = rows * ROW_HEIGHT + 'px';
    return el('tr', {class: 'space', 'aria-hidden': 'true'}, cell);
  };
  const drawRows = () => {
    const first = Math.max(0, Math.floor(box.scrollTop / ROW_HEIGHT) - ROWS_AROUND);
    const last = Math.min(shown.length, first + Math.ceil(box.clientHeight / ROW_HEIGHT) + 2 * ROWS_AROUND);
    const drawn = shown.slice(first, last).map((row, i) => rowOf(columns, row, first + i + 2));
    replace(body, space(first), drawn, space(shown.length - last));
  };
  const draw = () => {
    box.scrollTop = 0;
    shown = inOrder(rows.filter(filter), columns[order.column], order.falling);
    sheet.setAttribute('aria-rowcount', String(shown.length + 1));
    sheet.querySelector('thead')?.remove();
    const head = headOf(columns, order, (wanted) => {
      order = wanted;
      draw();
      focusSorted(box);
    });
    sheet.append(head, body);
    drawRows();
    options.onshown?.(shown.length);
  };
  let waiting = false;
  box.addEventListener('scroll', () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      drawRows();
    });
  });
  new ResizeObserver(drawRows).observe(box);
  draw();
  const filterBy = (wanted) => {
    filter = wanted;
    draw();
  };
  return {box, filterBy};
}
