import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildStaff, enterOffice } from '../../test/factories/staff.ts';
import { tidyUp } from '../housekeeping.ts';
import { inTransaction } from '../platform/database.ts';
import { keepChallenge } from './challenges.ts';
import { createInvitation } from './invitations.ts';
import { staffChallenges, staffInvitations, staffSessions } from './tables.ts';

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
