// Builds the page; text goes in as text, never as markup.
import {shortened, visible} from './format.js';

export function el(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : visible(value));
  }
  append(element, children);
  return element;
}

export function append(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : document.createTextNode(visible(child)));
  }
}

export function replace(element, ...children) {
  element.replaceChildren();
  append(element, children);
}

let lastId = 0;
export function newId(prefix) {
  lastId += 1;
  return prefix + '-' + lastId;
}

export function quiet(...children) {
  return el('p', {class: 'quiet'}, children);
}

export function note(...children) {
  return el('div', {class: 'note'}, children);
}

export function list(items, kind) {
  return el(
    'ul',
    {class: kind},
    items.map((item) => el('li', {}, item)),
  );
}

export function fields(...children) {
  return el('div', {class: 'fields'}, children);
}

export function card(title, hint, ...children) {
  const caption = el('figcaption', {}, el('strong', {}, title), hint && el('span', {class: 'quiet'}, ' ' + hint));
  return el('figure', {class: 'card'}, caption, children);
}

export function section({id, title}, lead, ...children) {
  return el(
    'section',
    {id, 'aria-labelledby': id + '-title'},
    el('h2', {id: id + '-title'}, title),
    lead && el('p', {class: 'lead'}, lead),
    children,
  );
}

// An option is its value, or a value and its text.
export function select(label, options, chosen, onchange) {
  const id = newId('select');
  const box = el(
    'select',
    {id, onchange: () => onchange(box.value)},
    options
      .map((option) => [option].flat())
      .map(([value, text = value]) => el('option', {value, selected: value === chosen}, shortened(text, 80))),
  );
  return el('span', {class: 'field'}, el('label', {for: id}, label), box);
}

// A select for each field of what is chosen, after whose change all is drawn again.
export function choiceOf(chosen, draw) {
  return (label, field, options) =>
    select(label, options, chosen[field], (value) => {
      chosen[field] = value;
      draw();
    });
}

export function details(summary, build) {
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
