// SPDX-License-Identifier: Apache-2.0
// A flock as the part of an address after '#': a built-in scenario by name, or a whole scenario file compressed; then
// what is different from it. `#murmuration?seed=9&model.separation_weight=2&off=cohesion&view.color=speed`
import { nothing_shared, type Shared } from './shared';

export type Place = { kind: 'flock'; shared: Shared } | { kind: 'tour'; chapter: string };

const escape = (text: string): string =>
  encodeURIComponent(text).replace(/%(2C|3A|2F|5B|5D|20)/gi,
    (code) => (code === '%20' ? '+' : decodeURIComponent(code)));
const unescape = (text: string): string => decodeURIComponent(text.replace(/\+/g, ' '));

export function encode_link(shared: Shared): string {
  const pairs: [string, string][] = Object.entries(shared.set);
  if (shared.agents.length > 0) {
    pairs.push(['agents', shared.agents.map(({ count, grows }) => `${count}${grows ? 'g' : ''}`).join(',')]);
  }
  if (shared.off.length > 0) pairs.push(['off', shared.off.join(',')]);
  for (const [name, value] of Object.entries(shared.view)) pairs.push([`view.${name}`, value]);
  const head = shared.packed !== '' ? `toml:${shared.packed}` : escape(shared.scenario);
  const tail = pairs.map(([name, value]) => `${escape(name)}=${escape(value)}`).join('&');
  return `#${head}${tail === '' ? '' : `?${tail}`}`;
}

/** Null for an address that says nothing, or that is not one of ours. */
export function decode_link(fragment: string): Place | null {
  const text = fragment.replace(/^#/, '');
  if (text === '') return null;
  try {
    const cut = text.indexOf('?');
    const head = cut < 0 ? text : text.slice(0, cut);
    if (head === 'tour' || head.startsWith('tour/')) return { kind: 'tour', chapter: unescape(head.slice(5)) };
    if (head.startsWith('token=')) return null; // of the native program, which has read it already
    const shared = nothing_shared();
    if (head.startsWith('toml:')) shared.packed = head.slice(5);
    else shared.scenario = unescape(head);
    for (const pair of cut < 0 ? [] : text.slice(cut + 1).split('&')) {
      const at = pair.indexOf('=');
      if (at < 1) continue;
      const name = unescape(pair.slice(0, at));
      const value = unescape(pair.slice(at + 1));
      if (name === 'agents') {
        shared.agents = [...value.matchAll(/(?:^|,)(\d{1,10})(g?)(?=,|$)/g)]
          .map((found) => ({ count: Number(found[1]), grows: found[2] === 'g' })).filter(({ count }) => count > 0);
      }
      else if (name === 'off') shared.off = value.split(',').filter((rule) => rule !== '');
      else if (name.startsWith('view.')) shared.view[name.slice(5)] = value;
      else shared.set[name] = value;
    }
    return { kind: 'flock', shared };
  } catch {
    return null; // a broken escape
  }
}

const longest_text = 1 << 20; // a scenario is a few kilobytes; a link that unfolds to more is no friend

async function through(bytes: Uint8Array, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const reader = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream().pipeThrough(stream).getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > longest_text) {
      await reader.cancel();
      throw new Error('This link unfolds to more than a scenario can be.');
    }
    parts.push(value);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export async function pack_text(text: string): Promise<string> {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream('deflate-raw'));
  let letters = '';
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

export async function unpack_text(packed: string): Promise<string> {
  const letters = atob(packed.replace(/-/g, '+').replace(/_/g, '/'));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  return new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw')));
}
