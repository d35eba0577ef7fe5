import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildAccount } from '../../test/factories/account.ts';
import { buildClass } from '../../test/factories/catalogue.ts';
import { buildRegistration } from '../../test/factories/registration.ts';
import { buildStaff } from '../../test/factories/staff.ts';
import { inTransaction } from '../platform/database/database.ts';
import { ERASED_TEXT } from '../platform/database/erased.ts';
import { eraseRegistrations } from './erase-registrations.ts';
import { applicantCodes, registrationNotes, registrations } from './tables.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const texts = [
  { reason: '資格不符', network: 'home' },
  { reason: '資料待補', network: undefined },
  { reason: null, network: 'office' },
  { reason: null, network: undefined },
];

/** Somebody with such registrations, a note about each, and a code. */
const build = async () => {
  const [account, staff] = [await buildAccount(portal.db), await buildStaff(portal.db)];
  const ids: number[] = [];
  for (const { reason, network } of texts) {
    const trainingClass = await buildClass(portal.db);
    const seat = { class: trainingClass, account, reason, ...(network && { network }) };
    ids.push((await buildRegistration(portal.db, seat)).id);
  }
  const note = { staffId: staff.id, at: NOW, text: '已致電' };
  await portal.db
    .insert(registrationNotes)
    .values(ids.map((registrationId) => ({ ...note, registrationId })));
  const code = { accountId: account.id, staffId: staff.id, codeHash: 'hash', createdAt: NOW, expiresAt: NOW };
  await portal.db.insert(applicantCodes).values(code);
  const rows = async () => {
    const own = eq(registrations.accountId, account.id);
    const found = await portal.db.select().from(registrations).where(own).orderBy(asc(registrations.id));
    return {
      texts: found.map(({ reason, network }) => [reason, network]),
      notes: (
        await Promise.all(
          ids.map((id) => portal.db.$count(registrationNotes, eq(registrationNotes.registrationId, id))),
        )
      ).reduce((sum, count) => sum + count, 0),
      codes: await portal.db.$count(applicantCodes, eq(applicantCodes.accountId, account.id)),
    };
  };
  return { accountId: account.id, registrationIds: ids, rows };
};

test('erasing a person empties the texts of their registrations, deletes notes and codes, and leaves those of others', async () => {
  const [person, other] = [await build(), await build()];
  const before = await other.rows();
  const parts = await inTransaction(portal.db, (tx) => eraseRegistrations(tx, person));
  expect(parts).toEqual([
    { table: 'registrations', how: 'emptied', rows: 3 },
    { table: 'registration_notes', how: 'deleted', rows: 4 },
    { table: 'applicant_codes', how: 'deleted', rows: 1 },
  ]);
  expect(await person.rows()).toEqual({
    texts: [
      [ERASED_TEXT, null],
      [ERASED_TEXT, null],
      [null, null],
      [null, null],
    ],
    notes: 0,
    codes: 0,
  });
  expect(await other.rows()).toEqual(before);
});
