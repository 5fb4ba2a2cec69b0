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
  const keys = [...query].filter(([key]) => key === 'seed' || key.includes('.'));
  const list = (text: string) => text.split(',').map((one) => one.trim()).filter((one) => one !== '');
  return {
    name: query.get('embed') ?? '',
    controls: query.has('controls') ? list(query.get('controls')!) : null,
    theme: theme === 'dark' || theme === 'light' ? theme : null,
    autoplay: !off(query.get('autoplay')),
    hand: query.get('hand'),
    plots: !off(query.get('plots')),
    set: keys.map(([key, value]) => `${key}=${value}`),
  };
}
