import { expect, test } from 'vitest';
import type { Kind, Sample } from './load.ts';
import { seenBetween } from './verdict.ts';

const answered = (kind: Kind, seconds: number, server: string, status = 200): Sample => ({
  kind,
  asked: seconds * 1_000,
  answered: seconds * 1_000,
  status,
  server,
  isRepeat: false,
});
const span = { from: 0, to: 10_000, pooled: ['pooled'] };

test('the time without an enrolment through PgBouncer does not count enrolments of other portals', () => {
  const samples = [
    ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((second) => answered('write', second, 'direct')),
    ...[2, 8].map((second) => answered('write', second, 'pooled')),
    answered('guest', 5, 'pooled'),
    answered('write', 6, 'pooled', 503),
  ];
  const seen = seenBetween({ samples }, span);
  expect(seen.writesAway).toBe(1);
  expect(seen.pooledWritesAway).toBe(6);
});

test('the time without an enrolment includes the beginning and the end', () => {
  expect(seenBetween({ samples: [] }, span).writesAway).toBe(10);
  expect(seenBetween({ samples: [answered('write', 3, 'direct')] }, span).writesAway).toBe(7);
});
