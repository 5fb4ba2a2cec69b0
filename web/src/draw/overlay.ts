// SPDX-License-Identifier: Apache-2.0
// The upper canvas, drawn with the browser's own crisp lines: vectors, an inspected agent, marks of influences, the
// pointer, the border of a published page.
import { deferred_parts } from './deferred';
import { type Context, polygon } from './overlay_pen';
import { shown_box } from './placement_2d';
import type { Scene } from './scene';
import type { ShownFlock } from './shown_flock';
import type { Cursor } from './view';
import { corners_of, is_open } from './world_edges';

export class Overlay {
  private readonly ink: Context | null;

  constructor(private readonly canvas: HTMLCanvasElement) {
    this.ink = canvas.getContext('2d');
  }

  clear(): void {
    const { ink, canvas } = this;
    if (!ink) return;
    ink.setTransform(1, 0, 0, 1, 0, 0);
    ink.clearRect(0, 0, canvas.width, canvas.height);
  }

  /** `ratio`: pixels of the canvas to one of CSS. */
  draw(scene: Scene, shown: ShownFlock, cursor: Cursor | null, ratio: number): void {
    const { ink } = this;
    if (!ink) return;
    this.clear();
    ink.setTransform(ratio, 0, 0, ratio, 0, 0);
    const { skin } = scene.options;
    const flat = scene.flock.dimensions === 2;
    ink.save();
    if (skin && flat && !is_open(scene.flock, 0) && !is_open(scene.flock, 1)) {
      // A published page drew nothing beside its canvas.
      outline(ink, scene);
      ink.clip();
    }
    const parts = deferred_parts();
    if (parts) {
      const overlay = shown.overlay(parts);
      if (scene.options.vectors && scene.vectors) overlay.draw_all(ink, scene, scene.vectors);
      if (scene.inspection) overlay.draw(ink, scene, scene.inspection, 1, true);
    }
    shown.marks.above(ink, scene, cursor);
    ink.restore();
    if (skin?.border && flat) {
      ink.lineWidth = 1;
      ink.strokeStyle = skin.border;
      outline(ink, scene);
      ink.stroke();
    }
  }
}

function outline(ink: Context, scene: Scene): void {
  ink.beginPath();
  polygon(ink, corners_of(scene.camera, shown_box(scene)));
}
