import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount, logIn } from '../../../test/factories/account.ts';
import { one } from '../../../test/factories/one.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { makeUndoLink } from '../mailbox/undo-links.ts';
import { storeCode } from '../passwords/password-codes.ts';
import { makeResetLink } from '../passwords/reset-links.ts';
import { endUndoLinks } from '../profile/release-identifier.ts';
import { accounts, contactUndos, passwordCodes, passwordResets, sessions } from '../tables.ts';
import { closeMerged, reopenMerged } from './close-merged.ts';

const EARLIER = new Date(NOW.getTime() - 60_000);
const LATER = new Date(NOW.getTime() + 60_000);

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

type Overrides = Parameters<typeof buildAccount>[1];

const stored = async (id: number) => one(await portal.db.select().from(accounts).where(eq(accounts.id, id)));

const merge = (from: number, to: number) =>
  inTransaction(portal.db, (tx) => closeMerged(tx, { from, to }, LATER));

/** An account with a session, and a link and a code of each kind that has ended, and one that is valid. */
const buildWithWaysIn = async () => {
  const { id } = await buildAccount(portal.db);
  await logIn(portal.db, { id });
  const make = (at: Date) =>
    inTransaction(portal.db, async (tx) => {
      await endUndoLinks(tx, id, at);
      const former = { id, email: 'former@example.com', hasConfirmedMailbox: true, passportNo: null };
      await makeUndoLink(tx, former, at);
      await makeResetLink(tx, id, at);
      await storeCode(tx, { accountId: id, codeHash: 'hash' }, at);
    });
  await make(EARLIER);
  await make(NOW);
  return id;
};

const waysIn = async (id: number) => {
  const ends = async (table: typeof contactUndos | typeof passwordCodes) => {
    const rows = await portal.db.select().from(table).where(eq(table.accountId, id)).orderBy(asc(table.id));
    return rows.map(({ endedAt }) => endedAt);
  };
  const resets = await portal.db
    .select()
    .from(passwordResets)
    .where(eq(passwordResets.accountId, id))
    .orderBy(asc(passwordResets.createdAt));
  return {
    sessions: await portal.db.$count(sessions, eq(sessions.accountId, id)),
    resets: resets.map(({ usedAt }) => usedAt),
    ...{ undos: await ends(contactUndos), codes: await ends(passwordCodes) },
  };
};

test('a merged account loses its sessions, links and codes; those of others work on', async () => {
  const [from, to] = [await buildWithWaysIn(), await buildWithWaysIn()];
  await merge(from, to);
  const ended = [NOW, LATER];
  expect(await waysIn(from)).toEqual({ sessions: 0, resets: ended, undos: ended, codes: ended });
  const valid = [NOW, null];
  expect(await waysIn(to)).toEqual({ sessions: 1, resets: valid, undos: valid, codes: valid });
  await inTransaction(portal.db, (tx) => reopenMerged(tx, { accountId: from, suspendedAt: null }, LATER));
});

test.each<[string, Overrides, Date, Date | null]>([
  ['is suspended', {}, LATER, null],
  ['keeps the time of an earlier suspension', { suspendedAt: NOW }, NOW, NOW],
])(
  'a merged account %s, and others stay as they are when it is opened again',
  async (_, overrides, suspendedAt, before) => {
    const { id: from } = await buildAccount(portal.db, overrides);
    const { id: to } = await buildAccount(portal.db, { suspendedAt: EARLIER });
    const survivor = await stored(to);
    expect(await merge(from, to)).toEqual(before);
    expect(await stored(from)).toMatchObject({ mergedIntoId: to, suspendedAt });
    await inTransaction(portal.db, (tx) => reopenMerged(tx, { accountId: from, suspendedAt: before }, LATER));
    expect(await stored(from)).toMatchObject({ mergedIntoId: null, suspendedAt: before });
    expect(await stored(to)).toEqual(survivor);
  },
);
