// Chart.js, set up once: no animation, colours of the theme, redrawn with it.
import {formatted, shortened, tick, visible} from './format.js';
import {el} from './dom.js';
import {css, redraws, roleColour} from './theme.js';

export function chart(label, height, config) {
  const canvas = el('canvas', {role: 'img', 'aria-label': label});
  const box = el('div', {class: 'chart'}, canvas);
  box.style.height = height + 'px';
  let drawn = null;
  const draw = () => {
    if (!canvas.isConnected) return;
    drawn?.destroy();
    Chart.defaults.color = css('--quiet');
    Chart.defaults.borderColor = css('--grid');
    Chart.defaults.font.family = 'system-ui, sans-serif';
    Chart.defaults.font.size = 12;
    drawn = new Chart(canvas, config());
  };
  redraws.push(draw);
  queueMicrotask(draw);
  // Data that came meanwhile, in the canvas that is there.
  box.refresh = () => {
    if (!drawn) return;
    const {data: points, options: changed} = config();
    drawn.data = points;
    drawn.options = changed;
    drawn.update('none');
  };
  return box;
}

// Charts of a level that is gone need no redraw.
export function forgetCharts() {
  const lasting = redraws.filter((redraw) => !redraw.temporary);
  redraws.splice(0, redraws.length, ...lasting);
}

// The level with a point that is nearest to a place on the horizontal axis.
export function levelAt(drawn, pixel) {
  const asked = drawn.scales.x.getValueForPixel(pixel);
  const levels = drawn.data.datasets.flatMap((set) => set.data.filter((point) => point.tip).map((point) => point.x));
  return levels.reduce((best, level) => (Math.abs(level - asked) < Math.abs(best - asked) ? level : best), levels[0]);
}

// Every point with a tip at the nearest level; fitted and ideal lines have none.
Chart.Interaction.modes.level = (drawn, event) => {
  const level = levelAt(drawn, event.x);
  return drawn.data.datasets.flatMap((set, datasetIndex) =>
    set.data.flatMap((point, index) =>
      point.tip && point.x === level
        ? [{datasetIndex, index, element: drawn.getDatasetMeta(datasetIndex).data[index]}]
        : [],
    ),
  );
};

function options(extra) {
  return {
    animation: false,
    responsive: true,
    maintainAspectRatio: false,
    normalized: true,
    interaction: extra.interaction || {mode: 'nearest', axis: 'x', intersect: false},
    plugins: {legend: {display: false}, ...(extra.plugins || {})},
    scales: extra.scales,
    onClick: extra.onClick,
    onHover: extra.onHover,
    indexAxis: extra.indexAxis,
    layout: {padding: {top: 6, right: 8}},
  };
}

export function axis(title, extra) {
  return {
    title: {display: true, text: title},
    grid: {color: css('--grid')},
    border: {color: css('--grid')},
    ticks: {maxRotation: 0, autoSkipPadding: 12, callback: (value) => tick(value)},
    ...extra,
  };
}

// Labels at 1, 2 and 5 times a power of ten.
export function logTick(value) {
  const lead = value / 10 ** Math.floor(Math.log10(value) + 1e-9);
  return [1, 2, 5].some((label) => Math.abs(lead - label) < 1e-6) ? tick(value) : '';
}

// The nearest such number below a value, or above it: an axis from one to the other has a label at each end.
export function labelBelow(value) {
  const decade = 10 ** Math.floor(Math.log10(value) + 1e-9);
  return decade * [5, 2, 1].find((label) => value >= decade * label * (1 - 1e-9));
}

export function labelAbove(value) {
  const decade = 10 ** Math.floor(Math.log10(value) - 1e-9);
  return decade * [1, 2, 5, 10].find((label) => value <= decade * label * (1 + 1e-9));
}

// A logarithmic axis of milliseconds that has a label below and above all values.
export function millisAxis(values) {
  const positive = values.filter((value) => value > 0);
  const ends =
    positive.length > 0 ? {min: labelBelow(Math.min(...positive)), max: labelAbove(Math.max(...positive))} : {};
  return axis('ms, log', {type: 'logarithmic', ticks: {callback: logTick, autoSkip: false}, ...ends});
}

// Every nine of a percentile axis has the same room; only the nines have a line.
export function isDecade(value) {
  return Math.abs(Math.log10(value) - Math.round(Math.log10(value))) < 1e-9;
}

function tooltip(callbacks, filter) {
  return {
    filter,
    callbacks,
    usePointStyle: true,
    padding: 10,
    backgroundColor: css('--tip'),
    titleColor: css('--tip-text'),
    bodyColor: css('--tip-text'),
  };
}

// A line of a server, or of another thing with a colour; more replaces what differs.
export function lineSet(data, colour, more) {
  return {data, borderColor: colour, backgroundColor: colour, borderWidth: 2, pointRadius: 0, ...more};
}

// Points without a line between them.
export function pointSet(data, colour, more) {
  return lineSet(data, colour, {showLine: false, ...more});
}

export const NO_POINTS = {pointRadius: 0, pointHitRadius: 0};
export const NO_COLOUR = 'rgba(0,0,0,0)';

export function named(name, value) {
  return shortened(visible(name), 40) + ': ' + value;
}

// Lines whose points have a tip; points without one are not shown under the pointer.
export function lineConfig(datasets, titleAt, scales, extra) {
  const callbacks = {
    title: (items) => (items.length ? titleAt(items[0].parsed.x) : ''),
    label: (item) => item.raw.tip,
  };
  const plugins = {tooltip: tooltip(callbacks, (item) => Boolean(item.raw.tip))};
  return {type: 'line', data: {datasets}, options: options({plugins, scales, ...extra})};
}

export function stackedBars(label, rows, parts, unit) {
  const height = 74 + rows.length * 46;
  return chart(label, height, () => ({
    type: 'bar',
    data: {
      labels: rows.map((row) => shortened(visible(row.name), 28)),
      datasets: parts.map((part) => ({
        label: shortened(visible(part.name), 28),
        data: rows.map((row) => part.of(row)),
        backgroundColor: roleColour(part.colour),
        borderColor: css('--card'),
        borderWidth: 1,
        barThickness: 26,
      })),
    },
    options: options({
      indexAxis: 'y',
      plugins: {tooltip: tooltip({label: (item) => item.dataset.label + ': ' + formatted(item.raw) + ' ' + unit})},
      scales: {
        x: axis(unit, {stacked: true, beginAtZero: true}),
        y: {stacked: true, grid: {display: false}, ticks: {color: css('--text'), autoSkip: false}},
      },
    }),
  }));
}
