// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { read_request } from '../../src/embed/request';
import { embed_snippet } from '../../src/tour/embed_snippet';

test('an address says what is embedded', () => {
  expect(read_request('?embed=noise')).toEqual({
    name: 'noise', controls: null, theme: null, autoplay: true, hand: null, plots: true, set: [],
  });
  const full = '?embed=murmuration&controls=noise,%20max_speed&theme=light&autoplay=0&hand=none&plots=0&seed=3';
  expect(read_request(`${full}&model.noise=0.2`)).toEqual({
    name: 'murmuration', controls: ['noise', 'max_speed'], theme: 'light', autoplay: false, hand: 'none', plots: false,
    set: ['seed=3', 'model.noise=0.2'],
  });
  expect(read_request('?embed=noise&controls=&theme=purple')).toMatchObject({ controls: [], theme: null });
});

test('the snippet leads back to the same request, from wherever the page is', () => {
  const html = embed_snippet('https://flock.example/dunlin/index.html?old=1#tour/noise', 'noise', 'A "quoted" title',
    ['model.noise=0.2', 'seed=9']);
  const begin = '<iframe src="https://flock.example/dunlin/index.html?embed=noise&amp;model.noise=0.2&amp;seed=9" ';
  expect(html.startsWith(begin)).toBe(true);
  expect(html).toContain('title="A &quot;quoted&quot; title"');
  expect(html).not.toContain('style=');
  const address = /src="([^"]*)"/.exec(html)![1]!.replace(/&amp;/g, '&');
  expect(read_request(new URL(address).search)).toMatchObject({ name: 'noise', set: ['model.noise=0.2', 'seed=9'] });
});
