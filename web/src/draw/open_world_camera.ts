// SPDX-License-Identifier: Apache-2.0
// In an open world the camera goes with the flock. On each open axis a critically damped spring follows the middle 98 %
// of the agents, so that single agents far away do not move the picture. Like src/dunlin/render/view.cpp.
import type { FlockEvent, Frame, Point } from '../protocol';
import type { Box } from './camera';
import { place_of } from './decode';
import { is_open } from './world_edges';

const SAMPLE = 512;
const STIFFNESS = 0.05; // a frame; about 40 frames to come to rest
const DRIFT_SHARE = 0.12; // of a change of the flock's speed that is believed at once
const FARTHEST_OFF = 0.6; // of the half view, the flock's middle from the picture's
const ROOM = 1.22; // the flock's extent times this is in sight

class Spring {
  value: number;
  private speed = 0;
  private aim: number;
  private drift = 0;

  constructor(to: number) {
    this.value = this.aim = to;
  }
  toward(target: number): void {
    // The spring follows the target's speed too; otherwise the picture would lag behind a flock that flies on.
    this.drift += DRIFT_SHARE * (target - this.aim - this.drift);
    this.aim = target;
    this.speed += STIFFNESS * (STIFFNESS * (target - this.value) + 2 * (this.drift - this.speed));
    this.value += this.speed;
  }
}

export class OpenWorldCamera {
  private springs: ({ center: Spring; half: Spring } | null)[] = [null, null, null];
  private readonly values = new Float64Array(SAMPLE);

  forget(): void {
    this.springs = [null, null, null];
  }

  /** The box that the camera shows now. */
  box_to_show(flock: FlockEvent, frame: Frame): Box {
    const lower: Point = [...flock.world.lower];
    const upper: Point = [...flock.world.upper];
    for (let a = 0; a < flock.dimensions; ++a) {
      const margin = flock.world.boundary[a] === 'periodic' ? flock.world.margin : 0;
      const box_half = Math.max((upper[a]! - lower[a]!) / 2, 1e-9);
      if (!is_open(flock, a)) {
        lower[a]! -= margin;
        upper[a]! += margin;
        continue;
      }
      const { middle, half } = this.span(frame, a) ?? { middle: (lower[a]! + upper[a]!) / 2, half: box_half / ROOM };
      const extent = Math.max(half * ROOM, box_half * 0.35);
      let spring = this.springs[a];
      if (!spring || Math.abs(middle - spring.center.value) > 3 * spring.half.value)
        spring = this.springs[a] = { center: new Spring(middle), half: new Spring(extent) };
      const { center, half: reach } = spring;
      center.toward(middle);
      const off = FARTHEST_OFF * reach.value;
      center.value = Math.min(Math.max(center.value, middle - off), middle + off);
      reach.toward(extent);
      reach.value = Math.max(reach.value, 1e-9);
      lower[a] = center.value - reach.value;
      upper[a] = center.value + reach.value;
    }
    return { lower, upper };
  }

  private span(frame: Frame, axis: number): { middle: number; half: number } | null {
    const stride = Math.floor(frame.agents / SAMPLE) + 1;
    let count = 0;
    const p: Point = [0, 0, 0];
    for (let i = 0; i < frame.agents && count < SAMPLE; i += stride)
      this.values[count++] = place_of(frame, i, 0, p)[axis]!;
    if (count === 0) return null;
    const sorted = this.values.subarray(0, count).sort();
    const cut = Math.floor(count / 100);
    const [low, high] = [sorted[cut]!, sorted[count - 1 - cut]!];
    return { middle: (low + high) / 2, half: (high - low) / 2 };
  }
}
