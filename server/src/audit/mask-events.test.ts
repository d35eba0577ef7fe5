import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildAccount } from '../../test/factories/account.ts';
import { buildClass } from '../../test/factories/catalogue.ts';
import { buildRegistration } from '../../test/factories/registration.ts';
import { eraseAccount } from '../accounts/profile/erase-account.ts';
import { findAccount } from '../accounts/queries.ts';
import { registrationEvents } from '../enrolment/tables.ts';
import { inTransaction } from '../platform/database/database.ts';
import { ERASED_TEXT } from '../platform/database/erased.ts';
import { maskEvents } from './mask-events.ts';
import { recordEvents } from './record-event.ts';
import { auditEvents } from './tables.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

/** A person with two events of the account and three of a registration, all of which name somebody. */
const buildNamed = async () => {
  const { db } = portal;
  const account = await buildAccount(db);
  const registration = await buildRegistration(db, { class: await buildClass(db), account });
  const about = { actor: 'system', subject: 'account', subjectId: account.id } as const;
  const after = { email: '王小明' };
  await inTransaction(db, (tx) =>
    recordEvents(tx, Array(2).fill({ ...about, action: 'account.update', after }), NOW),
  );
  const { id: registrationId, state } = registration;
  const note = { action: 'registration.note', fromState: state, toState: state, note: '王小明來電' } as const;
  const row = { registrationId, at: NOW, actor: 'system', ...note };
  await db.insert(registrationEvents).values(Array(3).fill(row));
  const texts = async () => ({
    audit: (await db.select().from(auditEvents).where(eq(auditEvents.subjectId, account.id)))
      .filter(({ action }) => action === 'account.update')
      .map((event) => event.after),
    registration: (
      await db.select().from(registrationEvents).where(eq(registrationEvents.registrationId, registrationId))
    ).flatMap((event) => event.note ?? []),
  });
  return { account, texts };
};

test('the words in the events about an erased person are masked and counted, and those about nobody else', async () => {
  const [erased, other] = [await buildNamed(), await buildNamed()];
  const before = await other.texts();
  const { id } = erased.account;
  const parts = await inTransaction(portal.db, async (tx) => {
    await eraseAccount(tx, await findAccount(tx, id), NOW);
    return maskEvents(tx, { accountId: id, words: ['王小明'] });
  });
  expect(parts).toEqual([
    { table: 'audit_events', how: 'masked', rows: 2 },
    { table: 'registration_events', how: 'masked', rows: 3 },
  ]);
  expect(await erased.texts()).toEqual({
    audit: Array(2).fill({ email: ERASED_TEXT }),
    registration: Array(3).fill(`${ERASED_TEXT}來電`),
  });
  expect(await other.texts()).toEqual(before);
});

test('the events about a person who is not erased keep their words', async () => {
  const { account, texts } = await buildNamed();
  const before = await texts();
  const mask = inTransaction(portal.db, (tx) => maskEvents(tx, { accountId: account.id, words: ['王小明'] }));
  await expect(mask).rejects.toMatchObject({ cause: { message: `account ${account.id} is not erased` } });
  expect(await texts()).toEqual(before);
});
