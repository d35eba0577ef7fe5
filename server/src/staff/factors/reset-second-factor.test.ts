import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildStaff, buildTotp, grant } from '../../../test/factories/staff.ts';
import { actDuring } from '../../../test/locks.ts';
import { type Database, inTransaction } from '../../platform/database/database.ts';
import { staffFactorResets } from '../tables.ts';
import { keepSecondFactor, resetNextDue } from './reset-second-factor.ts';
import { hasSecondFactor } from './second-factors.ts';

const HOUR = 3_600_000;
const ago = (time: number) => new Date(NOW.getTime() - time);

let portal: TestPortal;
let db: Database;
let askedBy: number;
beforeAll(async () => {
  portal = await openTestPortal();
  db = portal.db;
  askedBy = (await buildStaff(db, { grants: [grant('admin')] })).id;
});
afterAll(() => portal.close());

let first: { id: number };
let second: { id: number };

/** Somebody whose second factor an administrator asked to remove. */
const buildAsked = async (dueAt: Date) => {
  const staff = await buildStaff(db);
  await buildTotp(db, staff);
  await db.insert(staffFactorResets).values({ staffId: staff.id, askedBy, askedAt: ago(2 * HOUR), dueAt });
  return staff;
};

beforeEach(async () => {
  second = await buildAsked(ago(1));
  first = await buildAsked(ago(2));
});

const resetNext = () => inTransaction(db, (tx) => resetNextDue(tx, NOW));
const left = async () => [await hasSecondFactor(db, first.id), await hasSecondFactor(db, second.id)];

test('removals that are due happen one by one, the oldest first', async () => {
  expect([await resetNext(), await left()]).toEqual([true, [false, true]]);
  expect([await resetNext(), await left()]).toEqual([true, [false, false]]);
  expect(await resetNext()).toBe(false);
});

test('a removal that is cancelled at the same moment does not happen, although another one is due', async () => {
  const done = await actDuring(
    db,
    (tx) => keepSecondFactor(tx, { staffId: first.id }, { actor: 'system', now: NOW }),
    resetNext,
  );
  expect([done, await left()]).toEqual([true, [true, true]]);
  expect([await resetNext(), await left()]).toEqual([true, [true, false]]);
});
