import { and, desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { codeOf } from '../../test/factories/desk.ts';
import { asStaff, grant } from '../../test/factories/staff.ts';
import { actDuring } from '../../test/locks.ts';
import { auditEvents } from '../audit/tables.ts';
import { findVersion } from '../audit/version.ts';
import { inTransaction, type Tx } from '../platform/database/database.ts';
import { discardPageRevision, setSitePage, versionedPage } from './set-site-page.ts';
import { siteSettings } from './tables.ts';

const EDITOR = { actor: asStaff({ id: 1, name: '王編輯' }, [grant('editor')]), now: NOW };

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());
beforeEach(async () => {
  await portal.db.delete(siteSettings);
});

type Change = Partial<Parameters<typeof setSitePage>[1]>;
const setIn = (tx: Tx, title: string, change: Change = {}) =>
  setSitePage(tx, { name: 'Help', title, html: '', ...change }, EDITOR);
const set = (title: string, change?: Change) => inTransaction(portal.db, (tx) => setIn(tx, title, change));
const revise = (title: string) => set(title, { publication: 'revision' });
const discard = () => inTransaction(portal.db, (tx) => discardPageRevision(tx, { name: 'Help' }, EDITOR));

const version = () => findVersion(portal.db, versionedPage('Help'));
const isOfPage = and(eq(auditEvents.subject, 'page'), eq(auditEvents.subjectId, versionedPage('Help').id));
const lastEvent = async () => {
  const [last] = await portal.db
    .select()
    .from(auditEvents)
    .where(isOfPage)
    .orderBy(desc(auditEvents.id))
    .limit(1);
  return last;
};

test('a text that takes the place of a revision is recorded with the revision before it', async () => {
  await set('公開的');
  await revise('修改的');
  await set('再修改');
  expect(await lastEvent()).toMatchObject({ before: { title: '修改的' }, after: { title: '再修改' } });
});

describe('an older version is refused', () => {
  test('after a revision', async () => {
    const seen = await version();
    await revise('修改的');
    expect(await codeOf(set('較晚', { version: seen }))).toBe('changed_meanwhile');
    expect(await codeOf(set('較晚', { version: await version() }))).toBeNull();
  });

  test('after the revision was discarded', async () => {
    await revise('修改的');
    const seen = await version();
    await discard();
    expect(await codeOf(set('修改的', { version: seen }))).toBe('changed_meanwhile');
  });
});

test('a revision that a colleague writes at that moment is discarded after it', async () => {
  await actDuring(portal.db, (tx) => setIn(tx, '修改的', { publication: 'revision' }), discard);
  expect(await portal.db.select().from(siteSettings)).toEqual([]);
  expect(await lastEvent()).toMatchObject({ action: 'page.discard', before: { title: '修改的' } });
});
