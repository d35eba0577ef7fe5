import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount, logIn } from '../../../test/factories/account.ts';
import { one } from '../../../test/factories/one.ts';
import { decidingStaff } from '../../../test/factories/staff.ts';
import { actDuring } from '../../../test/locks.ts';
import { auditEvents } from '../../audit/tables.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { makeResetLink } from '../passwords/reset-links.ts';
import { lockAccount } from '../queries.ts';
import { startSession } from '../sign-in/sessions.ts';
import { accounts, passwordResets, sessions } from '../tables.ts';
import { endSessionsOf } from './end-sessions-of.ts';
import { resumePerson } from './resume-person.ts';
import { suspendPerson } from './suspend-person.ts';

const LATER = new Date(NOW.getTime() + 60_000);
const context = { actor: decidingStaff(), now: LATER };
const reason = '冒用他人身分';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

type Overrides = Parameters<typeof buildAccount>[1];

/** Somebody with a session and a link for another password. */
const build = async (overrides: Overrides = {}) => {
  const account = await buildAccount(portal.db, overrides);
  await logIn(portal.db, account);
  await inTransaction(portal.db, (tx) => makeResetLink(tx, account.id, NOW));
  return account;
};

const suspend = (tx: Tx, accountId: number) => suspendPerson(tx, { accountId, reason }, context);
const resume = (tx: Tx, accountId: number) => resumePerson(tx, { accountId, reason }, context);
const endAll = (tx: Tx, accountId: number) => endSessionsOf(tx, { accountId }, context);
type Act = typeof suspend;
const run = (act: Act, { id }: { id: number }) => inTransaction(portal.db, (tx) => act(tx, id));

const stored = async ({ id }: { id: number }) =>
  one(await portal.db.select().from(accounts).where(eq(accounts.id, id)));
const countSessions = ({ id }: { id: number }) => portal.db.$count(sessions, eq(sessions.accountId, id));
const linkOf = async ({ id }: { id: number }) =>
  one(await portal.db.select().from(passwordResets).where(eq(passwordResets.accountId, id)));
const actionsOn = async ({ id }: { id: number }) => {
  const events = await portal.db
    .select({ action: auditEvents.action })
    .from(auditEvents)
    .where(eq(auditEvents.subjectId, id))
    .orderBy(asc(auditEvents.id));
  return events.map(({ action }) => action);
};

test('a suspended person loses sessions and links; others keep them', async () => {
  const [person, other] = [await build(), await build()];
  await run(suspend, person);
  expect(await stored(person)).toEqual({ ...person, suspendedAt: LATER, updatedAt: LATER });
  expect([await countSessions(person), (await linkOf(person)).usedAt]).toEqual([0, LATER]);
  expect(await stored(other)).toEqual(other);
  expect([await countSessions(other), (await linkOf(other)).usedAt]).toEqual([1, null]);
});

test('one person is restored, and others stay suspended', async () => {
  const [person, other] = [await build({ suspendedAt: NOW }), await build({ suspendedAt: NOW })];
  await run(resume, person);
  expect(await stored(person)).toEqual({ ...person, suspendedAt: null, updatedAt: LATER });
  expect(await stored(other)).toEqual(other);
});

test('somebody who is not suspended stays as they are if they are restored', async () => {
  const person = await build();
  await run(resume, person);
  expect([await stored(person), await actionsOn(person)]).toEqual([person, []]);
});

test.each<[string, Act, Overrides]>([
  ['account.suspend', suspend, {}],
  ['account.resume', resume, { suspendedAt: NOW }],
])('what a colleague does meanwhile is not done again: %s', async (action, act, overrides) => {
  const person = await build(overrides);
  await actDuring(
    portal.db,
    (tx) => act(tx, person.id),
    () => run(act, person),
  );
  expect(await actionsOn(person)).toEqual([action]);
});

test('a session that begins meanwhile is ended with the others', async () => {
  const person = await build();
  await actDuring(
    portal.db,
    async (tx) => {
      await lockAccount(tx, person.id);
      await startSession(tx, person.id, NOW);
    },
    () => run(endAll, person),
  );
  expect(await countSessions(person)).toBe(0);
});
