import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { personViews } from '../tables.ts';
import { recordView } from './record-view.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

test('a view of another person is recorded once a day for each kind; a view of oneself is not', async () => {
  const [{ id: viewerId }, { id: viewedId }] = [await buildAccount(portal.db), await buildAccount(portal.db)];
  const look = (viewed: number, what: 'details' | 'photo', hours = 0) =>
    recordView(portal.db, { viewerId, viewedId: viewed, what }, new Date(NOW.getTime() + hours * 3_600_000));
  await look(viewerId, 'details');
  for (const hours of [0, 1, 24]) await look(viewedId, 'details', hours);
  await look(viewedId, 'photo');
  const views = await portal.db.select().from(personViews).where(eq(personViews.viewerId, viewerId));
  expect(views.map(({ viewedId: id, what, day }) => [id, what, day]).toSorted()).toEqual([
    [viewedId, 'details', '2026-12-01'],
    [viewedId, 'details', '2026-12-02'],
    [viewedId, 'photo', '2026-12-01'],
  ]);
});
