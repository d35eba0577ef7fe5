import path from 'node:path';
import { defineConfig } from 'vitest/config';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** The server's tests, with a switch for the mutants in its modules. */
export default defineConfig({
  root: ROOT,
  test: {
    name: 'mutation',
    isolate: false,
    maxWorkers: 1,
    include: ['server/**/*.test.ts'],
    exclude: ['server/test/{race,long}/**', 'server/demo/**', '**/node_modules/**'],
    alias: [{ find: /^@node-rs\/argon2$/, replacement: path.join(ROOT, 'server/test/cheap-argon2.ts') }],
    globalSetup: ['server/test/global-setup.ts'],
    setupFiles: ['tools/mutation/switch.ts'],
    // The rest of a file says nothing new, and a test that fails by chance passes the second time.
    bail: 1,
    retry: 1,
    // A test that fails by the clock would be left out, and with it the mutants that it notices. Each test has its own
    // end (trial.ts).
    hookTimeout: 300_000,
    expect: { poll: { timeout: 240_000, interval: 20 } },
  },
});
