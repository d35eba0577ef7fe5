import path from 'node:path';
import { defineConfig } from 'vitest/config';
import './server/src/platform/database/resolve-drizzle.ts';

/** Measures how soon a server starts or answers. */
const ALONE = ['server/test/race/crash.test.ts'];
/** Read SVG, which a serving process refuses from its start on: each in a process of its own. */
const READ_SVG = ['server/demo/**/*.test.ts', 'server/src/papers/{approved,certificate-code}.test.ts'];
/** Replace the storage and the window of the browser before the session is loaded. */
const OWN_BROWSER = ['session', 'renew-session', 'storage'].map((name) => `web/src/platform/${name}.test.ts`);
const OLDER_BROWSER = 'kit/test/older-browser.ts';
/**
 * Ends a test that hangs. No test passes or fails by these limits: a busy machine takes twenty times as long as an idle
 * one, and `expect.poll` waits for what must come however late it comes.
 */
const WAIT = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 240_000, interval: 20 } },
};

/** The import above is for the first process, this for the workers. */
const RESOLVE_DRIZZLE = path.join(import.meta.dirname, 'server/src/platform/database/resolve-drizzle.ts');

const CHEAP_ARGON2 = path.join(import.meta.dirname, 'server/test/cheap-argon2.ts');

// Workers, and the threads and programs that they start, compile less.
process.env.NODE_COMPILE_CACHE ??= path.join(import.meta.dirname, 'node_modules/.cache/compiled');

export default defineConfig({
  test: {
    // The tests wait for PostgreSQL half of the time: a worker for every core, none kept back.
    maxWorkers: '100%',
    execArgv: ['--import', RESOLVE_DRIZZLE],
    projects: [
      {
        test: {
          name: 'contract',
          // Starting a process for each file costs three times as much as the tests.
          isolate: false,
          include: ['contract/src/**/*.test.ts', 'verify/src/**/*.test.ts'],
          setupFiles: [OLDER_BROWSER],
          ...WAIT,
        },
      },
      {
        test: {
          name: 'server',
          // Each file has a database of its own; loading the program anew for each costs more than the tests.
          isolate: false,
          include: ['server/**/*.test.ts'],
          exclude: ['server/test/race/**', 'server/test/long/**', ...READ_SVG, '**/node_modules/**'],
          globalSetup: ['server/test/global-setup.ts'],
          alias: [{ find: /^@node-rs\/argon2$/, replacement: CHEAP_ARGON2 }],
          ...WAIT,
        },
      },
      {
        test: {
          name: 'svg',
          include: READ_SVG,
          globalSetup: ['server/test/global-setup.ts'],
          ...WAIT,
        },
      },
      {
        test: {
          name: 'race',
          isolate: false,
          include: ['server/test/race/**/*.test.ts'],
          exclude: ALONE,
          globalSetup: ['server/test/global-setup.ts'],
          ...WAIT,
        },
      },
      {
        test: {
          name: 'alone',
          include: ALONE,
          globalSetup: ['server/test/global-setup.ts'],
          ...WAIT,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          // Takes minutes: not part of `npm test`.
          name: 'long',
          include: ['server/test/long/**/*.test.ts'],
          globalSetup: ['server/test/global-setup.ts'],
          ...WAIT,
          testTimeout: 600_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          ...WAIT,
          name: 'tools',
          include: ['tools/**/*.test.ts'],
          globalSetup: ['server/test/global-setup.ts'],
        },
      },
      {
        test: {
          ...WAIT,
          name: 'kit',
          isolate: false,
          include: ['kit/{src,build}/**/*.test.ts'],
          setupFiles: [OLDER_BROWSER],
        },
      },
      {
        test: {
          ...WAIT,
          name: 'web',
          isolate: false,
          include: ['web/src/**/*.test.ts'],
          exclude: OWN_BROWSER,
          setupFiles: [OLDER_BROWSER],
        },
      },
      {
        test: { ...WAIT, name: 'web-session', include: OWN_BROWSER, setupFiles: [OLDER_BROWSER] },
      },
      {
        test: {
          ...WAIT,
          name: 'office',
          isolate: false,
          include: ['office/src/**/*.test.ts'],
          setupFiles: [OLDER_BROWSER],
        },
      },
    ],
  },
});
