// SPDX-License-Identifier: Apache-2.0
// The panel of a published page, as the first tab, for scenarios that reproduce one.
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
        // A new flock begins with the falcon: nobody expects an eraser to be still in hand.
        const harmless = app.tools.hand !== null || app.tools.tool === 'inspect' || app.tools.tool === 'pan';
        if (shown !== '' || !harmless) app.tools.choose_tool('hand:falcon');
        shown = '';
        return;
      }
      shown = name;
      // The author's pointer acts instead of the falcon.
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
        // Any tool that the visitor chooses takes the place of the author's pointer.
        pointer_free: () => app.tools.tool === 'hand:none',
        free_area: () => free_of_panels(app.view.canvas),
        random: Math.random,
      }, original));
    }, (error: unknown) => app.fail(error));
  });
}
