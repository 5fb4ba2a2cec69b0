// SPDX-License-Identifier: Apache-2.0
// One agent taken apart: what it perceives, whom it sees, and what each rule makes of it. All rule vectors share one
// scale, so their lengths compare; the scale follows the longest slowly, so that an arrow that grows is a rule that
// grows. A skin has its own scales, in world units, as the published page had them.
import type { InspectionEvent, Point, VectorsEvent } from '../protocol';
import { type Color, css, mix, rule_color } from './color';
import { arrow, type Context, disc, draw_agent, polygon } from './overlay_pen';
import { angle_of, beat_at, css_color, css_opacity, look_of, moved, type Scene } from './scene';
import { corners_of, is_periodic } from './world_edges';

const RULE_LENGTH = 78; // CSS pixels of the longest rule vector
const VELOCITY_LENGTH = 46; // of the velocity, whatever the speed

export class InspectionOverlay {
  private steepest = 0;
  private steepest_of_all = 0;
  private fastest_of_all = 0;

  /** The circles, the lines, the neighbors and the vectors; `length` times the usual length of arrows. */
  draw(ink: Context, scene: Scene, inspection: InspectionEvent, length: number, clip: boolean): void {
    const here = this.place(scene, inspection);
    if (!here.every(Number.isFinite)) return;
    this.circles(ink, scene, inspection, here, clip);
    this.lines(ink, scene, inspection, here);
    this.agents(ink, scene, inspection, here);
    this.arrows(ink, scene, inspection, here, length);
  }

  /** What a lens shows over its agents. */
  draw_close(ink: Context, scene: Scene, inspection: InspectionEvent, here: Point): void {
    this.lines(ink, scene, inspection, here);
    this.agents(ink, scene, inspection, here);
    this.arrows(ink, scene, inspection, here, 0.8);
  }

  /** The length of a rule vector that fills the room there is: the longest lately. */
  get longest(): number {
    return this.steepest;
  }

  place(scene: Scene, inspection: InspectionEvent): Point {
    const same = inspection.step === scene.frame.step;
    return moved(inspection.position, inspection.velocity, same ? scene.ahead : 0);
  }

  circles(ink: Context, scene: Scene, inspection: InspectionEvent, here: Point, clip: boolean): void {
    const { camera, theme, flock, box, options } = scene;
    const skin = options.skin;
    ink.save();
    let middles: Point[] = [here];
    if (camera.dimensions === 2 && clip) {
      ink.beginPath();
      polygon(ink, corners_of(camera, box, [is_periodic(flock, 0), is_periodic(flock, 1)]));
      ink.clip();
      // Once inside, and again at each edge that the circle reaches over.
      const reach = Math.max(inspection.perception_radius, inspection.separation_radius);
      const shifts = (a: 0 | 1): number[] => {
        const period = box.upper[a] - box.lower[a];
        if (!is_periodic(flock, a) || !(period > 0)) return [0];
        const list = [0];
        if (here[a] + reach > box.upper[a]) list.push(-period);
        if (here[a] - reach < box.lower[a]) list.push(period);
        return list;
      };
      middles = shifts(1).flatMap((dy) => shifts(0).map((dx): Point => [here[0] + dx, here[1] + dy, here[2]]));
    }
    for (const middle of middles) {
      const at = camera.project(middle);
      if (!at) continue;
      const scale = camera.scale_at(middle);
      const perception = inspection.perception_radius;
      if (perception > 0 && Number.isFinite(perception) && skin?.perception_circle !== '') {
        const radius = Math.min(perception * scale, 30000);
        const speed = Math.hypot(...inspection.velocity);
        const cone = inspection.view_angle > 0 && inspection.view_angle < 359.9 && camera.dimensions === 2 && speed > 0;
        ink.beginPath();
        if (cone) {
          const { angle } = angle_of(camera, inspection.velocity);
          const half = (inspection.view_angle * Math.PI) / 360;
          ink.moveTo(...at);
          ink.arc(at[0], at[1], radius, angle - half, angle + half);
          ink.closePath();
        } else ink.arc(at[0], at[1], radius, 0, 2 * Math.PI);
        const { color, fill, line } = circle_of(skin ? skin.perception_circle : null, theme.ink, {
          fill: theme.dark ? 0.055 : 0.05,
          line: 0.45,
        });
        ink.fillStyle = css(color, fill);
        ink.fill();
        ink.lineWidth = 1.25;
        ink.strokeStyle = css(color, line);
        ink.stroke();
        if (camera.dimensions === 3) sphere_rings(ink, scene, middle, perception, css(color, 0.2));
      }
      const separation = inspection.separation_radius;
      if (separation > 0 && Number.isFinite(separation) && skin?.separation_circle !== '') {
        const { color, fill, line } = circle_of(skin ? skin.separation_circle : null, theme.separation, {
          fill: 0.1,
          line: 0.85,
        });
        disc(ink, at[0], at[1], Math.min(separation * scale, 30000), css(color, fill), css(color, line), 1.25);
      }
    }
    ink.restore();
  }

  private lines(ink: Context, scene: Scene, inspection: InspectionEvent, here: Point): void {
    const { camera, theme, options } = scene;
    const ahead = inspection.step === scene.frame.step ? scene.ahead : 0;
    const at = camera.project(here);
    if (!at || inspection.neighbors.length === 0) return;
    if (options.neighbor_lines) {
      ink.beginPath();
      for (const seen of inspection.neighbors) {
        const to = camera.project(moved(seen.position, seen.velocity, ahead));
        if (!to) continue;
        ink.moveTo(...at);
        ink.lineTo(...to);
      }
      ink.lineWidth = 1;
      ink.strokeStyle = css(theme.ink, theme.dark ? 0.22 : 0.3);
      ink.stroke();
    }
    if (options.neighbor_velocities) {
      const fastest = Math.max(...inspection.neighbors.map((n) => Math.hypot(...n.velocity)), 1e-12);
      const own = options.skin?.neighbor_velocity;
      const color = css(own ? css_color(own) : mix(theme.alignment, theme.ink, theme.dark ? 0.1 : 0.25));
      for (const seen of inspection.neighbors) {
        const from = camera.project(moved(seen.position, seen.velocity, ahead));
        if (!from) continue;
        const [x, y] = camera.turned(seen.velocity);
        const times = options.skin ? options.skin.velocity_scale * camera.scale : 34 / fastest;
        arrow(ink, from[0], from[1], x * times, y * times, 1.6, color, 0.9);
      }
    }
    if (options.center_arrows) {
      const middle: Point = [0, 0, 0];
      for (const seen of inspection.neighbors)
        for (const a of [0, 1, 2] as const)
          middle[a] += (seen.position[a] + ahead * seen.velocity[a]) / inspection.neighbors.length;
      const from = camera.project(middle);
      if (!from) return;
      const usual = mix(theme.cohesion, theme.ink, theme.dark ? 0 : 0.3);
      const skin = options.skin;
      const spokes = css(skin?.center ? css_color(skin.center) : usual);
      const color = css(skin?.to_center ? css_color(skin.to_center) : usual);
      for (const seen of inspection.neighbors) {
        const to = camera.project(moved(seen.position, seen.velocity, ahead));
        if (to) arrow(ink, from[0], from[1], to[0] - from[0], to[1] - from[1], 1.2, spokes, skin?.center ? 0.8 : 0.4);
      }
      arrow(ink, at[0], at[1], from[0] - at[0], from[1] - at[1], 2, color, 0.95);
      disc(ink, from[0], from[1], 4, css(theme.ground_top), color, 2);
    }
  }

  private agents(ink: Context, scene: Scene, inspection: InspectionEvent, here: Point): void {
    const { camera, theme, options, frame } = scene;
    const skin = options.skin;
    const ahead = inspection.step === frame.step ? scene.ahead : 0;
    const tint = (close: boolean) => {
      if (skin) {
        const own = close ? skin.close_neighbor : skin.neighbor;
        return own === '' ? null : css_color(own);
      }
      return mix(close ? theme.separation : theme.alignment, theme.ink, theme.dark ? 0.22 : 0);
    };
    const wide = skin ? skin.width / (2 * skin.length) : undefined;
    const outline = skin?.outline;
    const put = (p: Point, v: Point, kind: number, color: readonly [number, number, number], times: number) => {
      const at = camera.project(p);
      if (!at) return;
      const look = look_of(scene, kind, p);
      const length = Math.max(look.length * times, times > 1 ? 9 : 4);
      const turn = angle_of(camera, v);
      const mark = { x: at[0], y: at[1], angle: turn.angle, along: turn.along, length, color, opacity: 1 };
      draw_agent(ink, { ...mark, shape: look.shape, beat: beat_at(scene, p), wide, outline }, theme);
    };
    const close_color = tint(true);
    const color = tint(false);
    for (const seen of inspection.neighbors) {
      const p = moved(seen.position, seen.velocity, ahead);
      const own = seen.close ? close_color : color;
      if (own) put(p, seen.velocity, seen.kind, own, 1);
    }
    if (skin?.followed === '') return;
    const followed = skin ? css_color(skin.followed) : theme.accent;
    put(here, inspection.velocity, inspection.kind, followed, skin ? 1 : 1.35);
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

  /** The steering of a whole small flock: one path a rule, since there are thousands of lines. */
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

/** A circle's color, and how much its inside and its line cover: a skin's translucent one is a disc, else a line. */
function circle_of(
  own: string | null,
  usual: Color,
  cover: { fill: number; line: number },
): { color: Color; fill: number; line: number } {
  if (own === null) return { color: usual, ...cover };
  const opacity = css_opacity(own);
  return { color: css_color(own), fill: opacity < 1 ? opacity : 0, line: Math.min(1, 2 * opacity) };
}

/** A sphere's equator and two meridians, so that it reads as one. */
function sphere_rings(ink: Context, scene: Scene, middle: Point, radius: number, color: string): void {
  ink.beginPath();
  for (const [a, b] of [
    [0, 1],
    [0, 2],
    [1, 2],
  ] as const) {
    for (let k = 0; k <= 48; ++k) {
      const p: Point = [...middle];
      p[a] += radius * Math.cos((k * Math.PI) / 24);
      p[b] += radius * Math.sin((k * Math.PI) / 24);
      const at = scene.camera.project(p);
      if (!at) continue;
      if (k === 0) ink.moveTo(...at);
      else ink.lineTo(...at);
    }
  }
  ink.lineWidth = 1;
  ink.strokeStyle = color;
  ink.stroke();
}
