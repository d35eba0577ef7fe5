import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, test } from 'vitest';
import { withoutTraces } from './errors-without-traces.ts';

const reactDom = () => {
  const require = createRequire(import.meta.url);
  const folder = path.dirname(require.resolve('react-dom/package.json'));
  return readFile(path.join(folder, 'cjs', 'react-dom-client.production.js'), 'utf8');
};

/** Outside a function of its own: React DOM creates these while it loads. */
const CREATED_ON_LOAD = /^(?:var | {2})\w+ = Error\(/gm;

test('the installed React DOM creates no error with a stack trace while it loads', async () => {
  const code = await reactDom();
  expect(code.match(CREATED_ON_LOAD)).toHaveLength(5);
  expect(withoutTraces(code).match(CREATED_ON_LOAD)).toBeNull();
});

test('a React DOM without such errors is refused', () => {
  expect(() => withoutTraces('var e = 1;')).toThrow('remove this plugin');
});
