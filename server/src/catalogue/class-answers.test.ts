import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildClass } from '../../test/factories/catalogue.ts';
import { PreparedAnswer, UncachedAnswer } from '../platform/http/prepared.ts';
import { listAnswers } from './class-answers.ts';

/* A standby has the classes of the primary. Here it has others, which tells whose they are. */

let primary: TestPortal;
let standby: TestPortal;
beforeAll(async () => {
  [primary, standby] = [await openTestPortal(), await openTestPortal()];
  for (const code of ['OWN-1', 'OWN-2', 'OWN-3']) await buildClass(primary.db, { code });
  for (const code of ['COPY-1', 'COPY-2']) await buildClass(standby.db, { code });
});
afterAll(async () => {
  await primary.close();
  await standby.close();
});

const read = (answer: unknown) => {
  const prepared = answer instanceof UncachedAnswer ? answer.prepared : answer;
  const { data, total } = prepared instanceof PreparedAnswer ? JSON.parse(`${prepared.bytes}`) : prepared;
  return [data[0]?.code, total];
};

test('guests read from a current standby, and people who are logged in from the primary', async () => {
  let current = true;
  const replica = { db: standby.db, isCurrent: () => current, reaches: async () => true };
  const list = listAnswers({ db: primary.db, replica });
  const listFor = async (viewer: number | null, page: number) =>
    read(await list({ type: 'Pagination', num: 1, page }, viewer, NOW));
  expect(await listFor(null, 1)).toEqual(['COPY-2', 2]);
  expect(await listFor(987_654, 1)).toEqual(['OWN-3', 3]);
  expect(await listFor(null, 1)).toEqual(['COPY-2', 2]);
  current = false;
  expect(await listFor(null, 2)).toEqual(['OWN-2', 3]);
});
