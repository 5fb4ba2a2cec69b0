// SPDX-License-Identifier: Apache-2.0
// The picture with depth into which the agents and influences of a 3D world are drawn, with several samples a pixel
// where the GPU can. It is then laid over the ground. Also the lighting of all of them.
import { FULL_VERTEX, type Gl, Program, Target } from './gl';
import type { BindCanvas } from './placement';

/** `lit(tint, normal, depth)`: light from above, and a haze into which far bodies fade. */
export const LIT = `
uniform vec3 u_haze;
uniform vec3 u_fog;
uniform vec2 u_soft;
vec3 lit(vec3 tint, vec3 normal, float depth) {
  float light = u_soft.x + u_soft.y * dot(normal, normalize(vec3(.25, -.35, .9)));
  float far = clamp((depth - u_fog.x) / max(u_fog.y - u_fog.x, 1e-9), 0., 1.);
  return mix(tint * light, u_haze, max(far * .62, u_fog.z));
}
`;

export interface Lighting {
  /** The eye, relative to the camera's target. */
  eye: readonly [number, number, number];
  haze: readonly [number, number, number];
  /** Depths at which haze begins and is full, and the haze that everything has at least (to dim it). */
  fog: readonly [number, number, number];
  /** Light from all sides, and from above. */
  soft: readonly [number, number];
}

export function set_lighting(program: Program, lighting: Lighting): void {
  program
    .set('u_eye', ...lighting.eye)
    .set('u_haze', ...lighting.haze)
    .set('u_fog', ...lighting.fog)
    .set('u_soft', ...lighting.soft);
}

const LAY = `
uniform sampler2D u_from;
in vec2 at;
out vec4 color;
void main() { color = texture(u_from, at); }`;

export class DepthPicture {
  private readonly lay_: Program;
  private readonly smooth: WebGLFramebuffer;
  private readonly color: WebGLRenderbuffer;
  private readonly depth: WebGLRenderbuffer;
  private readonly flat: Target;
  private readonly samples: number;
  private width = 0;
  private height = 0;
  private sampled = -1;

  constructor(private readonly gl: Gl) {
    this.lay_ = new Program(gl, FULL_VERTEX, LAY);
    this.smooth = gl.createFramebuffer()!;
    this.color = gl.createRenderbuffer()!;
    this.depth = gl.createRenderbuffer()!;
    this.flat = new Target(gl, { internal: gl.RGBA8, format: gl.RGBA, type: gl.UNSIGNED_BYTE });
    this.samples = Math.min(4, gl.getParameter(gl.MAX_SAMPLES) as number);
  }

  private resize(width: number, height: number, samples: number): void {
    if (width === this.width && height === this.height && samples === this.sampled) return;
    const { gl } = this;
    this.width = width;
    this.height = height;
    this.sampled = samples;
    this.flat.resize(width, height);
    gl.bindRenderbuffer(gl.RENDERBUFFER, this.color);
    gl.renderbufferStorageMultisample(gl.RENDERBUFFER, samples, gl.RGBA8, width, height);
    gl.bindRenderbuffer(gl.RENDERBUFFER, this.depth);
    gl.renderbufferStorageMultisample(gl.RENDERBUFFER, samples, gl.DEPTH_COMPONENT24, width, height);
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.smooth);
    gl.framebufferRenderbuffer(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.RENDERBUFFER, this.color);
    gl.framebufferRenderbuffer(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.RENDERBUFFER, this.depth);
  }

  /** From now on, what is drawn hides what is behind it. `width`, `height`: pixels of the canvas. */
  begin(width: number, height: number, rich: boolean): void {
    const { gl } = this;
    this.resize(width, height, rich ? this.samples : 0);
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.smooth);
    gl.viewport(0, 0, width, height);
    gl.clearColor(0, 0, 0, 0);
    gl.clearDepth(1);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.disable(gl.BLEND);
    gl.enable(gl.DEPTH_TEST);
  }

  lay(bind_canvas: BindCanvas): void {
    const { gl, width, height } = this;
    gl.disable(gl.DEPTH_TEST);
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, this.smooth);
    gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, this.flat.framebuffer);
    gl.blitFramebuffer(0, 0, width, height, 0, 0, width, height, gl.COLOR_BUFFER_BIT, gl.NEAREST);
    bind_canvas();
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    this.lay_.use().texture('u_from', 0, this.flat.texture);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
  }

  dispose(): void {
    const { gl } = this;
    this.flat.dispose();
    gl.deleteFramebuffer(this.smooth);
    gl.deleteRenderbuffer(this.color);
    gl.deleteRenderbuffer(this.depth);
  }
}
