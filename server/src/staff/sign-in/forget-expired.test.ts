import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildStaff, enterOffice } from '../../../test/factories/staff.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { tidyUp } from '../../timers/housekeeping.ts';
import { makeResetLink } from '../forgotten/reset-links.ts';
import { createInvitation } from '../members/invitations.ts';
import {
  staffChallenges,
  staffInvitations,
  staffKnownAddresses,
  staffPasswordResets,
  staffSessions,
} from '../tables.ts';
import { keepChallenge } from './challenges.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const HOUR = 3_600_000;
const ago = (hours: number) => new Date(NOW.getTime() - hours * HOUR);

test('expired records are removed, and valid ones stay', async () => {
  const { db, services } = portal;
  const question = { purpose: 'sign_in', staffId: null } as const;
  for (const at of [NOW, ago(1), ago(24 * 5)]) {
    const staff = await buildStaff(db);
    await enterOffice(db, staff, { now: at });
    await keepChallenge(db, question, `challenge ${at.getTime()}`, at);
    await inTransaction(db, (tx) => createInvitation(tx, staff.id, at));
  }
  await tidyUp(services);
  expect(await db.$count(staffSessions)).toBe(1);
  expect(await db.$count(staffChallenges)).toBe(1);
  expect(await db.$count(staffInvitations)).toBe(2);
});

test('a session that is in use is removed when it ends after 12 hours', async () => {
  const { db, services } = portal;
  const staff = await buildStaff(db);
  const sessions = () => db.$count(staffSessions, eq(staffSessions.staffId, staff.id));
  for (const [at, left] of [
    [12, 0],
    [11, 1],
  ] as const) {
    await enterOffice(db, staff, { now: ago(at) });
    await db.update(staffSessions).set({ lastUsedAt: NOW }).where(eq(staffSessions.staffId, staff.id));
    await tidyUp(services);
    expect([at, await sessions()]).toEqual([at, left]);
  }
});

const MINUTE = 60_000;

test.each([
  ['a session 30 minutes after its last use', 30 * MINUTE, staffSessions],
  ['a question to a passkey after 5 minutes', 5 * MINUTE, staffChallenges],
  ['an invitation a day after its 72 hours', 96 * HOUR, staffInvitations],
  ['a link for a new password a day after its hour', 25 * HOUR, staffPasswordResets],
  ['an address a year after the last sign-in there', 365 * 24 * HOUR, staffKnownAddresses],
])('%s is removed, and not before', async (_, age, table) => {
  const { db, services } = portal;
  const staff = await buildStaff(db);
  const count = () => db.$count(table, eq(table.staffId, staff.id));
  for (const [early, left] of [
    [1, 1],
    [0, 0],
  ] as const) {
    const at = new Date(NOW.getTime() - age + early);
    await enterOffice(db, staff, { now: at });
    await keepChallenge(db, { purpose: 'confirm', staffId: staff.id }, `${age} ${early}`, at);
    await inTransaction(db, async (tx) => {
      await createInvitation(tx, staff.id, at);
      await makeResetLink(tx, staff.id, at);
    });
    await tidyUp(services);
    expect([early, await count()]).toEqual([early, left]);
    await db.delete(table).where(eq(table.staffId, staff.id));
  }
});
