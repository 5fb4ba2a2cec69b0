// SPDX-License-Identifier: Apache-2.0
// Records the next seconds as a movie: the world with its overlay, without panels.
import type { App } from '../app';

/** Seconds that the first piece of a movie may come late. */
const PATIENCE = 60;
// VP8 before VP9: it takes less time to encode, and the flock is simulated and drawn meanwhile.
const kinds = ['video/webm;codecs=vp8', 'video/webm;codecs=vp9', 'video/webm'];

export function record(app: App, seconds: number, left: (seconds: number) => void): Promise<Blob> {
  const kind = typeof MediaRecorder === 'undefined' ? undefined
    : kinds.find((one) => MediaRecorder.isTypeSupported(one));
  if (!kind) return Promise.reject(new Error('This browser cannot record movies.'));
  const world = app.view.canvas;
  const layers = [world, ...world.parentElement!.querySelectorAll('canvas')].filter((one, at, all) =>
    all.indexOf(one) === at);
  const sheet = document.createElement('canvas');
  sheet.width = world.width & ~1;
  sheet.height = world.height & ~1;
  const pen = sheet.getContext('2d')!;
  // One frame for each picture that is drawn: frames are requested below.
  const stream = sheet.captureStream(0);
  const track = stream.getVideoTracks()[0] as CanvasCaptureMediaStreamTrack;
  const recorder = new MediaRecorder(stream, { mimeType: kind, videoBitsPerSecond: 12_000_000 });
  const parts: Blob[] = [];
  recorder.ondataavailable = (event) => { if (event.data.size > 0) parts.push(event.data); };
  return new Promise((done, fail) => {
    const began = performance.now();
    const copy = () => {
      // Copied in the task that draws: a WebGL canvas loses its picture afterwards.
      app.view.draw(performance.now());
      for (const layer of layers) pen.drawImage(layer, 0, 0, sheet.width, sheet.height);
      track.requestFrame();
      const gone = (performance.now() - began) / 1000;
      left(Math.max(0, Math.ceil(seconds - gone)));
      // A busy machine encodes late: a recorder that is stopped before its first piece gives an empty file.
      if (gone < seconds || (parts.length === 0 && gone < seconds + PATIENCE)) requestAnimationFrame(copy);
      else recorder.stop();
    };
    recorder.onstop = () => {
      track.stop();
      if (parts.length > 0) done(new Blob(parts, { type: 'video/webm' }));
      else fail(new Error('The browser has encoded no picture: this machine is too busy for a movie.'));
    };
    recorder.onerror = () => fail(new Error('The movie could not be recorded.'));
    recorder.start(1000);
    requestAnimationFrame(copy);
  });
}
