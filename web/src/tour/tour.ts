// SPDX-License-Identifier: Apache-2.0
// The guided tour: text beside small live flocks, one idea a chapter. At most two of the flocks have an engine, those
// nearest to the reader's eye, and they move only while they can be seen.
import { make_view } from '../draw/world_view';
import { add, h, icon, say } from '../ui/dom';
import { embed_snippet } from './embed_snippet';
import { chapters, type Chapter } from './chapters';
import { Demo } from './demo';
import { plan_of, type Makers, type OpenEngine } from './plan';
import '../style/panels.css';
import './demo.css';
import './tour.css';

export interface TourOptions {
  /** Where "Leave the tour" goes; left out: to the address without a chapter. */
  leave?: () => void;
  make_view?: Makers['make_view'];
}
export interface Tour {
  show(chapter?: string): void;
  hide(): void;
}

const most_awake = 2;

interface Part {
  chapter: Chapter;
  element: HTMLElement;
  heading: HTMLElement;
  link: HTMLAnchorElement;
  demo: Demo;
}

const theme_now = (): 'dark' | 'light' => (document.documentElement.dataset.theme === 'light' ? 'light' : 'dark');

/** An element whose content is a chapter's own HTML, with its controls put in. */
function prose(tag: 'p' | 'div', html: string, demo: Demo): HTMLElement {
  const element = h(tag);
  const template = document.createElement('template');
  template.innerHTML = html.replace(/\{(\w+)\}/g, '<i data-control="$1"></i>');
  for (const place of template.content.querySelectorAll<HTMLElement>('[data-control]')) {
    place.replaceWith(demo.control(place.dataset.control!));
  }
  for (const link of template.content.querySelectorAll('a')) {
    link.target = '_blank';
    link.rel = 'noopener';
  }
  element.append(template.content);
  return element;
}

function fold(title: string, ...inside: (Node | string)[]): HTMLDetailsElement {
  const element = h('details', { class: 'tour-fold' }, h('summary', {}, title));
  add(element, ...inside);
  return element;
}

export function mount_tour(root: HTMLElement, open_engine: OpenEngine, options: TourOptions = {}): Tour {
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const makers: Makers = { open_engine, make_view: options.make_view ?? make_view };
  let shown = false;
  let now = -1;
  let title = document.title;

  const go = (index: number, focus = true) => {
    const part = parts[index];
    if (!part) return;
    part.element.scrollIntoView({ behavior: calm ? 'auto' : 'smooth', block: 'start' });
    if (focus) part.heading.focus({ preventScroll: true });
    write_address(part.chapter.name, 'push');
  };
  const write_address = (name: string, how: 'push' | 'replace') => {
    const fragment = name === '' ? '#tour' : `#tour/${name}`;
    if (!shown || location.hash === fragment) return;
    if (how === 'push') history.pushState(null, '', fragment);
    else history.replaceState(null, '', fragment);
  };
  const leave = options.leave ?? (() => { location.hash = ''; });
  /** A link to a chapter that scrolls, and can be copied. */
  const chapter_link = (index: number, ...words: (Node | string)[]): HTMLAnchorElement => {
    const link = h('a', {
      href: `#tour/${chapters[index]!.name}`,
      on_click: (event: MouseEvent) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        go(index);
      },
    });
    add(link, ...words);
    return link;
  };

  const parts: Part[] = chapters.map((chapter, index) => {
    const demo = new Demo(plan_of(chapter), makers, { calm, paused: calm, theme: theme_now(), outside: false });
    // The id that links to the chapter name, so that they work without a script, too.
    const heading_id = `tour/${chapter.name}`;
    const heading = h('h2', { id: heading_id, tabindex: -1 }, chapter.heading);
    const next = chapters[index + 1];
    const snippet = h('textarea', { readonly: true, rows: 3, spellcheck: 'false',
      'aria-label': 'HTML of the embedded demo' });
    const copy = h('button', { type: 'button', class: 'button', on_click: () => {
      snippet.select();
      navigator.clipboard?.writeText(snippet.value).then(() => {
        say(copy, 'Copied');
        setTimeout(() => say(copy, 'Copy'), 1600);
      }, () => say(copy, 'Selected: copy it'));
    } }, 'Copy');
    const embed = h('details', { class: 'tour-fold embed', on_toggle: () => {
      snippet.value = embed_snippet(location.href, chapter.name, `${chapter.heading}: a live flock`,
        demo.changed_keys());
    } }, h('summary', {}, 'Embed'), snippet, copy);
    const words = h('div', { class: 'words' },
      ...chapter.text.map((text) => prose('p', text, demo)),
      h('div', { class: 'prompt' }, h('h3', {}, 'Try this'), prose('p', chapter.attempt, demo)),
      h('div', { class: 'prompt' }, h('h3', {}, 'Notice'), prose('p', chapter.notice, demo)),
      fold(chapter.fold ?? 'As a formula', prose('div', chapter.formula, demo)),
      Object.assign(prose('p', chapter.source, demo), { className: 'credit' }),
      h('div', { class: 'demo-links' }, demo.full_page, embed),
      next ? h('p', { class: 'onward' }, chapter_link(index + 1, 'Next: ', h('b', {}, next.heading))) : null);
    const figure = h('div', { class: 'demo' }, demo.stage,
      h('div', { class: 'demo-line' }, demo.bar, demo.readouts), demo.plots);
    const element = h('section', { class: 'chapter', id: `tour-${chapter.name}`, 'aria-labelledby': heading_id },
      h('header', {}, h('p', { class: 'count' }, String(index + 1)), heading, h('p', { class: 'idea' }, chapter.idea)),
      figure, words);
    const link = chapter_link(index, h('span', { class: 'unseen' }, chapter.heading),
      h('span', { class: 'mark', 'aria-hidden': 'true' }));
    link.title = chapter.heading;
    return { chapter, element, heading, link, demo };
  });

  const previous = h('button', { type: 'button', class: 'tool turn', 'aria-label': 'Previous chapter',
    title: 'Previous chapter (left arrow)', on_click: () => go(Math.max(0, now - 1)) }, icon('chevron'));
  const next = h('button', { type: 'button', class: 'tool turn onwards', 'aria-label': 'Next chapter',
    title: 'Next chapter (right arrow)', on_click: () => go(Math.min(parts.length - 1, now + 1)) }, icon('chevron'));
  const where = h('p', { class: 'where' }, 'Tour');
  const bar = h('header', { class: 'tour-bar' },
    h('button', { type: 'button', class: 'link-button leave', on_click: leave }, icon('close'),
      h('span', {}, 'Leave the tour')),
    where,
    h('nav', { 'aria-label': 'Chapters' }, h('ol', { class: 'progress' },
      ...parts.map(({ link }) => h('li', {}, link)))),
    h('div', { class: 'turns' }, previous, next));

  const opening = h('header', { class: 'opening' },
    h('div', {},
      h('h1', {}, 'How a flock works'),
      h('p', { class: 'lead' },
        `No starling leads the murmuration. Each minds the few around
        it, and the flock is what this looks like from afar. In 1987 Craig Reynolds showed that three rules are enough.
        Here they are one at a time, and then what else an agent needs.`),
      h('p', { class: 'how' }, 'Every picture is a live flock: click it to stop it, and again to start it. ',
        h('span', { class: 'scrub-sample' }, 'Numbers like this'),
          ' can be dragged to the side, typed over, or turned with the arrow keys.')),
    h('ol', { class: 'contents' }, ...chapters.map((chapter, index) =>
      h('li', {}, chapter_link(index, h('b', {}, chapter.heading), h('span', {}, chapter.idea))))));
  const closing = h('footer', { class: 'closing' },
    h('h2', {}, 'Where to go from here'),
    h('p', {}, `The full page has the same engine, with nine thousand agents, every parameter, six kinds to set free,
      and the five published programs this tour borrows from, each looking and behaving as its author made it.`),
    h('p', {}, h('button', { type: 'button', class: 'button strong', on_click: leave }, 'Open the full page')));
  const body = h('div', { class: 'tour-body' }, opening, ...parts.map(({ element }) => element), closing);
  root.classList.add('tour');
  root.replaceChildren(bar, body);

  // ---- which demos are awake --------------------------------------------------------------------------------------

  const seen = new Set<Demo>();
  const watch = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      const part = parts.find(({ demo }) => demo.stage === entry.target);
      if (!part) continue;
      if (entry.isIntersecting) seen.add(part.demo);
      else seen.delete(part.demo);
    }
    arrange();
  }, { root, threshold: [0, 0.2] });
  const sizes = new ResizeObserver((entries) => {
    for (const { target } of entries) parts.find(({ demo }) => demo.stage === target)?.demo.resize();
  });
  for (const { demo } of parts) {
    watch.observe(demo.stage);
    sizes.observe(demo.stage);
  }

  const arrange = () => {
    const there = shown && document.visibilityState === 'visible';
    if (!there) {
      for (const { demo } of parts) demo.set_visible(false);
      return;
    }
    const middle = root.getBoundingClientRect().top + root.clientHeight / 2;
    const far = parts.map(({ demo }) => {
      const box = demo.stage.getBoundingClientRect();
      return { demo, distance: Math.abs((box.top + box.bottom) / 2 - middle) };
    }).sort((a, b) => a.distance - b.distance);
    far.forEach(({ demo, distance }, rank) => {
      const near = rank < most_awake && (seen.has(demo) || distance < 1.2 * root.clientHeight);
      if (!near) demo.sleep();
      demo.set_visible(near && seen.has(demo));
    });
    for (const { demo, distance } of far.slice(0, most_awake)) {
      if (seen.has(demo) || distance < 1.2 * root.clientHeight) void demo.wake();
    }
  };

  // ---- where the reader is ----------------------------------------------------------------------------------------

  const locate = () => {
    const line = root.getBoundingClientRect().top + 0.4 * root.clientHeight;
    let index = -1;
    parts.forEach(({ element }, i) => {
      if (element.getBoundingClientRect().top <= line) index = i;
    });
    if (root.scrollTop < 40) index = -1;
    if (index === now) return;
    now = index;
    parts.forEach(({ link, element }, i) => {
      if (i === index) link.setAttribute('aria-current', 'step');
      else link.removeAttribute('aria-current');
      link.classList.toggle('passed', i < index);
      element.classList.toggle('current', i === index);
    });
    say(where, index < 0 ? 'Tour' : `${index + 1} of ${parts.length} · ${chapters[index]!.heading}`);
    previous.disabled = index <= 0;
    next.disabled = index === parts.length - 1;
    write_address(index < 0 ? '' : chapters[index]!.name, 'replace');
  };
  let waiting = false;
  root.addEventListener('scroll', () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      if (!shown) return;
      locate();
      arrange();
    });
  }, { passive: true });
  document.addEventListener('visibilitychange', arrange);
  new MutationObserver(() => {
    for (const { demo } of parts) demo.set_theme(theme_now());
  }).observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });

  root.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const target = event.target as HTMLElement;
    if (target.matches('input, select, textarea')) return;
    if (event.key === 'ArrowRight') go(Math.min(parts.length - 1, now + 1));
    else if (event.key === 'ArrowLeft') go(Math.max(0, now - 1));
    else return;
    event.preventDefault();
  });

  return {
    show: (name) => {
      if (!shown) title = document.title;
      shown = true;
      document.title = 'How a flock works · Dunlin';
      const index = chapters.findIndex((chapter) => chapter.name === name);
      if (index >= 0) {
        // Without smooth scrolling, which would pass ten pictures on the way.
        parts[index]!.element.scrollIntoView({ behavior: 'instant', block: 'start' });
        parts[index]!.heading.focus({ preventScroll: true });
      } else if (now < 0) root.scrollTop = 0;
      locate();
      arrange();
    },
    hide: () => {
      if (shown) document.title = title;
      shown = false;
      for (const { demo } of parts) {
        demo.set_visible(false);
        demo.sleep();
      }
    },
  };
}
