// SPDX-License-Identifier: Apache-2.0
// Formulas of the tour as MathML, which browsers set themselves. Vectors are bold and upright, numbers italic.
export const vector = (name: string,
  index = ''): string => indexed(`<mi class="vector" mathvariant="normal">${name}</mi>`, index);
export const number = (name: string, index = ''): string => indexed(`<mi>${name}</mi>`, index);
export const word = (text: string): string => `<mtext>${text}</mtext>`;
/** Times, as a thin space. */
export const by = '<mspace width="0.18em"></mspace>';
export const digits = (text: string): string => `<mn>${text}</mn>`;
export const op = (sign: string): string => `<mo>${sign}</mo>`;
export const row = (...parts: string[]): string => `<mrow>${parts.join('')}</mrow>`;
export const over = (above: string,
  below: string): string => `<mfrac><mrow>${above}</mrow><mrow>${below}</mrow></mfrac>`;
export const length = (inside: string): string =>
  `<mrow><mo stretchy="true">|</mo>${inside}<mo stretchy="true">|</mo></mrow>`;
export const squared = (base: string): string => `<msup>${base}<mn>2</mn></msup>`;
export const call = (name: string, ...inside: string[]): string =>
  `<mrow><mi mathvariant="normal">${name}</mi><mo>(</mo>${inside.join('<mo>,</mo>')}<mo>)</mo></mrow>`;
export const sum = (below: string, inside: string): string =>
  `<mrow><munder><mo largeop="true" movablelimits="false">∑</mo><mrow>${below}</mrow></munder>${inside}</mrow>`;

function indexed(base: string, index: string): string {
  if (index === '') return base;
  const below = /^[a-z]$/.test(index) ? `<mi>${index}</mi>` : `<mtext>${index}</mtext>`;
  return `<msub>${base}${below}</msub>`;
}

/** A formula on a line of its own. */
export const formula = (...parts: string[]): string =>
  `<math display="block"><mrow>${parts.join('')}</mrow></math>`;
/** A symbol within a sentence. */
export const symbol = (...parts: string[]): string => `<math><mrow>${parts.join('')}</mrow></math>`;
