// SPDX-License-Identifier: Apache-2.0
// Addresses: what goes in comes out, and what is no address of ours harms nobody.
import { describe, expect, it } from 'vitest';
import { decode_link, encode_link, pack_text, unpack_text } from '../../src/ui/share';
import { nothing_shared, set_texts, type Shared } from '../../src/ui/shared';

const round = (shared: Shared) => {
  const place = decode_link(encode_link(shared));
  if (place?.kind !== 'flock') throw new Error('no flock');
  return place.shared;
};

describe('links', () => {
  it('hold a scenario with what differs', () => {
    const shared: Shared = {
      scenario: 'murmuration', packed: '', off: ['cohesion', 'noise'], view: { color: 'speed', ghosts: '1' },
      agents: [{ count: 20000, grows: true }, { count: 300, grows: false }],
      set: { seed: '9007199254740991', 'model.separation_weight': '2.5', 'world.boundary': '["periodic", "open"]',
        dt: '1e-3' },
    };
    expect(round(shared)).toEqual(shared);
  });
  it('stay readable', () => {
    const shared = { ...nothing_shared(), scenario: 'kleemans', set: { seed: '7', 'world.boundary': 'open' },
      off: ['alignment'] };
    expect(encode_link(shared)).toBe('#kleemans?seed=7&world.boundary=open&off=alignment');
  });
  it('keep letters that mean something in addresses', () => {
    const shared = { ...nothing_shared(), scenario: 'a&b=c?d#e+f g%h', set: { 'key.path': 'ö & = # ? % + ,' } };
    expect(round(shared)).toEqual(shared);
  });
  it('find the tour', () => {
    expect(decode_link('#tour')).toEqual({ kind: 'tour', chapter: '' });
    expect(decode_link('#tour/separation')).toEqual({ kind: 'tour', chapter: 'separation' });
    expect(decode_link('#tourist')).toMatchObject({ kind: 'flock', shared: { scenario: 'tourist' } });
  });
  it('are null when they say nothing or are broken', () => {
    expect(decode_link('')).toBeNull();
    expect(decode_link('#')).toBeNull();
    expect(decode_link('#token=secret')).toBeNull();
    expect(decode_link('#a?b=%E0%A4')).toBeNull();
  });
  it('leave out numbers of agents that are none', () => {
    expect(round({ ...nothing_shared(), scenario: 'a' }).agents).toEqual([]);
    for (const text of ['-5', '0', 'x', '1e9', '3.5', '12345678901']) {
      expect(decode_link(`#a?agents=${text}`)).toMatchObject({ shared: { agents: [] } });
    }
  });
  it('give the keys as the command line takes them', () => {
    expect(set_texts({ seed: '3', 'model.max_speed': '2' })).toEqual(['seed=3', 'model.max_speed=2']);
  });
});

describe('packed scenarios', () => {
  it('unfold to the same text, in letters an address may hold', async () => {
    const text = 'title = "Zwei Schwärme – ♥"\n' + '[[flock]]\nagents = 100\n'.repeat(200);
    const packed = await pack_text(text);
    expect(packed).toMatch(/^[A-Za-z0-9_-]+$/);
    expect(packed.length).toBeLessThan(text.length / 5);
    expect(await unpack_text(packed)).toBe(text);
    expect(round({ ...nothing_shared(), packed })).toMatchObject({ packed, scenario: '' });
  });
  it('refuse a link that would fill the memory', async () => {
    const packed = await pack_text('a'.repeat(3 << 20));
    await expect(unpack_text(packed)).rejects.toThrow('more than a scenario');
  });
  it('refuse what was never packed', async () => {
    await expect(unpack_text('AAAA!!!')).rejects.toThrow();
  });
});
