import { register } from '@portal/contract/person-form';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildAccount, buildRegistrationForm, logIn, PASSWORD } from '../../test/factories/account.ts';
import { buildClass, buildOrganization } from '../../test/factories/catalogue.ts';
import { nationalId } from '../../test/factories/identity.ts';
import { one } from '../../test/factories/one.ts';
import { buildRegistration } from '../../test/factories/registration.ts';
import { untilWaiting } from '../../test/locks.ts';
import { multipart } from '../../test/multipart.ts';
import { makeUndoLink } from '../accounts/mailbox/undo-links.ts';
import { makeResetLink, useResetLink } from '../accounts/passwords/reset-links.ts';
import { lockAccount } from '../accounts/queries.ts';
import { logIn as logInWithPassword } from '../accounts/sign-in/log-in.ts';
import { accounts, contactUndos, sessions } from '../accounts/tables.ts';
import { auditEvents } from '../audit/tables.ts';
import { classes } from '../classes/tables.ts';
import { registrations } from '../enrolment/tables.ts';
import { inTransaction } from '../platform/database/database.ts';
import { ReleaseFault, releaseFromShell } from './release-account.ts';

let portal: TestPortal;
let serial = 500_000;
beforeAll(async () => {
  portal = await openTestPortal();
  await buildOrganization(portal.db);
});
afterAll(() => portal.close());

const newNumber = () => nationalId(++serial, { letter: 'F' });

const buildImpostor = async () => {
  const number = newNumber();
  return { number, account: await buildAccount(portal.db, { idNumber: number }) };
};

const release = (number: string, option = '--id-number') =>
  releaseFromShell(portal.db, [option, number], NOW);

const stored = async (id: number) => one(await portal.db.select().from(accounts).where(eq(accounts.id, id)));

const join = async (number: string) => {
  const { body, headers } = await multipart({ fields: buildRegistrationForm({ id_number: number }) });
  return portal.call(register, { body, headers });
};

const enter = (account: string) =>
  logInWithPassword(
    portal.db,
    { account, password: PASSWORD, country: 'local' },
    { address: '203.0.113.9', now: NOW, defaultPasswordDays: 180 },
  );

test('the owner of a number joins after somebody else’s account was released from it', async () => {
  const { number, account } = await buildImpostor();
  expect((await join(number)).refusal.message).toContain('已註冊');
  expect(await release(number)).toEqual({ accountId: account.id, seats: { cancelled: 0, kept: 0 } });
  expect((await join(number)).status).toBe(200);
  expect(await stored(account.id)).toMatchObject({
    idNumber: null,
    passportNo: expect.stringMatching(/^RELEASED[0-9A-F]{12}$/),
    suspendedAt: NOW,
  });
});

test.each([
  ['an identity number', '--id-number', (number: string) => ` ${number.toLowerCase()} `],
  ['a passport number', '--passport-no', (number: string) => number],
])('%s is read as people type it', async (_, option, typed) => {
  const foreign = option === '--passport-no';
  const account = await buildAccount(portal.db, foreign ? { country: 'foreign' } : { idNumber: newNumber() });
  expect(await release(typed(account.account), option)).toMatchObject({ accountId: account.id });
});

test('sessions, links to a new password and links that undo end', async () => {
  const { number, account } = await buildImpostor();
  await logIn(portal.db, account);
  const former = { id: account.id, email: 'former@example.com', hasConfirmedMailbox: true, passportNo: null };
  const link = await inTransaction(portal.db, async (tx) => {
    await makeUndoLink(tx, former, NOW);
    return makeResetLink(tx, account.id, NOW);
  });
  await release(number);
  expect(await portal.db.$count(sessions, eq(sessions.accountId, account.id))).toBe(0);
  expect(await inTransaction(portal.db, (tx) => useResetLink(tx, link, NOW))).toBe(false);
  const undos = await portal.db.select().from(contactUndos).where(eq(contactUndos.accountId, account.id));
  expect(undos.map(({ endedAt }) => endedAt)).toEqual([NOW]);
});

test('the event names the account and not the number', async () => {
  const { number, account } = await buildImpostor();
  await release(number);
  const events = await portal.db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.action, 'account.release_identifier'))
    .orderBy(asc(auditEvents.id));
  expect(events.at(-1)).toMatchObject({
    ...{ actor: 'system', subject: 'account', subjectId: account.id, at: NOW },
    before: { country: 'local' },
  });
  expect(JSON.stringify(events)).not.toContain(number);
});

describe('seats', () => {
  test.each([
    ['pending', 'cancelled', 0],
    ['unpaid', 'cancelled', 0],
    ['reported', 'reported', 1],
    ['confirmed', 'confirmed', 1],
  ] as const)('%s becomes %s', async (state, after, number) => {
    const [{ number: idNumber, account }, trainingClass] = [
      await buildImpostor(),
      await buildClass(portal.db),
    ];
    const { id } = await buildRegistration(portal.db, { class: trainingClass, account, state });
    expect((await release(idNumber)).seats).toEqual({ cancelled: 1 - number, kept: number });
    const registration = one(await portal.db.select().from(registrations).where(eq(registrations.id, id)));
    expect(registration.state).toBe(after);
    expect(one(await portal.db.select().from(classes).where(eq(classes.id, trainingClass.id))).number).toBe(
      number,
    );
  });

  test('stay in a class that has started', async () => {
    const { number, account } = await buildImpostor();
    await buildRegistration(portal.db, { class: await buildClass(portal.db, { startTime: NOW }), account });
    expect((await release(number)).seats).toEqual({ cancelled: 0, kept: 1 });
  });
});

describe('refused, and nothing is changed:', () => {
  test('an unknown number, and one that was released before', async () => {
    await expect(release(newNumber())).rejects.toMatchObject({ code: 'account_not_found' });
    const { number } = await buildImpostor();
    await release(number);
    await expect(release(number)).rejects.toMatchObject({ code: 'account_not_found' });
  });

  test.each([
    ['with the default password', { passwordIsBirthday: true }],
    ['with a password of their own', { importedAt: NOW }],
  ])('a person of the old system %s', async (_, imported) => {
    const account = await buildAccount(portal.db, { idNumber: newNumber(), ...imported });
    await expect(release(account.account)).rejects.toMatchObject({ code: 'account_imported' });
    expect(await stored(account.id)).toEqual(account);
  });

  test.each([[[]], [['--id-number', 'A123456789', '--passport-no', 'AB12345']]])('%j', (args) => {
    expect(() => releaseFromShell(portal.db, args, NOW)).toThrow(ReleaseFault);
  });
});

test('two at once release it once', async () => {
  const { number, account } = await buildImpostor();
  const outcomes = await Promise.allSettled([release(number), release(number)]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(await stored(account.id)).toMatchObject({ idNumber: null });
  expect(
    await portal.db.$count(auditEvents, eq(auditEvents.subjectId, account.id)),
    'one event of one release',
  ).toBe(1);
});

/** Lets `first` wait for the account's row, then `second`, and then both go. */
const oneBehindTheOther = async (
  accountId: number,
  first: () => Promise<unknown>,
  second: () => Promise<unknown>,
) => {
  const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = inTransaction(portal.db, async (tx) => {
    await lockAccount(tx, accountId);
    locked.resolve();
    await released.promise;
  });
  await locked.promise;
  const one = first();
  one.catch(() => {});
  await untilWaiting(portal.db, one);
  const two = second();
  two.catch(() => {});
  await untilWaiting(portal.db, one, two);
  released.resolve();
  await holding;
  return Promise.allSettled([one, two]);
};

test('a login a moment before leaves no session', async () => {
  const { number, account } = await buildImpostor();
  const [entered, released] = await oneBehindTheOther(
    account.id,
    () => enter(number),
    () => release(number),
  );
  expect([entered?.status, released?.status]).toEqual(['fulfilled', 'fulfilled']);
  expect(await portal.db.$count(sessions, eq(sessions.accountId, account.id))).toBe(0);
});

test('a login a moment after is refused like one of an unknown account', async () => {
  const { number, account } = await buildImpostor();
  const [released, entered] = await oneBehindTheOther(
    account.id,
    () => release(number),
    () => enter(number),
  );
  expect(released?.status).toBe('fulfilled');
  expect(entered).toMatchObject({ status: 'rejected', reason: { code: 'wrong_credentials' } });
  expect(await portal.db.$count(sessions, eq(sessions.accountId, account.id))).toBe(0);
});
