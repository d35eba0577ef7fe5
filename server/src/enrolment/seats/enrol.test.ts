import type { refusals } from '@portal/contract/errors';
import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { buildClass } from '../../../test/factories/catalogue.ts';
import { buildGroup, buildMembership } from '../../../test/factories/group.ts';
import { one } from '../../../test/factories/one.ts';
import { buildFullClass, buildRegistration } from '../../../test/factories/registration.ts';
import { untilWaiting } from '../../../test/locks.ts';
import { proveTrainee } from '../../accounts/actors.ts';
import { accounts } from '../../accounts/tables.ts';
import { classes } from '../../classes/tables.ts';
import { mails } from '../../mail/tables.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { STATES, type State } from '../states.ts';
import { registrationEvents, registrations } from '../tables.ts';
import { enrol, refuseUnlessEnrollable } from './enrol.ts';
import { refuseOverLimitUnlessConfirmed } from './limit-unconfirmed.ts';
import { takeSeats } from './seats.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const MINUTE = 60_000;
const after = (ms: number) => new Date(NOW.getTime() + ms);

const enrolPerson = (account: { id: number }, { code }: { code: string }, now = NOW) =>
  inTransaction(portal.db, (tx) =>
    enrol(tx, { code }, { actor: proveTrainee({ accountId: account.id }), now }),
  );

const precheck = (account: { id: number }, { code }: { code: string }, now = NOW) =>
  refuseUnlessEnrollable(portal.db, { code, accountId: account.id }, now);

const seatsTaken = async ({ id }: { id: number }) =>
  one(await portal.db.select({ number: classes.number }).from(classes).where(eq(classes.id, id))).number;

const registrationsOf = ({ id }: { id: number }) =>
  portal.db.select().from(registrations).where(eq(registrations.classId, id)).orderBy(asc(registrations.id));

describe('enrolling in an open class', () => {
  test('creates a pending registration and counts its seat', async () => {
    const [trainingClass, account] = [await buildClass(portal.db), await buildAccount(portal.db)];
    const id = await enrolPerson(account, trainingClass);
    expect(await registrationsOf(trainingClass)).toEqual([
      {
        id,
        classId: trainingClass.id,
        accountId: account.id,
        organizationId: trainingClass.organizationId,
        groupId: null,
        state: 'pending',
        reason: null,
        paymentDue: null,
        confirmBy: null,
        network: null,
        fee: null,
        result: null,
        createdAt: NOW,
        updatedAt: NOW,
      },
    ]);
    expect(await seatsTaken(trainingClass)).toBe(1);
  });

  test('records the event with its actor', async () => {
    const [trainingClass, account] = [await buildClass(portal.db), await buildAccount(portal.db)];
    const registrationId = await enrolPerson(account, trainingClass);
    const events = await portal.db
      .select()
      .from(registrationEvents)
      .where(eq(registrationEvents.registrationId, registrationId));
    expect(events).toEqual([
      {
        id: expect.any(Number),
        registrationId,
        at: NOW,
        actor: `account:${account.id}`,
        action: 'registration.enrol',
        organizationId: null,
        fromState: null,
        toState: 'pending',
        note: null,
        data: null,
      },
    ]);
  });

  test('queues one mail that names the class', async () => {
    const trainingClass = await buildClass(portal.db, { startTime: new Date('2026-12-05T01:00:00Z') });
    const account = await buildAccount(portal.db);
    await enrolPerson(account, trainingClass);
    const queued = await portal.db.select().from(mails).where(eq(mails.accountId, account.id));
    expect(queued).toMatchObject([
      {
        recipient: account.email,
        template: 'enrolled',
        state: 'queued',
        dueAt: NOW,
        data: {
          name: account.chineseName,
          organization: '臺北市分會',
          code: trainingClass.code,
          train: '基本救命術訓練',
          startTime: '2026-12-05（六）09:00',
          place: trainingClass.place,
          toPay: true,
          fee: trainingClass.fee,
          paymentDays: trainingClass.paymentDays,
        },
      },
    ]);
  });

  test('says in the mail that the class has no fee', async () => {
    const [trainingClass, account] = [await buildClass(portal.db, { fee: 0 }), await buildAccount(portal.db)];
    await enrolPerson(account, trainingClass);
    const queued = await portal.db.select().from(mails).where(eq(mails.accountId, account.id));
    expect(queued).toMatchObject([{ template: 'enrolled', data: { toPay: false } }]);
  });

  test.each(
    STATES.filter((state): state is 'rejected' | 'cancelled' => ['rejected', 'cancelled'].includes(state)),
  )('accepts somebody again whose registration is %s', async (state) => {
    const [trainingClass, account] = [await buildClass(portal.db), await buildAccount(portal.db)];
    const earlier = await buildRegistration(portal.db, { class: trainingClass, account, state });
    const id = await enrolPerson(account, trainingClass);
    expect(id).not.toBe(earlier.id);
    expect(await seatsTaken(trainingClass)).toBe(1);
  });

  test('is possible from the first to the last moment of the enrolment period', async () => {
    const trainingClass = await buildClass(portal.db, { applyFrom: NOW, applyUntil: after(1) });
    await enrolPerson(await buildAccount(portal.db), trainingClass);
    expect(await seatsTaken(trainingClass)).toBe(1);
  });

  test('takes the last seat', async () => {
    const trainingClass = await buildClass(portal.db, { limitNumber: 1 });
    await enrolPerson(await buildAccount(portal.db), trainingClass);
    expect(await seatsTaken(trainingClass)).toBe(1);
  });
});

const like = (overrides: Parameters<typeof buildClass>[1]) => () => buildClass(portal.db, overrides);

const closed: [string, ReturnType<typeof like>, keyof typeof refusals][] = [
  ['is not published', like({ publishedAt: null }), 'class_unknown'],
  ['takes no personal registrations', like({ personalAllow: false }), 'personal_not_allowed'],
  ['opens later', like({ applyFrom: after(1) }), 'class_not_open_yet'],
  ['closed', like({ applyUntil: NOW }), 'class_closed'],
  ['starts now', like({ startTime: NOW }), 'class_started'],
  ['is full', () => buildFullClass(portal.db), 'class_full'],
];

describe('enrolling is refused in a class that', () => {
  test.each(closed)('%s', async (_, build, refusal) => {
    const [trainingClass, account] = [await build(), await buildAccount(portal.db)];
    const before = await registrationsOf(trainingClass);
    await expect(enrolPerson(account, trainingClass)).rejects.toMatchObject({ code: refusal });
    await expect(precheck(account, trainingClass)).rejects.toMatchObject({ code: refusal });
    expect(await registrationsOf(trainingClass)).toEqual(before);
    expect(await seatsTaken(trainingClass)).toBe(before.length);
    expect(await portal.db.select().from(mails).where(eq(mails.accountId, account.id))).toEqual([]);
  });

  // `takeSeats` checks the class itself, because it may have changed since the first check.
  test.each(closed)('%s, also without a precheck', async (_, build) => {
    const [trainingClass, account] = [await build(), await buildAccount(portal.db)];
    const before = await registrationsOf(trainingClass);
    const wanted = {
      code: trainingClass.code,
      groupId: null,
      people: [{ accountId: account.id, actor: 'system' }],
    } as const;
    expect(await inTransaction(portal.db, (tx) => takeSeats(tx, wanted, NOW))).toEqual([]);
    expect(await registrationsOf(trainingClass)).toEqual(before);
    expect(await seatsTaken(trainingClass)).toBe(before.length);
  });

  test('is reserved for a group', async () => {
    const group = await buildGroup(portal.db);
    const trainingClass = await buildClass(portal.db, { groupId: group.id, personalAllow: false });
    await expect(enrolPerson(await buildAccount(portal.db), trainingClass)).rejects.toMatchObject({
      code: 'personal_not_allowed',
    });
  });

  test('does not exist', async () => {
    const account = await buildAccount(portal.db);
    await expect(enrolPerson(account, { code: 'TPE-NONE-1' })).rejects.toMatchObject({
      code: 'class_unknown',
    });
  });
});

describe('somebody who already holds a seat', () => {
  const held: State[] = ['pending', 'unpaid', 'reported', 'confirmed'];

  test.each(held)('is told so: %s', async (state) => {
    const [trainingClass, account] = [await buildClass(portal.db), await buildAccount(portal.db)];
    await buildRegistration(portal.db, { class: trainingClass, account, state });
    await expect(enrolPerson(account, trainingClass)).rejects.toMatchObject({ code: 'already_applied' });
    await expect(precheck(account, trainingClass)).rejects.toMatchObject({ code: 'already_applied' });
    expect(await seatsTaken(trainingClass)).toBe(1);
  });

  test('through a group is told so', async () => {
    const [trainingClass, account] = [await buildClass(portal.db), await buildAccount(portal.db)];
    const group = await buildGroup(portal.db);
    await buildMembership(portal.db, { group, account });
    await buildRegistration(portal.db, { class: trainingClass, account, group });
    await expect(enrolPerson(account, trainingClass)).rejects.toMatchObject({ code: 'already_applied' });
  });

  test('gets no second one from the statement that takes seats', async () => {
    const [trainingClass, account] = [await buildClass(portal.db), await buildAccount(portal.db)];
    await buildRegistration(portal.db, { class: trainingClass, account });
    const wanted = {
      code: trainingClass.code,
      groupId: null,
      people: [{ accountId: account.id, actor: 'system' }],
    } as const;
    expect(await inTransaction(portal.db, (tx) => takeSeats(tx, wanted, NOW))).toEqual([]);
    expect(await seatsTaken(trainingClass)).toBe(1);
  });

  test('is told so even if the class is full', async () => {
    const [trainingClass, account] = [
      await buildClass(portal.db, { limitNumber: 1 }),
      await buildAccount(portal.db),
    ];
    await enrolPerson(account, trainingClass);
    await expect(enrolPerson(account, trainingClass)).rejects.toMatchObject({ code: 'already_applied' });
  });
});

test('a person with an incomplete profile is refused', async () => {
  const trainingClass = await buildClass(portal.db);
  const account = await buildAccount(portal.db, { cellPhone: null });
  await expect(enrolPerson(account, trainingClass)).rejects.toMatchObject({ code: 'profile_incomplete' });
  expect(await seatsTaken(trainingClass)).toBe(0);
});

test('a precheck takes no seat', async () => {
  const [trainingClass, account] = [await buildClass(portal.db), await buildAccount(portal.db)];
  await precheck(account, trainingClass, after(MINUTE));
  expect(await registrationsOf(trainingClass)).toEqual([]);
  expect(await seatsTaken(trainingClass)).toBe(0);
});

describe('somebody with an unconfirmed mailbox', () => {
  const buildUnconfirmed = () => buildAccount(portal.db, { emailConfirmedAt: null });
  const refused = { code: 'email_unconfirmed', details: { values: { n: 2 } } };

  test('has at most two pending registrations until they confirm it', async () => {
    const account = await buildUnconfirmed();
    const third = await buildClass(portal.db);
    await refuseOverLimitUnlessConfirmed(portal.db, account.id);
    for (let n = 1; n <= 2; n++) await enrolPerson(account, await buildClass(portal.db));
    await expect(enrolPerson(account, third)).rejects.toMatchObject(refused);
    await expect(refuseOverLimitUnlessConfirmed(portal.db, account.id)).rejects.toMatchObject(refused);
    expect(await seatsTaken(third)).toBe(0);
    await portal.db.update(accounts).set({ emailConfirmedAt: NOW }).where(eq(accounts.id, account.id));
    await refuseOverLimitUnlessConfirmed(portal.db, account.id);
    await enrolPerson(account, third);
    expect(await seatsTaken(third)).toBe(1);
  });

  test.each<[State, boolean]>([
    ['pending', false],
    ['unpaid', true],
    ['reported', true],
    ['confirmed', true],
    ['rejected', true],
    ['cancelled', true],
  ])('with two that are %s, may enrol again: %s', async (state, may) => {
    const account = await buildUnconfirmed();
    for (let n = 1; n <= 2; n++) {
      await buildRegistration(portal.db, { class: await buildClass(portal.db), account, state });
    }
    const attempt = enrolPerson(account, await buildClass(portal.db));
    await (may ? attempt : expect(attempt).rejects.toMatchObject(refused));
  });

  test('is first told that they already hold a seat in the class', async () => {
    const account = await buildUnconfirmed();
    const trainingClass = await buildClass(portal.db);
    await enrolPerson(account, trainingClass);
    await enrolPerson(account, await buildClass(portal.db));
    await expect(enrolPerson(account, trainingClass)).rejects.toMatchObject({ code: 'already_applied' });
  });
});

test('somebody with a confirmed mailbox may have any number of pending registrations', async () => {
  const account = await buildAccount(portal.db);
  for (let n = 1; n <= 4; n++) await enrolPerson(account, await buildClass(portal.db));
});

describe('while somebody else has the class locked, a person', () => {
  const afterChange = async (
    trainingClass: { id: number; code: string },
    change: (tx: Tx) => Promise<unknown>,
  ) => {
    const account = await buildAccount(portal.db);
    let waiting: Promise<unknown> | undefined;
    await inTransaction(portal.db, async (tx) => {
      await change(tx);
      waiting = enrolPerson(account, trainingClass);
      waiting.catch(() => undefined);
      await untilWaiting(portal.db, waiting);
    });
    return waiting;
  };

  test('waits, and is told that the last seat is taken', async () => {
    const trainingClass = await buildClass(portal.db, { limitNumber: 1 });
    const other = await buildAccount(portal.db);
    const actor = proveTrainee({ accountId: other.id });
    const enrolled = afterChange(trainingClass, (tx) => enrol(tx, trainingClass, { actor, now: NOW }));
    await expect(enrolled).rejects.toMatchObject({ code: 'class_full' });
  });

  test('waits, and is told that the class is closed', async () => {
    const trainingClass = await buildClass(portal.db);
    const enrolled = afterChange(trainingClass, (tx) =>
      tx.update(classes).set({ applyUntil: NOW }).where(eq(classes.id, trainingClass.id)),
    );
    await expect(enrolled).rejects.toMatchObject({ code: 'class_closed' });
  });
});

test('a class in which seats come and go at each attempt counts as full after three', async () => {
  const [trainingClass, account] = [await buildClass(portal.db), await buildAccount(portal.db)];
  await portal.db.execute(sql`create sequence attempts`);
  await portal.db.execute(sql`
    create function take_none() returns trigger language plpgsql as $$
      begin perform nextval('attempts'); return null; end $$`);
  await portal.db.execute(sql`
    create trigger take_none before insert on registrations for each row execute function take_none()`);
  try {
    await expect(enrolPerson(account, trainingClass)).rejects.toMatchObject({ code: 'class_full' });
    const { rows } = await portal.db.execute(sql`select last_value::int as n from attempts`);
    expect(rows).toEqual([{ n: 3 }]);
  } finally {
    await portal.db.execute(sql`drop trigger take_none on registrations`);
  }
});

test('a person who holds a seat since the last attempt is told so, not that the class is full', async () => {
  const [trainingClass, account] = [await buildClass(portal.db), await buildAccount(portal.db)];
  await portal.db.execute(sql`create sequence late_attempts`);
  await portal.db.execute(sql`
    create function take_at_last() returns trigger language plpgsql as $$
      begin
        if pg_trigger_depth() > 1 then return new; end if;
        if nextval('late_attempts') = 3 then
          insert into registrations (class_id, account_id, state, created_at, updated_at)
          values (new.class_id, new.account_id, 'pending', new.created_at, new.updated_at);
        end if;
        return null;
      end $$`);
  await portal.db.execute(sql`
    create trigger take_at_last before insert on registrations for each row execute function take_at_last()`);
  try {
    await expect(enrolPerson(account, trainingClass)).rejects.toMatchObject({ code: 'already_applied' });
  } finally {
    await portal.db.execute(sql`drop trigger take_at_last on registrations`);
  }
});

test('enrolments of somebody without a confirmed mailbox wait for the lock of the account, so that each counts the others', async () => {
  const [trainingClass, account] = [
    await buildClass(portal.db),
    await buildAccount(portal.db, { emailConfirmedAt: null }),
  ];
  let waiting: Promise<unknown> | undefined;
  await inTransaction(portal.db, async (tx) => {
    await tx.select().from(accounts).where(eq(accounts.id, account.id)).for('no key update');
    waiting = enrolPerson(account, trainingClass);
    await untilWaiting(portal.db, waiting);
  });
  expect(await waiting).toBeTypeOf('number');
});
