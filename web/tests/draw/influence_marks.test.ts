// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { InfluenceMarks } from '../../src/draw/influence_marks';
import { Camera } from '../../src/draw/camera';
import { find_theme } from '../../src/draw/color';
import type { Scene } from '../../src/draw/scene';
import { plain_options, type Cursor } from '../../src/draw/view';
import type { FlockEvent, PlacedInfluence, Point } from '../../src/protocol';
import { bare_frame, recording_ink } from './fakes';
import { flock_event, plain_recipe } from './synthetic';

const predator = (held: boolean, position: Point = [400, 300, 0]): PlacedInfluence => ({
  type: 'predator', position, values: { radius: 8, reach: 90 }, path: [], repeat: false, held,
});

function scene_of(flock: FlockEvent, scale = 1): Scene {
  const camera = new Camera();
  Object.assign(camera, { dimensions: flock.dimensions, width: 1280, height: 720 });
  camera.turn();
  camera.show({ lower: [0, 0, 0], upper: [1280, 720, 600] }, { left: 0, right: 0, top: 0, bottom: 0 });
  camera.scale *= scale;
  const options = { ...plain_options, theme: 'dark' as const };
  return {
    camera, theme: find_theme('dark'), options, flock, frame: bare_frame(), box: { lower: [0, 0, 0], upper: [1280, 720, 600] },
    inspection: null, vectors: null, ahead: 0, length: 10, magnified: 1, phase: 0, tracking: false, dense: false,
  };
}
const flock_of = (influences: PlacedInfluence[], changes: Partial<FlockEvent> = {}) =>
  flock_event(plain_recipe, { influences, ...changes });
const places = (...points: Point[]) => new Float32Array(points.flat());

function drawn(flock: FlockEvent, cursor: Cursor | null, scale = 1) {
  const marks = new InfluenceMarks();
  marks.update(flock, bare_frame({ influences: places(...flock.influences.map((one) => one.position)) }));
  const { ink, calls, count } = recording_ink();
  const scene = scene_of(flock, scale);
  marks.above(ink, scene, cursor);
  const rings = calls.filter(({ name }) => name === 'arc').map(({ values }) => (values[2] as number) / scene.camera.scale);
  return { count, rings, bodies: marks.bodies(scene) };
}
const falcon = (radius: number): Cursor => ({ position: [400, 300, 0], radius, kind: 'falcon' });
/** Of the predator's outline; the falcon's is made of straight lines. */
const DART = 'bezierCurveTo';

describe('the influence that the pointer holds', () => {
  it('is drawn once: as the falcon at the cursor, and not as a predator below it', () => {
    for (const scale of [1, 40]) expect(drawn(flock_of([predator(true)]), falcon(90), scale).count(DART)).toBe(0);
    expect(drawn(flock_of([predator(true)]), null).count(DART)).toBe(0);
    expect(drawn(flock_of([predator(false)]), null).count(DART)).toBeGreaterThan(0);
  });

  it('is a falcon in 3D, too, and no body among the agents', () => {
    const three = { dimensions: 3 as const };
    expect(drawn(flock_of([predator(true)], three), falcon(90)).bodies).toEqual([]);
    expect(drawn(flock_of([predator(false)], three), null).bodies).toHaveLength(1);
  });

  it('tells how far the falcon reaches before the pointer has moved a second time', () => {
    expect(drawn(flock_of([]), falcon(0)).rings).toEqual([]);
    expect(drawn(flock_of([predator(true)]), falcon(0)).rings[0]).toBeCloseTo(90);
    expect(drawn(flock_of([predator(true)]), falcon(60)).rings[0]).toBeCloseTo(60);
  });

  it('is drawn where it is for those who only look on', () => {
    expect(drawn(flock_of([predator(true)]), null).rings[0]).toBeCloseTo(90);
  });

  it('leaves the others their headings when it comes and goes', () => {
    const marks = new InfluenceMarks();
    const hunter = predator(false);
    for (let step = 0; step < 20; ++step) {
      const held = step % 2 === 0;
      const at: Point = [400, 300 + 5 * step, 0];
      const flock = flock_of(held ? [predator(true, [9, 9, 0]), hunter] : [hunter], { dimensions: 3 });
      marks.update(flock, bare_frame({ dimensions: 3, influences: held ? places([9, 9, 0], at) : places(at) }));
    }
    const heading = marks.bodies(scene_of(flock_of([hunter], { dimensions: 3 })))[0]!.heading;
    expect(heading[1]).toBeGreaterThan(0.9);
  });
});
