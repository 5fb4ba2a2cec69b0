// SPDX-License-Identifier: Apache-2.0
// What a demo needs to know: from a chapter of the tour, or for an embedded scenario.
import type { View, ViewOptions } from '../draw/view';
import type { Engine, EngineListener } from '../engine/engine';
import type { Chapter } from './chapters';

export type OpenEngine = (listener: EngineListener,
  options?: { scenario?: string; threads?: number }) => Promise<Engine>;
export type MakeView = (canvas: HTMLCanvasElement, overlay: HTMLCanvasElement, options: ViewOptions) => View;
export interface Makers {
  open_engine: OpenEngine;
  make_view: MakeView;
}

export interface Plan extends Pick<Chapter,
  'controls' | 'follow' | 'hand' | 'movable' | 'look' | 'shows' | 'plot' | 'picture'> {
  name: string;
  heading: string;
  /** TOML, or '' with `builtin`. */
  scenario: string;
  /** A built-in scenario by name, or ''. */
  builtin: string;
  /** More keys, as --set takes them. */
  set: string[];
  /** Names of chapters, to suggest the nearest one when there is no scenario `builtin`. */
  chapters: string[];
}

export const plan_of = (chapter: Chapter): Plan => ({ ...chapter, builtin: '', set: [], chapters: [] });
