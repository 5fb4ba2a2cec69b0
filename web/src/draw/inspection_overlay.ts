// SPDX-License-Identifier: Apache-2.0
// The overlay of an inspected agent: what it perceives, its neighbors, and the vector of each rule. All rule vectors
// have one scale, so that their lengths can be compared. The scale follows the longest one slowly, so that an arrow
// grows when its rule does. A skin has scales of its own, in world units, as the published page had.
import type { InspectionEvent, Point, VectorsEvent } from '../protocol';
import { css, rule_color } from './color';
import { draw_neighbor_lines, draw_neighbors } from './neighbor_marks';
import { arrow, type Context } from './overlay_pen';
import { draw_perception } from './perception_marks';
import { css_color, moved, type Scene } from './scene';

const RULE_LENGTH = 78; // CSS pixels of the longest rule vector
const VELOCITY_LENGTH = 46; // of the velocity, whatever the speed

export class InspectionOverlay {
  private steepest = 0;
  private steepest_of_all = 0;
  private fastest_of_all = 0;

  /** `length`: of the arrows, times the usual one. `clip`: circles end at a periodic edge. */
  draw(ink: Context, scene: Scene, inspection: InspectionEvent, length: number, clip: boolean): void {
    const here = this.place(scene, inspection);
    if (!here.every(Number.isFinite)) return;
    draw_perception(ink, scene, inspection, here, clip);
    draw_neighbor_lines(ink, scene, inspection, here);
    draw_neighbors(ink, scene, inspection, here);
    this.arrows(ink, scene, inspection, here, length);
  }

  /** What the magnifier shows over its agents. */
  draw_close(ink: Context, scene: Scene, inspection: InspectionEvent, here: Point): void {
    draw_neighbor_lines(ink, scene, inspection, here);
    draw_neighbors(ink, scene, inspection, here);
    this.arrows(ink, scene, inspection, here, 0.8);
  }

  place(scene: Scene, inspection: InspectionEvent): Point {
    const same = inspection.step === scene.frame.step;
    return moved(inspection.position, inspection.velocity, same ? scene.ahead : 0);
  }

  arrows(ink: Context, scene: Scene, inspection: InspectionEvent, here: Point, length: number): void {
    const { camera, theme, options } = scene;
    const skin = options.skin;
    const at = camera.project(here);
    if (!at) return;
    const names = inspection.rules.map((r) => r.name);
    let longest = 0;
    for (const rule of inspection.rules) {
      const size = Math.hypot(...rule.vector);
      if (Number.isFinite(size)) longest = Math.max(longest, size);
    }
    this.steepest = longest > this.steepest ? longest : this.steepest + 0.04 * (longest - this.steepest);
    const speed = Math.hypot(...inspection.velocity);
    if (speed > 0 && Number.isFinite(speed)) {
      const [x, y] = camera.turned(inspection.velocity);
      const times = skin ? skin.velocity_scale * camera.scale : (VELOCITY_LENGTH * length) / speed;
      const color = css(skin ? css_color(skin.velocity) : theme.ink);
      arrow(ink, at[0], at[1], x * times, y * times, 1.6, color, skin ? 1 : 0.55);
    }
    if (!(this.steepest > 0)) return;
    for (const rule of inspection.rules) {
      if (!rule.vector.every(Number.isFinite)) continue;
      if (skin && !(rule.name in skin.rule_scales)) continue;
      const [x, y] = camera.turned(rule.vector);
      const own = skin ? (skin.rule_scales[rule.name] ?? 0) * camera.scale : 0;
      const times = skin ? own : (RULE_LENGTH * length) / this.steepest;
      const named = skin?.rules[rule.name];
      const color = named ? css_color(named) : rule_color(theme, rule.name, names);
      arrow(ink, at[0], at[1], x * times, y * times, rule.name === 'total' ? 3 : 2.4, css(color));
    }
  }

  /** The vectors of all agents of a small flock. There are thousands of lines, so each rule is one path. */
  draw_all(ink: Context, scene: Scene, event: VectorsEvent): void {
    const { camera, theme, options } = scene;
    const skin = options.skin;
    const columns = 6 + 3 * event.rule_names.length;
    const n = Math.floor(event.rows.length / columns);
    if (n === 0) return;
    const ahead = event.step === scene.frame.step ? scene.ahead : 0;
    const row = event.rows;
    const point = (at: number): Point => [row[at]!, row[at + 1]!, row[at + 2]!];
    let longest = 0;
    let fastest = 0;
    for (let i = 0; i < n; ++i) {
      fastest = Math.max(fastest, Math.hypot(...point(i * columns + 3)));
      for (let k = 6; k < columns; k += 3) longest = Math.max(longest, Math.hypot(...point(i * columns + k)));
    }
    const follow = (old: number, now: number) => (now > old ? now : old + 0.04 * (now - old));
    this.steepest_of_all = follow(this.steepest_of_all, longest);
    this.fastest_of_all = follow(this.fastest_of_all, fastest);
    const reach = Math.min(Math.max(scene.length * 2.6, 22), 60);
    const stroke = (from: number, times: number, color: string, width: number) => {
      ink.beginPath();
      for (let i = 0; i < n; ++i) {
        const v = point(i * columns + from);
        const p = moved(point(i * columns), point(i * columns + 3), ahead);
        const at = camera.project(p);
        if (!at || !v.every(Number.isFinite)) continue;
        const [x, y] = camera.turned(v);
        const [dx, dy] = [x * times, y * times];
        const size = Math.hypot(dx, dy);
        if (size < 1 || size > 1e4) continue;
        const barb = Math.min(5, size * 0.5) / size;
        const end: [number, number] = [at[0] + dx, at[1] + dy];
        ink.moveTo(...at);
        ink.lineTo(...end);
        ink.lineTo(end[0] - barb * (dx - 0.5 * dy), end[1] - barb * (dy + 0.5 * dx));
        ink.moveTo(...end);
        ink.lineTo(end[0] - barb * (dx + 0.5 * dy), end[1] - barb * (dy - 0.5 * dx));
      }
      ink.lineWidth = width;
      ink.lineJoin = 'round';
      ink.strokeStyle = color;
      ink.stroke();
    };
    const velocity = skin ? skin.velocity_scale * camera.scale : (0.75 * reach) / (this.fastest_of_all || 1);
    stroke(3, velocity, css(skin ? css_color(skin.velocity) : theme.ink, skin ? 1 : 0.4), 1.1);
    event.rule_names.forEach((name, k) => {
      if (name === 'total' && event.rule_names.length > 1) return;
      const named = skin?.rules[name];
      const color = named ? css_color(named) : rule_color(theme, name, event.rule_names);
      const own = skin ? (skin.rule_scales[name] ?? 0) * camera.scale : reach / (this.steepest_of_all || 1);
      stroke(6 + 3 * k, own, css(color, 0.95), 1.4);
    });
  }
}
