import { expect, test } from 'vitest';
import { deadExports } from './dead-exports.mjs';

const A = 'kit/src/text/a.ts';
const found = (user: string) =>
  deadExports(
    new Map([
      [A, 'export const used = 1;\nexport const dead = 2;\nexport type Shape = string;'],
      ['kit/src/text/b.ts', user],
    ]),
  ).map((fault) => /exports (\w+),/.exec(fault)?.[1]);

test.each([
  ['an import by name', "import { used } from './a.ts';", ['dead', 'Shape']],
  ['a type', "import type { Shape } from './a.ts';\nimport { used } from './a.ts';", ['dead']],
  ['a property of a namespace', "import * as a from './a.ts';\na.used;", ['dead', 'Shape']],
  ['a namespace that is handed on', "import * as a from './a.ts';\nshow(a);", []],
  ['an export of what is imported', "export { used, dead } from './a.ts';", ['Shape', 'used', 'dead']],
  ['a late import', "await import('./a.ts');", []],
  [
    'an import from another folder by the name of the workspace',
    "import { dead } from '@portal/kit/text/a.ts';",
    ['used', 'Shape'],
  ],
])('%s counts as a use', (_what, user, dead) => {
  expect(found(user)).toEqual(dead);
});
