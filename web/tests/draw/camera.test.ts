// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { Camera } from '../../src/draw/camera';
import type { Point } from '../../src/protocol';
import { random_of } from './synthetic';

const no_insets = { left: 0, right: 0, top: 0, bottom: 0 };
const box = { lower: [-50, 20, 0] as Point, upper: [350, 220, 180] as Point };

function camera_of(dimensions: 2 | 3, y_up: boolean): Camera {
  const camera = new Camera();
  Object.assign(camera, { dimensions, y_up, width: 1200, height: 700 });
  camera.turn();
  camera.show(box, no_insets);
  return camera;
}

/** Where the shaders would put a place, in CSS pixels. */
function through_matrix(camera: Camera, p: Point): [number, number] {
  const m = camera.matrix(new Float32Array(16));
  const d = [0, 1, 2].map((a) => p[a]! - camera.target[a]!);
  const row = (r: number) => m[r]! * d[0]! + m[4 + r]! * d[1]! + m[8 + r]! * d[2]! + m[12 + r]!;
  return [(row(0) / row(3) * 0.5 + 0.5) * camera.width, (0.5 - (row(1) / row(3)) * 0.5) * camera.height];
}

describe('camera', () => {
  for (const y_up of [true, false]) {
    it(`2D: picks what it projects, turned and zoomed too (y ${y_up ? 'up' : 'down'})`, () => {
      const random = random_of(3);
      const camera = camera_of(2, y_up);
      for (let i = 0; i < 50; ++i) {
        camera.zoom(0.5 + random(), 1200 * random(), 700 * random());
        camera.pan(100 * random() - 50, 100 * random() - 50);
        camera.orbit(200 * random(), 0);
        const p: Point = [400 * random() - 50, 200 * random() + 20, 0];
        const back = camera.pick(...camera.project(p)!);
        expect(back.position[0]).toBeCloseTo(p[0], 6);
        expect(back.position[1]).toBeCloseTo(p[1], 6);
        expect(back.direction).toBeUndefined();
      }
    });

    it(`3D: the ray through a projected place meets it (y ${y_up ? 'up' : 'down'})`, () => {
      const random = random_of(4);
      const camera = camera_of(3, y_up);
      for (let i = 0; i < 50; ++i) {
        camera.orbit(90 * random(), 60 * random() - 30);
        camera.zoom(0.8 + 0.4 * random(), 1200 * random(), 700 * random());
        const p: Point = [400 * random() - 50, 200 * random() + 20, 180 * random()];
        const at = camera.project(p);
        if (!at) continue;
        const { position, direction } = camera.pick(...at);
        const away = [0, 1, 2].map((a) => p[a]! - position[a]!);
        const along = away.reduce((sum, v, a) => sum + v * direction![a]!, 0);
        const miss = Math.hypot(...away.map((v, a) => v - along * direction![a]!));
        expect(miss).toBeLessThan(1e-6 * camera.distance);
        // What is picked lies on the plane through the target.
        const off = position.reduce((sum, v, a) => sum + (v - camera.target[a]!) * camera.toward[a]!, 0);
        expect(Math.abs(off)).toBeLessThan(1e-9 * camera.distance);
        const [x, y] = through_matrix(camera, p);
        expect(x).toBeCloseTo(at[0], 2);
        expect(y).toBeCloseTo(at[1], 2);
      }
    });
  }

  it('keeps the place under the pointer while zooming', () => {
    for (const dimensions of [2, 3] as const) {
      const camera = camera_of(dimensions, true);
      const before = camera.pick(300, 200).position;
      camera.zoom(3, 300, 200);
      const at = camera.project(before)!;
      expect(at[0]).toBeCloseTo(300, 6);
      expect(at[1]).toBeCloseTo(200, 6);
    }
  });

  it('shows the whole box between the panels', () => {
    for (const dimensions of [2, 3] as const) {
      const camera = camera_of(dimensions, false);
      const insets = { left: 44, right: 300, top: 44, bottom: 80 };
      camera.show(box, insets);
      for (let corner = 0; corner < 8; ++corner) {
        const p = [0, 1, 2].map((a) => ((corner >> a) & 1 ? box.upper[a]! : box.lower[a]!)) as Point;
        const [x, y] = camera.project(dimensions === 2 ? [p[0], p[1], 0] : p)!;
        expect(x).toBeGreaterThanOrEqual(insets.left);
        expect(x).toBeLessThanOrEqual(camera.width - insets.right);
        expect(y).toBeGreaterThanOrEqual(insets.top);
        expect(y).toBeLessThanOrEqual(camera.height - insets.bottom);
      }
    }
  });

  it('has y upwards or downwards as the scenario says', () => {
    expect(camera_of(2, true).project([0, 100, 0])![1]).toBeLessThan(camera_of(2, true).project([0, 50, 0])![1]);
    expect(camera_of(2, false).project([0, 100, 0])![1]).toBeGreaterThan(camera_of(2, false).project([0, 50, 0])![1]);
  });

  it('sees nothing behind the eye', () => {
    const camera = camera_of(3, true);
    const eye = camera.target.map((v, a) => v + camera.toward[a]! * camera.distance * 1.5) as Point;
    expect(camera.project(eye)).toBeNull();
  });
});
