// Light and dark, and the one colour and mark that a server has everywhere.
const MARKS = ['circle', 'rect', 'triangle', 'rectRot', 'star', 'dash', 'cross', 'crossRot'];
const MARK_TEXT = ['●', '■', '▲', '◆', '✱', '–', '✚', '✖'];
const KNOWN_PLACES = {
  'tomcat-platform': 0,
  'webflux-reactor': 1,
  'tomcat-virtual': 2,
  'webflux-rxjava': 3,
  'webflux-elastic': 4,
  'netty-floor': 5,
  'webflux-virtual': 6,
  'webflux-coroutine': 7,
};
const redraws = [];

function css(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

function serverPlace(server) {
  const names = data.servers;
  const known = names.every((name) => name in KNOWN_PLACES);
  return (known ? KNOWN_PLACES[server] : names.indexOf(server)) % MARKS.length;
}

function serverColour(server) {
  return css('--server-' + serverPlace(server));
}

function serverName(server) {
  const place = serverPlace(server);
  return el(
    'span',
    {class: 'server', title: server},
    el('span', {class: 'mark s' + place, 'aria-hidden': 'true'}, MARK_TEXT[place]),
    ' ' + shortened(server, 60),
  );
}

function roleColour(index) {
  return css('--role-' + (index % 12));
}

function faded(colour, alpha) {
  const [r, g, b] = colour.match(/[0-9a-f]{2}/gi).map((part) => parseInt(part, 16));
  return 'rgba(' + r + ',' + g + ',' + b + ',' + alpha + ')';
}

function themeButton() {
  const root = document.documentElement;
  const dark = () =>
    root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  const words = () => (dark() ? 'Light' : 'Dark');
  const button = el(
    'button',
    {
      type: 'button',
      class: 'quiet-button',
      onclick: () => {
        root.dataset.theme = dark() ? 'light' : 'dark';
        button.textContent = words();
        redrawAll();
      },
    },
    words(),
  );
  return button;
}

function redrawAll() {
  for (const redraw of redraws) redraw();
}

function followTheme() {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redrawAll);
  // Paper is white whatever the screen is.
  let before;
  addEventListener('beforeprint', () => {
    before = document.documentElement.dataset.theme;
    document.documentElement.dataset.theme = 'light';
    redrawAll();
  });
  addEventListener('afterprint', () => {
    if (before) document.documentElement.dataset.theme = before;
    else delete document.documentElement.dataset.theme;
    redrawAll();
  });
}
