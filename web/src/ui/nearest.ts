// SPDX-License-Identifier: Apache-2.0

/** The number of letters to change, add or remove to get from one word to the other. */
function distance(from: string, to: string): number {
  let above = [...to, ''].map((_, at) => at);
  for (let row = 1; row <= from.length; ++row) {
    const here = [row];
    for (let at = 1; at <= to.length; ++at) {
      const same = from[row - 1] === to[at - 1];
      here.push(Math.min(above[at]! + 1, here[at - 1]! + 1, above[at - 1]! + (same ? 0 : 1)));
    }
    above = here;
  }
  return above[to.length]!;
}

/** The name that is most similar to a wrong one; of several, the first. */
export function nearest(wrong: string, names: readonly string[]): string {
  let best = names[0] ?? '';
  let least = Infinity;
  for (const name of names) {
    // The beginning or a part of a longer name is a good match.
    const far = name.includes(wrong) && wrong !== '' ? 0 : distance(wrong.toLowerCase(), name);
    if (far >= least) continue;
    least = far;
    best = name;
  }
  return best;
}
