// Light and dark, and the one colour and mark that a server has everywhere.
import {data} from './data.js';
import {shortened} from './format.js';
import {el, replace} from './dom.js';

export const MARKS = ['circle', 'rect', 'triangle', 'rectRot', 'star', 'dash', 'cross', 'rectRounded'];
const MARK_TEXT = ['●', '■', '▲', '◆', '✱', '–', '✚', '▣'];
export const redraws = [];

export function css(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

// Eight colours and eight marks; from the ninth place on a colour comes with another mark.
export function place(server) {
  return data.places[data.servers.indexOf(server)];
}

function colourPlace(server) {
  return place(server) % MARKS.length;
}

export function markPlace(server) {
  return (place(server) + 3 * Math.floor(place(server) / MARKS.length)) % MARKS.length;
}

export function serverColour(server) {
  return css('--server-' + colourPlace(server));
}

export function serverName(server) {
  return el(
    'span',
    {class: 'server', title: server},
    el('span', {class: 'mark s' + colourPlace(server), 'aria-hidden': 'true'}, MARK_TEXT[markPlace(server)]),
    ' ' + shortened(server, 60),
  );
}

export function roleColour(index) {
  return css('--role-' + (index % 12));
}

export function faded(colour, alpha) {
  const [r, g, b] = colour.match(/[0-9a-f]{2}/gi).map((part) => parseInt(part, 16));
  return 'rgba(' + r + ',' + g + ',' + b + ',' + alpha + ')';
}

const DARK_SCREEN = matchMedia('(prefers-color-scheme: dark)');
let chosenTheme = null;

function isDark() {
  return document.documentElement.dataset.theme === 'dark';
}

function applyTheme(theme = chosenTheme ?? (DARK_SCREEN.matches ? 'dark' : 'light')) {
  document.documentElement.dataset.theme = theme;
  for (const redraw of redraws) redraw();
}

export function themeButton() {
  const onclick = () => {
    chosenTheme = isDark() ? 'light' : 'dark';
    applyTheme();
  };
  const button = el('button', {type: 'button', class: 'quiet-button', onclick});
  const label = () => replace(button, isDark() ? 'Light' : 'Dark');
  redraws.push(label);
  label();
  return button;
}

export function followTheme() {
  applyTheme();
  DARK_SCREEN.addEventListener('change', () => applyTheme());
  // Paper is white whatever the screen is.
  addEventListener('beforeprint', () => applyTheme('light'));
  addEventListener('afterprint', () => applyTheme());
}
