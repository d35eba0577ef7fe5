import { setTimeout as sleep } from 'node:timers/promises';
import { today } from '@portal/contract/dates';
import * as enrolment from '@portal/contract/enrolment';
import * as contract from '@portal/contract/groups';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { proveTrainee } from '../../src/accounts/actors.ts';
import { classes } from '../../src/classes/tables.ts';
import { checkData } from '../../src/commands/check-data.ts';
import { registrationEvents, registrations } from '../../src/enrolment/tables.ts';
import { enrolMembers } from '../../src/groups/enrol-members.ts';
import { findRoster } from '../../src/groups/queries.ts';
import { submitRoster } from '../../src/groups/submit-roster.ts';
import { mails } from '../../src/mail/tables.ts';
import { reportPayment } from '../../src/payment/report-payment.ts';
import { type Database, inTransaction } from '../../src/platform/database/database.ts';
import { Refusal } from '../../src/platform/errors.ts';
import { connectPatiently, createTestDatabase, type TestDatabase } from '../database.ts';
import { asManaged, buildGroup, buildMembership } from '../factories/group.ts';
import { one } from '../factories/one.ts';
import { buildRegistration } from '../factories/registration.ts';
import { connectForRaces } from './concurrently.ts';
import { buildCrowd, buildOpenClass, type Person } from './crowd.ts';
import { deadlocksIn } from './deadlocks.ts';
import { type Reply, type ServerProcess, startServer } from './server-process.ts';

let database: TestDatabase;
let db: Database;
let servers: [ServerProcess, ServerProcess];

beforeAll(async () => {
  database = await createTestDatabase();
  db = connectForRaces(database.url);
  const start = () => startServer({ DATABASE_URL: database.url });
  servers = await Promise.all([start(), start()]);
});

afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await db.$client.end();
  await database.drop();
});

interface Team {
  readonly group: { id: number; code: string; name: string };
  readonly managers: [Person, Person];
  readonly members: readonly Person[];
}

const buildTeam = async (at: Database, size: number): Promise<Team> => {
  const group = await buildGroup(at);
  const [first, second, ...members] = await buildCrowd(at, size + 2);
  if (!first || !second) throw new Error('nobody came');
  const managers: Team['managers'] = [first, second];
  for (const account of managers) await buildMembership(at, { group, account, role: 'manager' });
  for (const account of members) await buildMembership(at, { group, account });
  return { group, managers, members };
};

type TrainingClass = Awaited<ReturnType<typeof buildOpenClass>>;
type Ticks = ReadonlyMap<Person, boolean>;

const ticking = (people: readonly Person[], state = true): Ticks =>
  new Map(people.map((person) => [person, state]));
const listed = (ticks: Ticks) => [...ticks].map(([{ id }, state]) => ({ id, state }));

/** The roster as the n-th of the two managers sends it, through the server of that number. */
const submit = (
  { managers, group }: Team,
  { code }: TrainingClass,
  ticks: Ticks,
  n: 0 | 1 = 0,
): Promise<Reply> =>
  servers[n].call(contract.submitRoster, {
    token: managers[n].token,
    body: { code, group: group.code, admins: [], members: listed(ticks), had_removed: [] },
  });

const personally =
  (endpoint: typeof enrolment.enrol | typeof enrolment.cancelRegistration, n: 0 | 1) =>
  ({ token }: Person, { code }: TrainingClass): Promise<Reply> =>
    servers[n].call(endpoint, { token, body: { code } });

const rowsOf = (at: Database, { id }: TrainingClass) =>
  at
    .select({
      accountId: registrations.accountId,
      state: registrations.state,
      groupId: registrations.groupId,
    })
    .from(registrations)
    .where(eq(registrations.classId, id))
    .orderBy(registrations.accountId, registrations.id);

const numberOf = async (at: Database, { id }: TrainingClass) =>
  one(await at.select({ number: classes.number }).from(classes).where(eq(classes.id, id))).number;

/** Number of events of each kind in the class. */
const eventsOf = async ({ id }: TrainingClass) => {
  const rows = await db
    .select({ action: registrationEvents.action })
    .from(registrationEvents)
    .innerJoin(registrations, eq(registrations.id, registrationEvents.registrationId))
    .where(eq(registrations.classId, id));
  return Object.fromEntries(
    [...Map.groupBy(rows, ({ action }) => action)].map(([action, { length }]) => [action, length]),
  );
};

const said = ({ status, body }: Reply) => (status === 422 ? body.errors?.Class?.[0] : status);

test('a roster and forty people compete for the last seats: never too many, and the group gets all or none', async () => {
  const [team, crowd] = [await buildTeam(db, 6), await buildCrowd(db, 40)];
  const enrol = [personally(enrolment.enrol, 0), personally(enrolment.enrol, 1)] as const;
  const sizes = new Set<number>();
  for (let round = 0; round < 6; round++) {
    const trainingClass = await buildOpenClass(db, 20);
    // The roster comes first, in the middle or last.
    const at = [0, 10, 39][round % 3] ?? 0;
    const before = crowd.slice(0, at).map((person, n) => enrol[n % 2 === 0 ? 0 : 1](person, trainingClass));
    // Individuals wait together, so that the roster passes them unless they have their seats.
    if (round === 5) await Promise.all(before);
    const roster = submit(team, trainingClass, ticking(team.members));
    // The roster needs more time than the people until it reaches the seats: once it is surely the first.
    if (round === 0) await roster;
    else if (at === 0) await sleep(20);
    const after = crowd.slice(at).map((person, n) => enrol[n % 2 === 0 ? 1 : 0](person, trainingClass));
    const [reply, ...replies] = await Promise.all([roster, ...before, ...after]);
    const rows = await rowsOf(db, trainingClass);
    const held = rows.filter(({ groupId }) => groupId === team.group.id).length;
    sizes.add(held);
    expect(said(reply)).toEqual(held === 6 ? 200 : expect.stringMatching(/^名額不足，目前尚餘 [0-5] 人$/));
    expect([0, 6]).toContain(held);
    expect(rows.length - held).toBe(replies.filter(({ status }) => status === 200).length);
    // If the group got no seat, individuals got all of them.
    expect(rows).toHaveLength(20);
    expect(await numberOf(db, trainingClass)).toBe(20);
  }
  expect(sizes).toEqual(new Set([0, 6]));
});

test('the same roster submitted by two managers simultaneously is applied once', async () => {
  const team = await buildTeam(db, 8);
  const [staying, toCancel, toEnrol] = [
    team.members.slice(0, 2),
    team.members.slice(2, 4),
    team.members.slice(4),
  ];
  for (let round = 0; round < 6; round++) {
    const trainingClass = await buildOpenClass(db, 6);
    for (const account of [...staying, ...toCancel]) {
      await buildRegistration(db, { class: trainingClass, account, group: team.group });
    }
    const ticks = new Map([...ticking(staying), ...ticking(toCancel, false), ...ticking(toEnrol)]);
    const before = await db.$count(mails);
    const replies = await Promise.all([
      submit(team, trainingClass, ticks, 0),
      submit(team, trainingClass, ticks, 1),
    ]);
    expect(replies.map(said)).toEqual([200, 200]);
    expect(replies[0].body).toEqual(replies[1].body);
    expect(await eventsOf(trainingClass)).toEqual({ 'registration.enrol': 8, 'registration.cancel': 2 });
    expect(await numberOf(db, trainingClass)).toBe(6);
    expect((await db.$count(mails)) - before).toBe(toEnrol.length + toCancel.length);
  }
});

test('two contradictory rosters leave the result of one', async () => {
  const team = await buildTeam(db, 6);
  const [one, two] = [team.members.slice(0, 3), team.members.slice(3)];
  for (let round = 0; round < 5; round++) {
    const trainingClass = await buildOpenClass(db, 3);
    const replies = await Promise.all([
      submit(team, trainingClass, new Map([...ticking(one), ...ticking(two, false)]), 0),
      submit(team, trainingClass, new Map([...ticking(one, false), ...ticking(two)]), 1),
    ]);
    expect(replies.map(said)).toEqual([200, 200]);
    const seated = (await rowsOf(db, trainingClass)).filter(({ state }) => state === 'pending');
    const ids = seated.map(({ accountId }) => accountId).sort((a, b) => a - b);
    expect([one, two].map((people) => people.map(({ id }) => id))).toContainEqual(ids);
  }
});

test('a roster that unticks a person who cancels simultaneously releases the seat once', async () => {
  const team = await buildTeam(db, 10);
  const cancel = personally(enrolment.cancelRegistration, 1);
  const [toCancel, toEnrol] = [team.members.slice(0, 5), team.members.slice(5)];
  for (let round = 0; round < 6; round++) {
    const trainingClass = await buildOpenClass(db, 5);
    for (const account of toCancel)
      await buildRegistration(db, { class: trainingClass, account, group: team.group });
    const ticks = new Map([...ticking(toCancel, false), ...ticking(toEnrol)]);
    const cancels = () => toCancel.map((person) => cancel(person, trainingClass));
    const roster = () => submit(team, trainingClass, ticks);
    const replies = round % 2 === 0 ? [roster(), ...cancels()] : [...cancels(), roster()];
    const outcomes = (await Promise.all(replies)).map(said);
    for (const outcome of outcomes) expect([200, '查無此報名紀錄']).toContain(outcome);
    expect(await eventsOf(trainingClass)).toEqual({ 'registration.enrol': 10, 'registration.cancel': 5 });
    expect(await numberOf(db, trainingClass)).toBe(5);
  }
});

test('a roster that unticks a person who reports a payment simultaneously: one of the two succeeds', async () => {
  const team = await buildTeam(db, 2);
  const [payer, newcomer] = team.members;
  if (!payer || !newcomer) throw new Error('too small a team');
  const remittance = { paidTime: today(new Date()), lastFive: '00042', paidMoney: 1500, paidName: '王小明' };
  const outcome = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: unknown) => {
        if (error instanceof Refusal) return error.code;
        throw error;
      },
    );
  for (let round = 0; round < 12; round++) {
    const trainingClass = await buildOpenClass(db, 1);
    const { code } = trainingClass;
    await buildRegistration(db, { class: trainingClass, account: payer, group: team.group, state: 'unpaid' });
    const ticks = [
      { id: payer.id, state: false },
      { id: newcomer.id, state: true },
    ];
    const submission = { code, group: asManaged(team.group), ticks };
    const now = new Date();
    const by = { actor: proveTrainee({ accountId: team.managers[0].id }), now };
    const roster = () => outcome(inTransaction(db, (tx) => submitRoster(tx, submission, by)));
    const report = () =>
      outcome(
        inTransaction(db, (tx) =>
          reportPayment(tx, { ...remittance, code }, { actor: proveTrainee({ accountId: payer.id }), now }),
        ),
      );
    const [submitted, reported] =
      round % 2 === 0
        ? await Promise.all([roster(), report()])
        : await Promise.all([report(), roster()]).then(([late, early]) => [early, late] as const);
    const states = (await rowsOf(db, trainingClass)).map(({ accountId, state }) => [accountId, state]);
    if (submitted === 'done') {
      expect(reported).toBe('not_applied');
      expect(states).toEqual([
        [payer.id, 'cancelled'],
        [newcomer.id, 'pending'],
      ]);
    } else {
      expect([submitted, reported]).toEqual(['member_under_review', 'done']);
      expect(states).toEqual([[payer.id, 'reported']]);
    }
    expect(await numberOf(db, trainingClass)).toBe(1);
  }
});

test('the data are consistent afterwards, and no deadlock occurred', async () => {
  await Promise.all(servers.map((server) => server.stop()));
  expect(servers.map((server) => server.output()).join('')).not.toMatch(/"level":[56]0/);
  expect(await checkData(db)).toEqual([]);
  await db.$client.end();
  expect(await deadlocksIn(database.url)).toBe(0);
  db = connectForRaces(database.url);
});

/* The same races without the guards: they must go wrong, or the tests above prove nothing. */
describe('control, without the guard', () => {
  let unguarded: TestDatabase;
  let loose: Database;
  beforeAll(async () => {
    unguarded = await createTestDatabase();
    loose = connectPatiently(unguarded.url, { max: 40 });
    await loose.execute(sql`drop index registrations_one_seat`);
    await loose.execute(sql`alter table classes drop constraint classes_number`);
  });
  afterAll(async () => {
    await loose.$client.end();
    await unguarded.drop();
  });

  const insert = (tx: Pick<Database, 'execute'>, { id }: TrainingClass, people: readonly Person[]) =>
    tx.execute(
      sql`insert into registrations (class_id, account_id, state, created_at, updated_at)
        select ${id}, person, 'pending', now(), now() from unnest(${sql.param(people.map((person) => person.id))}::bigint[]) as person`,
    );

  const carefully = (trainingClass: TrainingClass, people: readonly Person[]) =>
    loose.transaction(async (tx) => {
      const held = await tx.$count(registrations, eq(registrations.classId, trainingClass.id));
      if (held + people.length > trainingClass.limitNumber) return;
      await sleep(1);
      await insert(tx, trainingClass, people);
    });

  test('counting and then inserting takes too many seats', async () => {
    const [group, crowd] = [await buildCrowd(loose, 6), await buildCrowd(loose, 40)];
    const trainingClass = await buildOpenClass(loose, 20);
    await Promise.all([
      carefully(trainingClass, group),
      ...crowd.map((person) => carefully(trainingClass, [person])),
    ]);
    expect((await rowsOf(loose, trainingClass)).length).toBeGreaterThan(20);
  });

  test('reading the roster before locking the class refuses the second manager or cancels twice', async () => {
    const team = await buildTeam(db, 3);
    let late = 0;
    for (let round = 0; round < 100 && late === 0; round++) {
      const trainingClass = await buildOpenClass(db, 5);
      const careless = (accountId: number) =>
        db.transaction(async (tx) => {
          const rows = await findRoster(tx, { classId: trainingClass.id, groupId: team.group.id });
          await sleep(1);
          const accountIds = rows.flatMap(({ role, state, accountId: id }) =>
            role === 'member' && state === null ? id : [],
          );
          const actor = proveTrainee({ accountId });
          await enrolMembers(
            tx,
            { code: trainingClass.code, group: asManaged(team.group), accountIds },
            { actor, now: new Date() },
          );
        });
      const results = await Promise.allSettled(team.managers.map(({ id }) => careless(id)));
      late += results.filter(({ status }) => status === 'rejected').length;
    }
    expect(late).toBeGreaterThan(0);
  });
});
