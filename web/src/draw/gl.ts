// SPDX-License-Identifier: Apache-2.0
// The WebGL2 calls that all drawing needs: programs, textures, and textures to draw into.

export type Gl = WebGL2RenderingContext;

export class Program {
  readonly handle: WebGLProgram;
  /** Kept until it is known that they compiled. */
  private shaders: WebGLShader[] | null;
  private readonly places = new Map<string, WebGLUniformLocation | null>();

  constructor(
    private readonly gl: Gl,
    vertex: string,
    fragment: string,
  ) {
    const compile = (kind: number, text: string) => {
      const shader = gl.createShader(kind)!;
      gl.shaderSource(shader, `#version 300 es\nprecision highp float;\nprecision highp int;\n${text}`);
      gl.compileShader(shader);
      return shader;
    };
    const program = gl.createProgram()!;
    const shaders = [compile(gl.VERTEX_SHADER, vertex), compile(gl.FRAGMENT_SHADER, fragment)];
    for (const shader of shaders) gl.attachShader(program, shader);
    gl.linkProgram(program);
    this.handle = program;
    this.shaders = shaders;
  }

  /** False while the compiler is at work, if the browser tells. */
  get ready(): boolean {
    const parallel = this.shaders && this.gl.getExtension('KHR_parallel_shader_compile');
    return !parallel || Boolean(this.gl.getProgramParameter(this.handle, parallel.COMPLETION_STATUS_KHR));
  }
  use(): this {
    if (this.shaders) this.check(this.shaders);
    this.gl.useProgram(this.handle);
    return this;
  }
  /** Called at the first use: asking earlier would wait for the compiler, which works in the background. */
  private check(shaders: WebGLShader[]): void {
    const { gl } = this;
    if (!gl.getProgramParameter(this.handle, gl.LINK_STATUS) && !gl.isContextLost()) {
      const logs = [...shaders.map((s) => gl.getShaderInfoLog(s)), gl.getProgramInfoLog(this.handle)];
      throw new Error(`A shader does not compile: ${logs.filter(Boolean).join('\n')}`);
    }
    for (const shader of shaders) gl.deleteShader(shader);
    this.shaders = null;
  }
  at(name: string): WebGLUniformLocation | null {
    let place = this.places.get(name);
    if (place === undefined) this.places.set(name, (place = this.gl.getUniformLocation(this.handle, name)));
    return place;
  }
  set(name: string, ...v: number[]): this {
    const at = this.at(name);
    if (v.length === 1) this.gl.uniform1f(at, v[0]!);
    else if (v.length === 2) this.gl.uniform2f(at, v[0]!, v[1]!);
    else if (v.length === 3) this.gl.uniform3f(at, v[0]!, v[1]!, v[2]!);
    else this.gl.uniform4f(at, v[0]!, v[1]!, v[2]!, v[3]!);
    return this;
  }
  set_integer(name: string, v: number): this {
    this.gl.uniform1i(this.at(name), v);
    return this;
  }
  set_matrix(name: string, m: Float32Array): this {
    this.gl.uniformMatrix4fv(this.at(name), false, m);
    return this;
  }
  texture(name: string, unit: number, texture: WebGLTexture | null, target: number = this.gl.TEXTURE_2D): this {
    this.gl.activeTexture(this.gl.TEXTURE0 + unit);
    this.gl.bindTexture(target, texture);
    this.gl.uniform1i(this.at(name), unit);
    return this;
  }
}

export function make_texture(gl: Gl, filter: number, target: number = gl.TEXTURE_2D): WebGLTexture {
  const texture = gl.createTexture()!;
  gl.bindTexture(target, texture);
  gl.texParameteri(target, gl.TEXTURE_MIN_FILTER, filter);
  gl.texParameteri(target, gl.TEXTURE_MAG_FILTER, filter);
  gl.texParameteri(target, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
  gl.texParameteri(target, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
  return texture;
}

export interface TargetFormat {
  internal: number;
  format: number;
  type: number;
}

/** A texture to draw into. Its size follows the canvas. */
export class Target {
  readonly texture: WebGLTexture;
  readonly framebuffer: WebGLFramebuffer;
  width = 0;
  height = 0;

  constructor(
    private readonly gl: Gl,
    private readonly format: TargetFormat,
  ) {
    this.texture = make_texture(gl, gl.LINEAR);
    this.framebuffer = gl.createFramebuffer()!;
  }
  resize(width: number, height: number): void {
    if (this.width === width && this.height === height) return;
    const { gl, format } = this;
    this.width = width;
    this.height = height;
    gl.activeTexture(gl.TEXTURE0); // the other units may hold textures that are in use
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    gl.texImage2D(gl.TEXTURE_2D, 0, format.internal, width, height, 0, format.format, format.type, null);
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.framebuffer);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, this.texture, 0);
  }
  bind(): void {
    this.gl.bindFramebuffer(this.gl.FRAMEBUFFER, this.framebuffer);
    this.gl.viewport(0, 0, this.width, this.height);
  }
  dispose(): void {
    this.gl.deleteTexture(this.texture);
    this.gl.deleteFramebuffer(this.framebuffer);
  }
}

/** The format for sums: half floats where the GPU can draw into them, else bytes. */
export function splat_format(gl: Gl): TargetFormat & { bytes: boolean } {
  const floats = gl.getExtension('EXT_color_buffer_float') ?? gl.getExtension('EXT_color_buffer_half_float');
  if (floats) return { internal: gl.RGBA16F, format: gl.RGBA, type: gl.HALF_FLOAT, bytes: false };
  return { internal: gl.RGBA8, format: gl.RGBA, type: gl.UNSIGNED_BYTE, bytes: true };
}

/** The vertex shader of one triangle that covers the whole picture; it needs no buffers. */
export const FULL_VERTEX = `
out vec2 at;
void main() {
  at = vec2(gl_VertexID == 1 ? 2. : 0., gl_VertexID == 2 ? 2. : 0.);
  gl_Position = vec4(at * 2. - 1., 0., 1.);
}`;
