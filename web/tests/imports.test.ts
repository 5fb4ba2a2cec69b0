// SPDX-License-Identifier: Apache-2.0
// Files import each other in one direction: no file needs, by whatever way, another one that needs it.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, it } from 'vitest';

const source = resolve(import.meta.dirname, '../src');
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));

/** What a file imports of this source, types and later imports included. */
function imports_of(file: string): string[] {
  const text = readFileSync(join(source, file), 'utf8');
  return [...text.matchAll(/(?:from|import\()\s*'(\.[^']*)'/g)]
    .map(([, path]) => relative(source, resolve(dirname(join(source, file)), `${path}.ts`)))
    .filter((path) => files.includes(path));
}

it('no file of the page is imported by what it imports', () => {
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, way: string[]) => {
    if (way.includes(file)) {
      circles.push([...way.slice(way.indexOf(file)), file].join(' -> '));
      return;
    }
    if (done.has(file)) return;
    for (const next of imports_of(file)) visit(next, [...way, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);
  expect(files.length).toBeGreaterThan(50);
  expect(circles).toEqual([]);
});
