// SPDX-License-Identifier: Apache-2.0
// The tests in a browser (e2e/): one file after the other, since each moves flocks and the machine may have few cores.
// DUNLIN_PAGE is the built page (default ../build/page), DUNLIN_PROGRAM the program with it, DUNLIN_PAGE_SHOTS the folder
// for pictures, CHROMIUM the browser.
import { defineConfig } from 'vitest/config';
import { limit } from './tests/limit';

export default defineConfig({
  test: {
    include: ['e2e/**/*.test.ts'],
    globalSetup: ['e2e/support/global.ts'],
    fileParallelism: false,
    testTimeout: limit,
    hookTimeout: limit,
    teardownTimeout: 10_000,
    reporters: ['verbose'],
  },
});
