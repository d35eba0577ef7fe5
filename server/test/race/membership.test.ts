import { setTimeout as sleep } from 'node:timers/promises';
import * as contract from '@portal/contract/groups';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { classes } from '../../src/classes/tables.ts';
import { checkData } from '../../src/commands/check-data.ts';
import { registrations } from '../../src/enrolment/tables.ts';
import { memberships } from '../../src/groups/tables.ts';
import { mails } from '../../src/mail/tables.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { connectPatiently, createTestDatabase, type TestDatabase } from '../database.ts';
import { buildAccount, PASSWORD } from '../factories/account.ts';
import { buildGroup, buildMembership } from '../factories/group.ts';
import { one } from '../factories/one.ts';
import { buildCrowd, buildOpenClass, type Person } from './crowd.ts';
import { deadlocksIn } from './deadlocks.ts';
import { type Reply, type ServerProcess, startServer } from './server-process.ts';

let database: TestDatabase;
let db: Database;
let servers: [ServerProcess, ServerProcess];

beforeAll(async () => {
  database = await createTestDatabase();
  db = connectPatiently(database.url, { max: 20 });
  const start = () => startServer({ DATABASE_URL: database.url });
  servers = await Promise.all([start(), start()]);
});

afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await db.$client.end();
  await database.drop();
});

type Account = Awaited<ReturnType<typeof buildAccount>>;

/** Members have joined before now: the servers have the real clock, and nobody can leave before joining. */
const YESTERDAY = new Date(Date.now() - 86_400_000);
const belong = (belonging: Parameters<typeof buildMembership>[1]) =>
  buildMembership(db, { joinedAt: YESTERDAY, ...belonging });

interface Team {
  readonly group: { id: number; code: string; name: string };
  readonly managers: readonly [Person, Person];
}

const buildTeam = async (): Promise<Team> => {
  const group = await buildGroup(db);
  const [first, second] = await buildCrowd(db, 2);
  if (!first || !second) throw new Error('nobody came');
  for (const account of [first, second]) await belong({ group, account, role: 'manager' });
  return { group, managers: [first, second] };
};

/** Each as the n-th of the two managers does it, through the server of that number. */
const add = ({ group, managers }: Team, { account }: Account, n: 0 | 1): Promise<Reply> =>
  servers[n].call(contract.admitMember, {
    params: { GroupCode: group.code },
    token: managers[n].token,
    body: { account, password: PASSWORD },
  });
const remove = ({ group, managers }: Team, { idNumber }: Account, n: 0 | 1): Promise<Reply> =>
  servers[n].call(contract.dismissMember, {
    params: { GroupCode: group.code },
    token: managers[n].token,
    body: { id_number: idNumber },
  });

const said = ({ status, body }: Reply) =>
  status === 422 ? (body.errors?.Group?.[0] ?? body.errors?.Class?.[0]) : status;

const ALREADY = '此學員已是團體成員';
const UNKNOWN = '此學員不是團體成員';

/** The person's current memberships. */
const membershipsOf = async (at: Database, { group }: Team, { id }: { id: number }) => {
  const ofPerson = and(eq(memberships.groupId, group.id), eq(memberships.accountId, id));
  return {
    rows: await at.$count(memberships, ofPerson),
    live: await at.$count(memberships, and(ofPerson, isNull(memberships.leftAt))),
  };
};

/** The kinds of mails that the person got, by name. */
const toldTo = async ({ id }: { id: number }) => {
  const rows = await db.select({ template: mails.template }).from(mails).where(eq(mails.accountId, id));
  return rows.map(({ template }) => template).toSorted();
};

test('two managers who add the same person simultaneously add them once', async () => {
  const team = await buildTeam();
  for (let round = 0; round < 15; round++) {
    const joiner = await buildAccount(db);
    // Every third comes back.
    if (round % 3 === 2) await belong({ ...team, account: joiner, leftAt: new Date() });
    const replies = await Promise.all(([0, 1, 0, 1] as const).map((n) => add(team, joiner, n)));
    expect(replies.map(said).toSorted()).toEqual([200, ALREADY, ALREADY, ALREADY]);
    expect(await membershipsOf(db, team, joiner)).toEqual({ rows: 1, live: 1 });
    expect(await toldTo(joiner)).toEqual(['group_added']);
  }
});

test('two managers who remove the same person simultaneously remove them once', async () => {
  const team = await buildTeam();
  for (let round = 0; round < 15; round++) {
    const member = await buildAccount(db);
    await belong({ ...team, account: member });
    const replies = await Promise.all(([0, 1, 0, 1] as const).map((n) => remove(team, member, n)));
    expect(replies.map(said).toSorted()).toEqual([200, UNKNOWN, UNKNOWN, UNKNOWN]);
    expect(await membershipsOf(db, team, member)).toEqual({ rows: 1, live: 0 });
    expect(await toldTo(member)).toEqual(['group_removed']);
  }
});

test('simultaneous adding and removing leaves one result, with mails that match', async () => {
  const team = await buildTeam();
  const outcomes = new Set<string>();
  for (let round = 0; round < 30; round++) {
    const person = await buildAccount(db);
    const wasIn = round % 2 === 0;
    await belong({ ...team, account: person, ...(!wasIn && { leftAt: new Date() }) });
    // The way of a password to the membership is longer.
    const head = [0, 20, 40][round % 3] ?? 0;
    const [added, removed] = (
      await Promise.all([add(team, person, 0), sleep(head).then(() => remove(team, person, 1))])
    ).map(said);
    const [didAdd, didRemove] = [added === 200, removed === 200];
    expect([added, removed]).toEqual([didAdd ? 200 : ALREADY, didRemove ? 200 : UNKNOWN]);
    // One of them finds what it needs: there is no moment at which the person was neither in nor out.
    expect(didAdd || didRemove).toBe(true);
    const told = [...(didAdd ? ['group_added'] : []), ...(didRemove ? ['group_removed'] : [])];
    expect(await toldTo(person)).toEqual(told);
    // If both succeeded, the member left first and was admitted again.
    const isIn = didAdd && didRemove ? wasIn : didAdd;
    expect(await membershipsOf(db, team, person)).toEqual({ rows: 1, live: isIn ? 1 : 0 });
    outcomes.add(told.join(' '));
  }
  expect(outcomes.size).toBeGreaterThan(1);
});

test('a roster with a person who is removed meanwhile is applied entirely or not at all', async () => {
  const team = await buildTeam();
  const staying = await buildCrowd(db, 4);
  for (const account of staying) await belong({ ...team, account });
  const outcomes = new Set<unknown>();
  for (let round = 0; round < 30; round++) {
    const leaver = await buildAccount(db);
    await belong({ ...team, account: leaver });
    const trainingClass = await buildOpenClass(db, 10);
    const ticked = [...staying, leaver].map(({ id }) => ({ id, state: true }));
    const roster = () =>
      servers[0].call(contract.submitRoster, {
        token: team.managers[0].token,
        body: {
          code: trainingClass.code,
          group: team.group.code,
          admins: [],
          members: ticked,
          had_removed: [],
        },
      });
    // The last of them is as good as one after the other.
    const head = [0, 1, 2, 4, 60][round % 5] ?? 0;
    const later = <T>(work: () => Promise<T>) => sleep(head).then(work);
    const leave = () => remove(team, leaver, 1);
    const [submitted, removed] = (
      await Promise.all(round % 2 === 0 ? [roster(), later(leave)] : [later(roster), leave()])
    ).map(said);
    expect(removed).toBe(200);
    expect(await membershipsOf(db, team, leaver)).toEqual({ rows: 1, live: 0 });
    const enrolled = submitted === 200;
    expect(submitted).toBe(enrolled ? 200 : `${leaver.chineseName} 不是此團體的成員`);
    const seats = enrolled ? ticked.map(({ id }) => id) : [];
    const rows = await db
      .select({ accountId: registrations.accountId })
      .from(registrations)
      .where(eq(registrations.classId, trainingClass.id))
      .orderBy(registrations.accountId);
    expect(rows.map(({ accountId }) => accountId)).toEqual(seats.toSorted((one, other) => one - other));
    expect(one(await db.select().from(classes).where(eq(classes.id, trainingClass.id))).number).toBe(
      seats.length,
    );
    const told = enrolled ? ['group_enrolled', 'group_removed'] : ['group_removed'];
    expect(await toldTo(leaver)).toEqual(told);
    outcomes.add(enrolled);
  }
  expect(outcomes).toEqual(new Set([true, false]));
});

test('the data are consistent afterwards, and no deadlock occurred', async () => {
  await Promise.all(servers.map((server) => server.stop()));
  expect(servers.map((server) => server.output()).join('')).not.toMatch(/"level":[56]0/);
  expect(await checkData(db)).toEqual([]);
  await db.$client.end();
  expect(await deadlocksIn(database.url)).toBe(0);
  db = connectPatiently(database.url);
});

/* The same races without the guards: they must go wrong, or the tests above prove nothing. */
describe('control, without the guard', () => {
  let unguarded: TestDatabase;
  let loose: Database;
  beforeAll(async () => {
    unguarded = await createTestDatabase();
    loose = connectPatiently(unguarded.url, { max: 20 });
    await loose.execute(
      sql`alter table memberships drop constraint memberships_group_account cascade, drop constraint memberships_left_after_joining`,
    );
  });
  afterAll(async () => {
    await loose.$client.end();
    await unguarded.drop();
  });

  const ATTEMPTS = [0, 1, 2, 3];
  /** Continues when all have read. */
  const scenario = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let missing = ATTEMPTS.length;
    return () => {
      missing -= 1;
      if (missing === 0) resolve();
      return promise;
    };
  };

  test('reading and then adding adds a person twice', async () => {
    const [group, [person]] = [await buildGroup(loose), await buildCrowd(loose, 1)];
    if (!person) throw new Error('nobody came');
    const team = { group, managers: [person, person] as const };
    const haveLooked = scenario();
    const carelessly = () =>
      loose.transaction(async (tx) => {
        const found = await tx.$count(memberships, eq(memberships.accountId, person.id));
        await haveLooked();
        if (found === 0) await buildMembership(tx as unknown as Database, { group, account: person });
      });
    await Promise.all(ATTEMPTS.map(carelessly));
    expect((await membershipsOf(loose, team, person)).rows).toBeGreaterThan(1);
  });

  test('reading and then removing removes a person twice', async () => {
    const [group, [person]] = [await buildGroup(loose), await buildCrowd(loose, 1)];
    if (!person) throw new Error('nobody came');
    await buildMembership(loose, { group, account: person });
    const mine = eq(memberships.accountId, person.id);
    const haveLooked = scenario();
    const carelessly = () =>
      loose.transaction(async (tx) => {
        const found = await tx.$count(memberships, and(mine, isNull(memberships.leftAt)));
        await haveLooked();
        if (found === 0) return false;
        await tx.update(memberships).set({ leftAt: new Date() }).where(mine);
        return true;
      });
    const removed = await Promise.all(ATTEMPTS.map(carelessly));
    expect(removed.filter(Boolean).length).toBeGreaterThan(1);
  });

  test('adding and removing without a condition both succeed for a member', async () => {
    const [group, [person]] = [await buildGroup(loose), await buildCrowd(loose, 1)];
    if (!person) throw new Error('nobody came');
    await buildMembership(loose, { group, account: person });
    const team = { group, managers: [person, person] as const };
    const carelessly = async (leftAt: Date | null) => {
      const mine = eq(memberships.accountId, person.id);
      return (await loose.update(memberships).set({ leftAt }).where(mine)).rowCount === 1;
    };
    // One after the other: the order decides how it ends.
    const done = [await carelessly(null), await carelessly(new Date())];
    expect(done).toEqual([true, true]);
    // A member who was removed and added again is a member.
    expect((await membershipsOf(loose, team, person)).live).toBe(0);
  });

  test('a roster applied person by person stays half applied if one is removed meanwhile', async () => {
    const group = await buildGroup(loose);
    const team = await buildCrowd(loose, 4);
    for (const account of team) await buildMembership(loose, { group, account });
    const trainingClass = await buildOpenClass(loose, 10);
    const [leaver] = team.slice(-1);
    if (!leaver) throw new Error('nobody came');
    const isMember = (id: number) =>
      loose.$count(memberships, and(eq(memberships.accountId, id), isNull(memberships.leftAt)));
    const roster = async () => {
      for (const { id } of team) {
        if ((await isMember(id)) === 0) return;
        await sleep(5);
        await loose.execute(sql`
          insert into registrations (class_id, account_id, group_id, state, created_at, updated_at)
          values (${trainingClass.id}, ${id}, ${group.id}, 'pending', now(), now())`);
      }
    };
    const leave = async () => {
      await sleep(5);
      await loose.update(memberships).set({ leftAt: new Date() }).where(eq(memberships.accountId, leaver.id));
    };
    await Promise.all([roster(), leave()]);
    const entered = await loose.$count(registrations, eq(registrations.classId, trainingClass.id));
    expect([0, team.length]).not.toContain(entered);
  });
});
