// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { FramePace } from '../../src/draw/frame_pace';

function run(pace: FramePace, from: number, gap: number, pictures: number): boolean {
  let rich = true;
  for (let i = 0; i < pictures; ++i) rich = pace.rich(from + i * gap, true);
  return rich;
}

describe('pace', () => {
  it('stays rich on a machine that keeps up, whatever one picture takes', () => {
    const pace = new FramePace();
    expect(run(pace, 1000, 16, 200)).toBe(true);
    pace.rich(1000 + 200 * 16 + 300, true);
    expect(run(pace, 5000, 16, 50)).toBe(true);
  });
  it('gives up what is costly on a slow one, and tries again with another flock', () => {
    const pace = new FramePace();
    expect(run(pace, 1000, 100, 60)).toBe(false);
    expect(pace.rich(9000, true)).toBe(false);
    pace.forget();
    expect(pace.rich(10000, true)).toBe(true);
    expect(run(pace, 20000, 700, 8)).toBe(false);
  });
  it('does not take a pause or a hidden page for slowness', () => {
    const pace = new FramePace();
    for (let i = 0; i < 30; ++i) expect(pace.rich(1000 + i * 300, false)).toBe(true);
    for (let i = 0; i < 10; ++i) expect(pace.rich(20000 + i * 5000, true)).toBe(true);
  });
});
