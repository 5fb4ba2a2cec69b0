// SPDX-License-Identifier: Apache-2.0
// Once for all files: one browser, and the page on two hosts, one of which isolates it from other pages (only there may
// workers share memory).
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { chromium_path, demand_everything, page_folder } from './files';
import { serve } from './static_server';

declare module 'vitest' {
  interface ProvidedContext {
    browser: string;
    isolated: string;
    plain: string;
  }
}

const flags = [
  '--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync',
];

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  demand_everything();
  const browser = await chromium.launchServer({ executablePath: chromium_path, headless: true, args: flags });
  const isolated = await serve(page_folder, true);
  const plain = await serve(page_folder, false);
  project.provide('browser', browser.wsEndpoint());
  project.provide('isolated', isolated.url);
  project.provide('plain', plain.url);
  return async () => {
    await browser.close();
    await isolated.close();
    await plain.close();
  };
}
