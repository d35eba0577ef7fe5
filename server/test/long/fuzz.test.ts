import { expect, test } from 'vitest';
import { fuzz, SEED } from '../fuzz/run.ts';

const HOUR = 3_600_000;

test(`20,000 requests break nothing, and every call succeeds among them (seed ${SEED})`, {
  timeout: HOUR,
}, async () => {
  const done = await fuzz(20_000);
  expect([...done].filter(([, times]) => times === 0)).toEqual([]);
});
