// SPDX-License-Identifier: Apache-2.0
// Numbers and names as text.

const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

export const count = (n: number): string => grouped.format(n);

/** '1 agent', '2 agents'. */
export const counted = (n: number, what: string): string => `${count(n)} ${what}${n === 1 ? '' : 's'}`;

/** Writes '-' before a word or a number as a minus sign: after a hyphen the browser may break the line. */
export const with_minus = (text: string): string => text.replace(/(^|[\s(])-(?=[\w.])/g, '$1\u2212');

/** Few digits, no trailing zeros: 0.0175, 1.6, 250, 1.2e+7. */
export function short(x: number, digits = 3): string {
  if (!Number.isFinite(x)) return '–';
  if (x === 0) return '0';
  const size = Math.abs(x);
  if (size >= 1e7 || size < 1e-4) return trim(x.toExponential(digits - 1));
  if (size >= 10 ** digits) return String(Math.round(x));
  return trim(x.toPrecision(digits));
}

function trim(text: string): string {
  const [mantissa, exponent] = text.split('e');
  const shown = mantissa!.includes('.') ? mantissa!.replace(/0+$/, '').replace(/\.$/, '') : mantissa!;
  return exponent === undefined ? shown : `${shown}e${exponent.replace('+', '')}`;
}

/** With a fixed width, for numbers that change all the time. */
export function steady(x: number): string {
  if (!Number.isFinite(x)) return '–';
  const size = Math.abs(x);
  if (size >= 1e6) return x.toExponential(2);
  if (size >= 100 || (size >= 10 && Number.isInteger(x))) return grouped.format(x);
  if (size >= 10) return x.toFixed(1);
  if (size >= 0.1 || x === 0) return x.toFixed(2);
  return x.toPrecision(2);
}

/** 'nearest_neighbor_distance' -> 'Nearest neighbor distance'. */
export function sentence(name: string): string {
  const words = name.replace(/[_-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A message of the engine as a sentence, which begins with a capital; names of files and keys keep their letters. */
export const as_sentence = (words: string): string =>
  (/^[a-z]+ /.test(words) ? words.charAt(0).toUpperCase() + words.slice(1) : words);

export const plain = (name: string): string => name.replace(/[_-]+/g, ' ').trim();

const symbols: Record<string, string> = { deg: '°' };
export const unit_text = (unit: string): string => symbols[unit] ?? unit;

/** A factor of speed: 0.25×, 1×, 10×. */
export const times = (x: number): string => `${x >= 9.95 ? '10' : trim(x.toPrecision(2))}×`;

/** Rows of numbers as CSV (RFC 4180). */
export function csv(header: string[], rows: (number | undefined)[][]): string {
  const line = (row: (number | string | undefined)[]) => row.map((value) => value ?? '').join(',');
  return [line(header), ...rows.map(line)].join('\n') + '\n';
}
