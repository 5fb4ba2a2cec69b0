// SPDX-License-Identifier: Apache-2.0
// usage: elementary_test.mjs NATIVE_PROGRAM COMPILER SOURCE_FOLDER HIGHWAY_FOLDER WORK_FOLDER
// elementary.cpp, compiled to WebAssembly, has the hashes that NATIVE_PROGRAM, made of the same file, prints.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

const [program, compiler, source, highway, work] = process.argv.slice(2);
// Highway's headers, and nothing else of the folder that they are in: that is of the native machine.
rmSync(work, { recursive: true, force: true });
mkdirSync(work, { recursive: true });
symlinkSync(join(highway, 'hwy'), join(work, 'hwy'));
const file = join(work, 'elementary.wasm');
const target = ['--target=wasm32-wasi', '-msimd128', '-mexec-model=reactor'];
const language = ['-std=c++20', '-O2', '-fno-exceptions', '-fno-rtti', '-ffp-contract=off'];
const folders = ['src', 'include', 'tests'].map((folder) => `-I${join(source, folder)}`);
execFileSync(compiler, [...target, ...language, ...folders, '-isystem', work, join(source, 'tests/wasm/elementary.cpp'), '-o',
  file, '-Wl,--export=hash_of_floats,--export=hash_of_doubles'], { stdio: 'inherit' });

const { instance } = await WebAssembly.instantiate(readFileSync(file), {});
const { _initialize, hash_of_floats, hash_of_doubles } = instance.exports;
_initialize();
const hashes = [hash_of_floats(), hash_of_doubles()].map((hash) => BigInt.asUintN(64, hash));
assert.equal(hashes.join(' '), execFileSync(program, { encoding: 'utf8' }).trim());
