import { expect, test } from 'vitest';
import { fuzz, SEED } from '../fuzz/run.ts';

test(`20,000 requests break nothing (seed ${SEED})`, async () => {
  const done = await fuzz(20_000);
  // To change a group one must hit its code and one of its people at once: chance rarely does.
  expect([...done.values()].filter((times) => times > 0).length).toBeGreaterThan(done.size * 0.9);
});
