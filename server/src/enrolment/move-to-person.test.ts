import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildAccount } from '../../test/factories/account.ts';
import { buildClass } from '../../test/factories/catalogue.ts';
import { buildRegistration } from '../../test/factories/registration.ts';
import { seenRegistration } from '../../test/factories/seen.ts';
import { buildStaff } from '../../test/factories/staff.ts';
import { freeWhileWaiting } from '../../test/locks.ts';
import { inTransaction, type Tx } from '../platform/database/database.ts';
import {
  endApplicantCodes,
  lockRegistrationsOf,
  moveRegistrations,
  returnRegistrations,
} from './move-to-person.ts';
import { applicantCodes, registrations } from './tables.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

/** Somebody with registrations in so many classes, the first of which is stored last. */
const buildPerson = async (count: number) => {
  const account = await buildAccount(portal.db);
  const ids: number[] = [];
  for (let n = 0; n < count; n++) {
    const { id } = await buildRegistration(portal.db, { class: await buildClass(portal.db), account });
    ids.push(id);
  }
  const [first = 0] = ids;
  // Rewriting a row moves it to the end of the table.
  await portal.db.update(registrations).set({ updatedAt: NOW }).where(eq(registrations.id, first));
  const stored = await portal.db
    .select({ id: registrations.id })
    .from(registrations)
    .where(inArray(registrations.id, ids))
    .orderBy(sql`ctid`);
  if (count > 1) expect(stored.at(-1)?.id).toBe(first);
  return { id: account.id, ids };
};

/** Lets the transaction find rows in the order in which they are stored. */
const readAsStored = async (tx: Tx): Promise<void> => {
  await tx.execute(sql`set local enable_indexscan = off`);
  await tx.execute(sql`set local enable_bitmapscan = off`);
};

const ownerOf = async (id: number) => {
  const [found] = await portal.db.select().from(registrations).where(eq(registrations.id, id));
  return found?.accountId;
};

test('the registrations of the given people are locked in the order of their ids, those of others are not', async () => {
  const [other, one, two] = [await buildPerson(1), await buildPerson(2), await buildPerson(1)];
  const ids = [...other.ids, ...one.ids, ...two.ids];
  const whileWaitingFor = (waitedFor: number) =>
    freeWhileWaiting(
      portal.db,
      { table: registrations, ids },
      (tx) => tx.select().from(registrations).where(eq(registrations.id, waitedFor)).for('no key update'),
      async (tx) => {
        await readAsStored(tx);
        await lockRegistrationsOf(tx, [two.id, one.id]);
      },
    );
  const [ofOther = 0, first = 0, second = 0, third = 0] = ids;
  expect(await whileWaitingFor(first)).toEqual([ofOther, second, third]);
  expect(await whileWaitingFor(third)).toEqual([ofOther]);
});

test('all registrations of a person move, and are returned in the order of their ids with their versions', async () => {
  const [from, to, other] = [await buildPerson(3), await buildPerson(0), await buildPerson(1)];
  const versions = await Promise.all(from.ids.map((id) => seenRegistration(portal.db, { id })));
  const moved = await inTransaction(portal.db, async (tx) => {
    await readAsStored(tx);
    return moveRegistrations(tx, { from: from.id, to: to.id });
  });
  expect(moved).toEqual(from.ids.map((id, n) => ({ id, version: versions[n] })));
  expect(await Promise.all(from.ids.map(ownerOf))).toEqual([to.id, to.id, to.id]);
  expect(await Promise.all(other.ids.map(ownerOf))).toEqual([other.id]);
});

test('only the given registrations of the person return, and they are counted', async () => {
  const [from, to, other] = [await buildPerson(3), await buildPerson(0), await buildPerson(1)];
  const [first = 0, second = 0, third = 0] = from.ids;
  const [ofOther = 0] = other.ids;
  const returned = await inTransaction(portal.db, (tx) =>
    returnRegistrations(tx, { from: from.id, to: to.id }, [first, second, ofOther]),
  );
  expect(returned).toBe(2);
  expect(await Promise.all([first, second, third, ofOther].map(ownerOf))).toEqual([
    ...[to.id, to.id],
    ...[from.id, other.id],
  ]);
});

test('the codes of a person end, those of others stay', async () => {
  const [person, other] = [await buildPerson(0), await buildPerson(0)];
  const [one, two] = [await buildStaff(portal.db), await buildStaff(portal.db)];
  const code = { codeHash: 'hash', createdAt: NOW, expiresAt: NOW };
  await portal.db.insert(applicantCodes).values([
    { ...code, accountId: person.id, staffId: one.id },
    { ...code, accountId: person.id, staffId: two.id },
    { ...code, accountId: other.id, staffId: one.id },
  ]);
  expect(await inTransaction(portal.db, (tx) => endApplicantCodes(tx, person.id))).toBe(2);
  expect(await portal.db.$count(applicantCodes, eq(applicantCodes.accountId, other.id))).toBe(1);
});
