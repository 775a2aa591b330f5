// Builds the page; text goes in as text, never as markup.
function el(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : visible(value));
  }
  append(element, children);
  return element;
}

function append(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : document.createTextNode(visible(child)));
  }
}

function replace(element, ...children) {
  element.replaceChildren();
  append(element, children);
}

let lastId = 0;
function newId(prefix) {
  lastId += 1;
  return prefix + '-' + lastId;
}

function section(id, title, lead, ...children) {
  return el(
    'section',
    {id, 'aria-labelledby': id + '-title'},
    el('h2', {id: id + '-title'}, title),
    lead && el('p', {class: 'lead'}, lead),
    children,
  );
}

function select(label, options, chosen, onchange) {
  const id = newId('select');
  const box = el(
    'select',
    {id, onchange: () => onchange(box.value)},
    options.map(([value, text]) => el('option', {value, selected: value === chosen}, shortened(text, 80))),
  );
  return el('span', {class: 'field'}, el('label', {for: id}, label), box);
}

function details(summary, build) {
  const box = el('details', {}, el('summary', {}, summary));
  let built = false;
  box.addEventListener('toggle', () => {
    if (box.open && !built) {
      built = true;
      append(box, [build()]);
    }
  });
  return box;
}
