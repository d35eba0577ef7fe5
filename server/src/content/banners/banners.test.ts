import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { bannerContent, buildBanner } from '../../../test/factories/content.ts';
import { codeOf } from '../../../test/factories/desk.ts';
import { asStaff, grant } from '../../../test/factories/staff.ts';
import { actDuring } from '../../../test/locks.ts';
import type { Context } from '../../audit/actor.ts';
import { auditEvents } from '../../audit/tables.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import type { StaffOrSystem } from '../../staff/actors.ts';
import { banners, pictures } from '../tables.ts';
import { createBanner } from './create-banner.ts';
import { editBanner } from './edit-banner.ts';

const EDITOR = { actor: asStaff({ id: 1, name: '王編輯' }, [grant('editor')]), now: NOW };

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());
beforeEach(async () => {
  await portal.db.delete(banners);
});

const run = <I, T>(
  operation: (tx: Tx, input: I, context: Context<StaffOrSystem>) => Promise<T>,
  input: I,
): Promise<T> => inTransaction(portal.db, (tx) => operation(tx, input, EDITOR));

const stored = () => portal.db.select().from(banners).orderBy(asc(banners.position), asc(banners.id));
const eventsOf = (id: number) =>
  portal.db.select().from(auditEvents).where(eq(auditEvents.subjectId, id)).orderBy(auditEvents.id);

let serial = 0;
const buildPicture = async (width: number, height: number) => {
  serial += 1;
  const key = `picture-of-some-size-${serial}`;
  await portal.db.insert(pictures).values({ key, width, height, createdAt: NOW });
  return key;
};

type Banner = Awaited<ReturnType<typeof buildBanner>>;
/** The form sends this body for a banner that nobody has edited. */
const formOf = ({ position, publishedAt, ...content }: Banner) =>
  ({ ...content, version: 0, publication: 'published', at: null }) as const;

test('two banners that are created at once follow each other', async () => {
  const { pictureKey } = await buildBanner(portal.db);
  const create = (tx: Tx, title: string) => createBanner(tx, { ...bannerContent, title, pictureKey }, EDITOR);
  await actDuring(
    portal.db,
    (tx) => create(tx, '甲'),
    () => inTransaction(portal.db, (tx) => create(tx, '乙')),
  );
  const [last = 0, ...others] = (await stored()).map(({ position }) => position).toReversed();
  expect(others).toEqual([last - 1, last - 2]);
});

describe('an edit', () => {
  test('changes one banner, and records what it was before', async () => {
    const [first, second] = [await buildBanner(portal.db), await buildBanner(portal.db)];
    await run(editBanner, { ...formOf(second), title: '水上安全' });
    expect(await stored()).toEqual([first, { ...second, title: '水上安全' }]);
    expect(await eventsOf(second.id)).toMatchObject([
      { action: 'banner.edit', before: { title: second.title }, after: { title: '水上安全' } },
    ]);
    const gone = { ...formOf(second), id: second.id + 1 };
    expect(await codeOf(run(editBanner, gone))).toBe('not_found');
  });

  test('needs a large picture only if the picture changes', async () => {
    const banner = await buildBanner(portal.db);
    const [small, other] = [await buildPicture(799, 220), await buildPicture(799, 220)];
    expect(await codeOf(run(editBanner, { ...formOf(banner), pictureKey: small }))).toBe('banner_too_small');
    await portal.db.update(banners).set({ pictureKey: small });
    const form = { ...formOf({ ...banner, pictureKey: small }), title: '水上安全' };
    expect(await codeOf(run(editBanner, { ...form, pictureKey: other }))).toBe('banner_too_small');
    await run(editBanner, form);
    expect(await stored()).toMatchObject([{ title: '水上安全', pictureKey: small }]);
  });
});
