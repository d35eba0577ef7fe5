import { expect, test } from 'vitest';
import { fuzz, SEED } from './run.ts';

test(`1,500 requests break nothing (seed ${SEED})`, async () => {
  const done = await fuzz(1500);
  expect([...done.values()].filter((times) => times > 0).length).toBeGreaterThan(done.size / 2);
});
