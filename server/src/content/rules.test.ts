import { expect, test } from 'vitest';
import { NOW } from '../../test/app.ts';
import { isRevision, publicationOf, publishedAtOf } from './rules.ts';

const EARLIER = new Date(NOW.getTime() - 1);
const LATER = new Date(NOW.getTime() + 1);

test.each([
  [null, 'draft', false],
  [EARLIER, 'published', true],
  [NOW, 'published', true],
  [LATER, 'scheduled', false],
])(
  'content with the time %j is %s now; a text can wait beside it: %j',
  (publishedAt, publication, canWait) => {
    expect(publicationOf(publishedAt, NOW)).toBe(publication);
    expect(isRevision({ publication: 'revision', at: null }, publishedAt, NOW)).toBe(canWait);
    expect(isRevision({ publication: 'published', at: null }, publishedAt, NOW)).toBe(false);
  },
);

test.each([
  ['published', null, NOW],
  ['published', EARLIER, EARLIER],
  ['published', LATER, NOW],
  ['scheduled', EARLIER, LATER],
  ['draft', EARLIER, null],
  ['revision', null, null],
] as const)(
  'content that is saved as %s, before at %j, is public from %j',
  (publication, former, expected) => {
    const at = publication === 'scheduled' ? LATER : null;
    expect(publishedAtOf({ publication, at }, former, NOW)).toEqual(expected);
  },
);
