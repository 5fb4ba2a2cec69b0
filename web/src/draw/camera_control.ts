// SPDX-License-Identifier: Apache-2.0
// The camera as the visitor and the flock move it: at home it shows the whole world between the panels, or goes with a
// flock that has no edges; once moved it stays where it is, or goes with an agent.
import type { FlockEvent, Point } from '../protocol';
import { type Box, Camera, type Insets } from './camera';

export class CameraControl {
  readonly camera = new Camera();
  /** CSS pixels that panels cover. */
  insets: Insets = { left: 0, right: 0, top: 0, bottom: 0 };
  /** Where an agent that the camera goes with is kept; null: in the middle of the world's place. */
  focus: readonly [number, number] | null = null;
  private at_home_ = true;
  private tracking_ = false;

  get at_home(): boolean {
    return this.at_home_;
  }
  get tracking(): boolean {
    return this.tracking_;
  }
  set tracking(on: boolean) {
    this.tracking_ = on;
    if (on) this.at_home_ = false;
  }

  /** The flock has changed; the picture stays as it is. */
  set_flock({ dimensions, picture }: FlockEvent): void {
    this.camera.dimensions = dimensions;
    this.camera.y_up = picture.y_up;
    this.camera.turn();
  }

  /** Shows the box again as the scenario wants to be seen. */
  home({ picture }: FlockEvent, box: Box): void {
    const { camera } = this;
    this.at_home_ = true;
    camera.azimuth = picture.azimuth;
    camera.elevation = picture.elevation;
    camera.angle = 0;
    camera.turn();
    this.show(box);
  }
  show(box: Box): void {
    this.camera.show(box, this.insets);
  }

  go_with(place: Point): void {
    const { camera, focus } = this;
    if (focus) [camera.middle_x, camera.middle_y] = focus;
    camera.target = [place[0], place[1], camera.dimensions === 3 ? place[2] : 0];
  }
  pan(dx: number, dy: number): void {
    this.camera.pan(dx, dy);
    this.at_home_ = false;
  }
  zoom(factor: number, x?: number, y?: number): void {
    if (!(factor > 0)) return;
    // An agent that is tracked stays in the middle.
    if (this.tracking_) this.camera.zoom(factor);
    else this.camera.zoom(factor, x, y);
    this.at_home_ = false;
  }

  /** CSS pixels. What was in the middle stays there, unless the camera is at home. */
  resize(width: number, height: number): void {
    const { camera } = this;
    camera.middle_x += (width - camera.width) / 2;
    camera.middle_y += (height - camera.height) / 2;
    camera.width = width;
    camera.height = height;
  }
}
