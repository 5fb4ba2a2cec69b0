// SPDX-License-Identifier: Apache-2.0
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../src');
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));

/** What a file imports of its neighbors, types and later loaded scripts too. */
function imports_of(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']*)'/g)]
    .map(([, path]) => `${relative(root, join(root, dirname(file), path!))}.ts`)
    .filter((name) => files.includes(name));
}

/** The files from which one comes back to this one. */
function circle_of(file: string, imports: Map<string, string[]>): string[] {
  const reached = (from: string) => {
    const found = new Set<string>();
    const open = [from];
    while (open.length > 0) {
      for (const name of imports.get(open.pop()!)!) {
        if (found.has(name)) continue;
        found.add(name);
        open.push(name);
      }
    }
    return found;
  };
  const ahead = reached(file);
  return ahead.has(file) ? [...ahead].filter((name) => reached(name).has(file)).sort() : [];
}

it('imports go one way: no file of the drawing needs itself', () => {
  const imports = new Map(files.map((file) => [file, imports_of(file)]));
  expect(imports.get('draw/world_view.ts')).toContain('draw/gpu.ts');
  const circles = files.map((file) => circle_of(file, imports)).filter((circle) => circle.length > 0);
  expect([...new Set(circles.map(String))].filter((circle) => circle.includes('draw/'))).toEqual([]);
});
