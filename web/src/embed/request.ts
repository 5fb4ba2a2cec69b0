// SPDX-License-Identifier: Apache-2.0
// What an embedding page asks for in the address: ?embed=NAME&controls=noise,max_speed&theme=light&autoplay=0&hand=none
// &seed=3&model.noise=0.2 -- NAME is a chapter of the tour or a built-in scenario; names with a dot are keys of the
// scenario.
export interface Request {
  name: string;
  /** Parameters of the model that get a slider; null: those of the chapter. */
  controls: string[] | null;
  theme: 'dark' | 'light' | null;
  autoplay: boolean;
  hand: string | null;
  plots: boolean;
  /** Keys as --set takes them. */
  set: string[];
}

const off = (value: string | null): boolean => value === '0' || value === 'false' || value === 'off';

export function read_request(search: string): Request {
  const query = new URLSearchParams(search);
  const theme = query.get('theme');
  const set = [...query].filter(([key]) => key === 'seed' || key.includes('.')).map(([key, value]) => `${key}=${value}`);
  return {
    name: query.get('embed') ?? '',
    controls: query.has('controls') ? query.get('controls')!.split(',').map((one) => one.trim()).filter((one) => one !== '') : null,
    theme: theme === 'dark' || theme === 'light' ? theme : null,
    autoplay: !off(query.get('autoplay')),
    hand: query.get('hand'),
    plots: !off(query.get('plots')),
    set,
  };
}
