// SPDX-License-Identifier: Apache-2.0
// Where the tests find what they test, and where they leave their pictures. What is missing is said, not passed over.
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
const of_root = (path: string | undefined, usual: string): string => resolve(root, path ?? usual);

export const page_folder = of_root(process.env.DUNLIN_PAGE, 'build/page');
export const single_file = of_root(process.env.DUNLIN_SINGLE, `${page_folder}/../dunlin.html`);
export const program = of_root(process.env.DUNLIN_PROGRAM, 'build/dunlin');
export const shots_folder = of_root(process.env.DUNLIN_PAGE_SHOTS, 'build/page-screenshots');
export const chromium_path = process.env.CHROMIUM ?? '/usr/bin/chromium';

export function demand_everything(): void {
  const demands: [string, string][] = [
    [chromium_path, 'the browser of these tests: run `make deps`, or set CHROMIUM to one'],
    [`${page_folder}/index.html`, 'the built page: run `make build`, or set DUNLIN_PAGE to its folder'],
    [program, 'the program: run `make build`, or set DUNLIN_PROGRAM to it'],
  ];
  for (const [path, what] of demands) if (!existsSync(path)) throw new Error(`${path} is not there. It is ${what}.`);
  mkdirSync(shots_folder, { recursive: true });
}
