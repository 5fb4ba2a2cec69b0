// SPDX-License-Identifier: Apache-2.0
// The native program: as a command, and as a server of the page.
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { program } from './files';

const run = promisify(execFile);

export interface Folder {
  path: string;
  write(name: string, text: string): string;
  remove(): void;
}
export function temporary_folder(): Folder {
  const path = mkdtempSync(join(tmpdir(), 'dunlin-page-'));
  return {
    path,
    write: (name, text) => {
      writeFileSync(join(path, name), text);
      return join(path, name);
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

/** `dunlin run` without pictures; gives its summary. */
export async function run_scenario(scenario: string, steps: number, ...options: string[]): Promise<Record<string, unknown>> {
  const out = temporary_folder();
  try {
    const { stdout } = await run(program, ['run', scenario, '--steps', String(steps), '--json', '--no-picture', '--no-movie',
      ...(options.includes('--out') ? [] : ['--out', join(out.path, 'run')]), ...options]);
    return JSON.parse(stdout) as Record<string, unknown>;
  } finally {
    out.remove();
  }
}
export const hash_of = (summary: Record<string, unknown>): string => String(summary['state_hash']);

export interface LiveProgram {
  url: string;
  stop(): Promise<void>;
}
/** `port` 0: a free one. */
export async function start_live(scenario: string, port = 0, ...options: string[]): Promise<LiveProgram> {
  const child = spawn(program, ['live', scenario, '--port', String(port), ...options], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  let complained = '';
  child.stderr.on('data', (data: Buffer) => { complained += data; });
  const ended = new Promise<void>((done) => child.on('exit', () => done()));
  const url = await new Promise<string>((done, fail) => {
    child.stdout.on('data', (data: Buffer) => {
      said += data;
      if (said.includes('\n')) done(said.trim());
    });
    void ended.then(() => fail(new Error(`dunlin live has ended: ${complained}`)));
  });
  return {
    url,
    stop: async () => {
      if (child.exitCode === null) child.kill('SIGTERM');
      await ended;
    },
  };
}
