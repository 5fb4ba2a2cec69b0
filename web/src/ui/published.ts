// SPDX-License-Identifier: Apache-2.0
// A published page's own panel, for the scenarios that follow one: as a tab before the others.
import type { App } from '../app';
import { free_of_panels } from './free_area';
import type { Panel } from './panel';

export function open_originals(app: App, settings: Panel): void {
  let shown = '';
  app.on('loaded', (flock) => {
    const name = flock.name;
    void import('../originals/originals').then(({ original_of, original_panel }) => {
      if (app.flock?.name !== name) return;
      const original = original_of(name);
      if (!original) {
        settings.take_original(null);
        // A new flock finds the falcon; an eraser still in hand would surprise.
        const harmless = app.tools.hand !== null || app.tools.tool === 'inspect' || app.tools.tool === 'pan';
        if (shown !== '' || !harmless) app.tools.choose_tool('hand:falcon');
        shown = '';
        return;
      }
      shown = name;
      // Its own pointer acts; the page's falcon would be one more.
      app.tools.choose_tool('hand:none');
      settings.take_original(original_panel({
        view: app.view,
        ask: (message) => app.ask(message),
        tell: (message) => app.tell(message),
        flock: () => app.flock,
        frame: () => app.latest,
        inspection: () => app.inspection,
        chosen: () => app.following.chosen,
        sample: (observable) => app.samples.latest(observable),
        fps: () => app.vitals.fps,
        set_options: (options) => app.look.set_options(options),
        load: (scenario) => void app.scenarios.load(scenario),
        loading: () => app.scenarios.is_loading,
        redraw: () => app.touch(),
        // A tool that the visitor chooses goes before the original's pointer, the falcon too.
        pointer_free: () => app.tools.tool === 'hand:none',
        free_area: () => free_of_panels(app.view.canvas),
        random: Math.random,
      }, original));
    }, (error: unknown) => app.fail(error));
  });
}
