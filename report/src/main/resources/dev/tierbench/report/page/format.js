// Numbers and names as text.
import {data} from './data.js';

export const NOT_MEASURED = '–';

export function isNumber(value) {
  return typeof value === 'number' && Number.isFinite(value);
}

export function digits(value, places) {
  return value.toLocaleString('en-US', {minimumFractionDigits: places, maximumFractionDigits: places});
}

// Three to four digits that matter.
export function formatted(value) {
  if (!isNumber(value)) return NOT_MEASURED;
  const size = Math.abs(value);
  if (size === 0) return '0';
  if (size >= 100) return digits(value, 0);
  if (size >= 10) return digits(value, 1);
  if (size >= 1) return digits(value, 2);
  return size >= 0.001 ? digits(value, 3) : value.toExponential(1);
}

// A time in the unit that leaves the fewest digits.
export function duration(ms) {
  if (!isNumber(ms)) return NOT_MEASURED;
  if (ms === 0 || ms >= 1e5) return formatted(ms / 1e3) + ' s';
  if (ms >= 1) return formatted(ms) + ' ms';
  return ms >= 1e-3 ? formatted(ms * 1e3) + ' µs' : formatted(ms * 1e6) + ' ns';
}

// On an axis, where 50 is not 50.0.
export function tick(value) {
  return formatted(value)
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');
}

// Calls by the request: so few of them are as good as none.
export const FEW = 0.001;

export function calls(value) {
  return value > 0 && value < FEW ? '<' + FEW : formatted(value);
}

export function whole(value) {
  return isNumber(value) ? digits(value, 0) : NOT_MEASURED;
}

export function factor(value) {
  if (!isNumber(value)) return NOT_MEASURED;
  return '×' + (value >= 100 || value < 0.1 ? formatted(value) : digits(value, 2));
}

export function percent(share) {
  return digits(share * 100, 1) + ' %';
}

export function plusMinus(share) {
  return '±' + percent(share);
}

export function percentChange(percent) {
  if (!isNumber(percent)) return NOT_MEASURED;
  return (percent > 0 ? '+' : '') + digits(percent, Math.abs(percent) >= 10 ? 0 : 1) + ' %';
}

// Characters that would not be seen, or that turn the text around, are shown by their number.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

export function visible(text) {
  return String(text).replace(UNSEEN, (c) => '\\u' + c.codePointAt(0).toString(16).padStart(4, '0'));
}

// The parameters of a cell, by the name that every part of the page has for them.
export function cellOf(id) {
  return data.cell_data.find((cell) => cell.id === id);
}

export function shortened(text, length) {
  return text.length > length ? text.slice(0, length) + '…' : text;
}
