// SPDX-License-Identifier: Apache-2.0
// All that a view keeps of one flock. Each flock gets an object of its own, so that nothing of the flock before can
// stay in the picture: no marks, no inspected agent, no vectors, no movement of the camera.
import type { FlockEvent, Frame, InspectionEvent, Point, VectorsEvent } from '../protocol';
import { place_of, velocity_of } from './decode';
import type { DeferredParts } from './deferred';
import { InfluenceMarks } from './influence_marks';
import type { InspectionOverlay } from './inspection_overlay';
import type { OpenWorldCamera } from './open_world_camera';
import { moved } from './scene';

export class ShownFlock {
  readonly marks = new InfluenceMarks();
  private frame_: Frame | null = null;
  private inspection_: InspectionEvent | null = null;
  private vectors_: VectorsEvent | null = null;
  private camera_: OpenWorldCamera | null = null;
  private overlay_: InspectionOverlay | null = null;

  constructor(private event_: FlockEvent) {}

  get event(): FlockEvent {
    return this.event_;
  }
  get frame(): Frame | null {
    return this.frame_;
  }
  get inspection(): InspectionEvent | null {
    return this.inspection_;
  }
  get vectors(): VectorsEvent | null {
    return this.vectors_;
  }

  /** Whether this event tells of the same agents. */
  is(event: FlockEvent): boolean {
    return event.generation === this.event_.generation && event.name === this.event_.name;
  }

  /** The same flock, changed. What the engine has stopped telling is no longer shown. */
  update(event: FlockEvent): void {
    this.event_ = event;
    if (event.following < 0) this.inspection_ = null;
    if (!event.vectors) this.vectors_ = null;
    if (this.frame_) this.marks.update(event, this.frame_);
  }
  take_frame(frame: Frame): void {
    this.frame_ = frame;
    this.marks.update(this.event_, frame);
  }
  /** An inspection that arrives after its agent was let go is not shown. */
  inspect(inspection: InspectionEvent | null): void {
    this.inspection_ = this.event_.following < 0 ? null : inspection;
  }
  take_vectors(vectors: VectorsEvent | null): void {
    this.vectors_ = this.event_.vectors ? vectors : null;
  }

  /** The camera of a world without edges, which goes with the flock. */
  camera(parts: DeferredParts): OpenWorldCamera {
    return (this.camera_ ??= new parts.OpenWorldCamera());
  }
  overlay(parts: DeferredParts): InspectionOverlay {
    return (this.overlay_ ??= new parts.InspectionOverlay());
  }

  /** The place of the agent that the camera goes with, or null. */
  followed_place(ahead: number): Point | null {
    const { frame_: frame, inspection_: seen } = this;
    if (!frame) return null;
    if (seen) return moved(seen.position, seen.velocity, seen.step === frame.step ? ahead : 0);
    if (frame.followed >= frame.agents) return null;
    return moved(place_of(frame, frame.followed, 0, [0, 0, 0]), velocity_of(frame, frame.followed), ahead);
  }
}
