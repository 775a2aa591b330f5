// Tables: plain ones, and one that draws only the rows in sight.
// A column: {title, of(row), text(row), left, node(row)}; of() sorts, text() or node() shows.
function cellOf(column, row) {
  const content = column.node ? column.node(row) : column.text ? column.text(row) : figure(column.of(row));
  return el('td', {class: (column.left ? 'left' : 'number') + (column.word ? ' word' : '')}, content);
}

function inOrder(rows, column, falling) {
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
  return el(
    'thead',
    {},
    el(
      'tr',
      {},
      columns.map((column, i) => {
        const sorted = order.column === i;
        const cell = el('th', {
          scope: 'col',
          class: column.left ? 'left' : 'number',
          'aria-sort': sorted ? (order.falling ? 'descending' : 'ascending') : null,
        });
        if (!onsort || !column.of) append(cell, [column.title]);
        else
          append(cell, [
            el(
              'button',
              {type: 'button', class: 'sort', onclick: () => onsort(i)},
              column.title,
              el('span', {'aria-hidden': 'true', class: 'arrow'}, sorted ? (order.falling ? ' ▼' : ' ▲') : ''),
            ),
          ]);
        return cell;
      }),
    ),
  );
}

function nextOrder(order, column, columns) {
  if (order.column === column) return {column, falling: !order.falling};
  return {column, falling: !columns[column].left};
}

function table(caption, columns, rows, first) {
  const box = el('div', {class: 'scroll', tabindex: '0', role: 'region', 'aria-label': caption});
  let order = first || {column: -1};
  const draw = () => {
    const sorted = order.column < 0 ? rows : inOrder(rows, columns[order.column], order.falling);
    replace(
      box,
      el(
        'table',
        {},
        el('caption', {class: 'unseen'}, caption),
        headOf(columns, order, (column) => {
          order = nextOrder(order, column, columns);
          draw();
        }),
        el(
          'tbody',
          {},
          sorted.map((row) =>
            el(
              'tr',
              {class: row.rowClass},
              columns.map((column) => cellOf(column, row)),
            ),
          ),
        ),
      ),
    );
  };
  draw();
  return box;
}

const ROW_HEIGHT = 28;
const ROWS_AROUND = 8;

// Thousands of rows stay fluid: only those in sight are in the document.
function longTable(caption, columns, rows, options) {
  const box = el('div', {class: 'scroll long', tabindex: '0', role: 'region', 'aria-label': caption});
  const body = el('tbody');
  let order = options.order;
  let shown = [];
  let filter = () => true;
  const sheet = el('table', {class: 'fixed'}, el('caption', {class: 'unseen'}, caption));
  box.append(sheet);
  const space = () => el('tr', {class: 'space', 'aria-hidden': 'true'}, el('td', {colspan: columns.length}));
  const drawRows = () => {
    const first = Math.max(0, Math.floor(box.scrollTop / ROW_HEIGHT) - ROWS_AROUND);
    const last = Math.min(shown.length, first + Math.ceil(box.clientHeight / ROW_HEIGHT) + 2 * ROWS_AROUND);
    const above = space();
    const below = space();
    above.firstChild.style.height = first * ROW_HEIGHT + 'px';
    below.firstChild.style.height = (shown.length - last) * ROW_HEIGHT + 'px';
    const drawn = shown.slice(first, last).map((row, i) => {
      const line = el(
        'tr',
        {class: row.rowClass, 'aria-rowindex': String(first + i + 2)},
        columns.map((column) => cellOf(column, row)),
      );
      return line;
    });
    body.replaceChildren(above, ...drawn, below);
  };
  const draw = () => {
    shown = inOrder(rows.filter(filter), columns[order.column], order.falling);
    sheet.setAttribute('aria-rowcount', String(shown.length + 1));
    sheet.querySelector('thead')?.remove();
    sheet.append(
      headOf(columns, order, (column) => {
        order = nextOrder(order, column, columns);
        box.scrollTop = 0;
        draw();
      }),
      body,
    );
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
  return {
    box,
    filter: (wanted) => {
      filter = wanted;
      box.scrollTop = 0;
      draw();
    },
  };
}
