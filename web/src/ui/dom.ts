// SPDX-License-Identifier: Apache-2.0
// Making elements. No style attributes are written: the page's content security policy forbids them.
import { icons } from './icons';

export type Child = Node | string | number | null | undefined | false;
type Handler = (event: never) => void;
export type Properties = Record<string, string | number | boolean | null | undefined | Handler>;

/** An element; `on_click` and the like are listeners, false and null leave an attribute out. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Properties = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === false || value === null || value === undefined) continue;
    if (typeof value === 'function') element.addEventListener(name.slice(3), value as unknown as EventListener);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  add(element, ...children);
  return element;
}

export function add(parent: Element, ...children: Child[]): void {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    parent.append(child instanceof Node ? child : String(child));
  }
}

/** Writes only a changed text, since every write makes the browser lay the page out again. */
export function say(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

export function tint(element: HTMLElement, color: string): void {
  element.style.setProperty('--tint', color);
}

const SVG = 'http://www.w3.org/2000/svg';

/** One of the page's own line icons: 20 units wide, 1.5 units thick. */
export function icon(name: string): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 20 20');
  svg.setAttribute('class', 'icon');
  svg.setAttribute('aria-hidden', 'true');
  for (const line of (icons[name] ?? icons['other'])!.split('|')) {
    const path = document.createElementNS(SVG, 'path');
    const solid = line.startsWith('!');
    path.setAttribute('d', solid ? line.slice(1) : line);
    if (solid) path.setAttribute('class', 'solid');
    svg.append(path);
  }
  return svg;
}

/** A button that shows only an icon. Its label is read by screen readers and shown as a tooltip. */
export function icon_button(name: string, label: string, act: (event: MouseEvent) => void, more: Properties = {}) {
  return h('button', { type: 'button', class: 'tool', 'aria-label': label, title: label, on_click: act, ...more },
    icon(name));
}

export function swap_icon(button: HTMLElement, name: string): void {
  if (button.dataset.icon === name) return;
  button.dataset.icon = name;
  button.querySelector('svg')?.replaceWith(icon(name));
}

export function label_button(button: HTMLElement, label: string): void {
  if (button.getAttribute('aria-label') === label) return;
  button.setAttribute('aria-label', label);
  button.title = label;
}

let made = 0;
export const new_id = (word: string): string => `${word}-${++made}`;

export function download(name: string, content: Blob | string, type = 'text/plain'): void {
  const blob = typeof content === 'string' ? new Blob([content], { type }) : content;
  const address = URL.createObjectURL(blob);
  const link = h('a', { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
