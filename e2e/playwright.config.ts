import '../server/src/platform/database/resolve-drizzle.ts';
import { mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { defineConfig, devices } from '@playwright/test';

const PORT = process.env.E2E_PORT ?? '3210';
/** Developers may use a running server, given by its data folder and port. */
const isRunning = process.env.E2E_DATA_DIR !== undefined;
// The workers read this file too: the folder is made once, by the process that starts the server.
process.env.E2E_DATA_DIR ??= mkdtempSync(path.join(os.tmpdir(), 'portal-e2e-'));

// The workers and the server compile less, as in vitest.config.ts.
process.env.NODE_COMPILE_CACHE ??= path.join(import.meta.dirname, '../node_modules/.cache/compiled');

// Playwright asks for the stack of each of its messages and looks up its lines in source maps, of which there are none:
// an eighth of the workers' time.
Reflect.deleteProperty(Error, 'prepareStackTrace');

// The headless shell draws no windows, which Chromium does even unseen: the journeys take two thirds of the time.
const chromium = {
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium-headless-shell',
  // Without a language Chromium saves no file under a Chinese name.
  env: { ...process.env, LC_ALL: 'C.UTF-8' },
  args: [
    '--no-sandbox',
    // Pages do not live long enough to pay for optimised code: the journeys take six sevenths of the time.
    '--js-flags=--no-maglev --no-turbofan',
    // One process for all pages, kept from journey to journey, and one fewer for the network.
    '--process-per-site',
    '--renderer-process-limit=1',
    '--disable-site-isolation-trials',
    // The second is what Playwright enables itself: only the last list counts.
    '--enable-features=NetworkServiceInProcess2,CDPScreenshotNewSurface',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};

export default defineConfig({
  testDir: '.',
  // Node reads TypeScript itself: on a fresh machine that saves twenty seconds of processor time.
  build: { external: ['**/*'] },
  outputDir: '../test-results/e2e',
  globalTeardown: './check-data.ts',
  fullyParallel: true,
  workers: 2,
  // Ends for what never comes: on a busy machine everything takes ten times as long.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  forbidOnly: true,
  use: {
    baseURL: `http://127.0.0.1:${PORT}`,
    actionTimeout: 30_000,
    locale: 'zh-TW',
    timezoneId: 'Asia/Taipei',
    launchOptions: chromium,
    // A film of every page costs more than the journeys; a picture of what failed does as well.
    screenshot: 'only-on-failure',
  },
  projects: [
    {
      name: 'desktop',
      // Fewer frames to draw: the journeys take nine tenths of the time. The phone shows the motions.
      use: { viewport: { width: 1280, height: 800 }, contextOptions: { reducedMotion: 'reduce' } },
    },
    {
      // Walks through all screens: minutes, and so not part of `npm test`.
      name: 'sweep',
      grep: /@sweep/,
      use: { viewport: { width: 1280, height: 800 }, contextOptions: { reducedMotion: 'reduce' } },
    },
    {
      // The journeys again on a phone: not part of `npm test` either.
      name: 'phone',
      // These behave alike at any width, or set their own.
      grepInvert: /@any-width/,
      testIgnore: /(double-press|error-catalogue|keyboard|policy|print|states|tampering|weight)\.spec\.ts$/,
      use: {
        userAgent: devices['Pixel 7'].userAgent,
        viewport: { width: 390, height: 844 },
        deviceScaleFactor: 2,
        hasTouch: true,
        isMobile: true,
      },
    },
  ],
  webServer: {
    command: 'node e2e/serve.ts',
    cwd: path.resolve(import.meta.dirname, '..'),
    url: `http://127.0.0.1:${PORT}/readyz`,
    timeout: 600_000,
    stdout: 'ignore',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    reuseExistingServer: isRunning,
    env: { PORT, DATA_DIR: process.env.E2E_DATA_DIR, LOG_LEVEL: 'warn' },
  },
});
