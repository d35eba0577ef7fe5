import { and, eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { proveTrainee } from '../../src/accounts/actors.ts';
import { classes } from '../../src/classes/tables.ts';
import { registrations } from '../../src/enrolment/tables.ts';
import { addByStaff } from '../../src/groups/add-by-staff.ts';
import { editGroup } from '../../src/groups/edit-group.ts';
import { removeByStaff } from '../../src/groups/remove-by-staff.ts';
import { setRole } from '../../src/groups/set-role.ts';
import { submitRoster } from '../../src/groups/submit-roster.ts';
import { memberships } from '../../src/groups/tables.ts';
import { mails } from '../../src/mail/tables.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { buildAccount } from '../factories/account.ts';
import { asManaged, buildGroup, buildMembership } from '../factories/group.ts';
import { decidingStaff } from '../factories/staff.ts';
import { concurrently, connectForRaces, type Operation } from './concurrently.ts';
import { buildOpenClass } from './crowd.ts';
import { connectWithoutGuards, withoutRowLocks } from './without-guards.ts';

/* Officers who change a group while another officer, or a manager of the group, does. */

const ROUNDS = 6;
/** The round in which the second begins before the first is committed. */
const OVERLAP = 2;

let database: TestDatabase;
let db: Database;
let unlocked: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = connectForRaces(database.url);
  unlocked = connectWithoutGuards(database.url, withoutRowLocks);
});
afterAll(async () => {
  await unlocked.$client.end();
  await db.$client.end();
  await database.drop();
});

const YESTERDAY = new Date(Date.now() - 86_400_000);

const buildTeam = async () => {
  const [group, first, second] = [await buildGroup(db), await buildAccount(db), await buildAccount(db)];
  for (const account of [first, second])
    await buildMembership(db, { group, account, role: 'manager', joinedAt: YESTERDAY });
  return { group, managers: [first, second] as const, stranger: await buildAccount(db) };
};
type Team = Awaited<ReturnType<typeof buildTeam>>;

const reason = '公司名冊';

const demoting =
  (at: 0 | 1): Operation<Team> =>
  (tx, { group, managers }, now) => {
    const change = { groupId: group.id, accountId: managers[at].id, role: 'member', reason } as const;
    return setRole(tx, change, { actor: decidingStaff(), now });
  };

const removing =
  (at: 0 | 1): Operation<Team> =>
  (tx, { group, managers }, now) =>
    removeByStaff(
      tx,
      { groupId: group.id, accountId: managers[at].id, reason },
      { actor: decidingStaff(), now },
    );

const adding: Operation<Team> = (tx, { group, stranger }, now) => {
  const addition = { groupId: group.id, accountId: stranger.id, role: 'member', reason } as const;
  return addByStaff(tx, addition, { actor: decidingStaff(), now });
};

const renaming =
  (name: string): Operation<Team> =>
  (tx, { group }, now) =>
    editGroup(tx, { id: group.id, name, organizationId: null, version: 0 }, { actor: decidingStaff(), now });

const managersLeft = ({ group }: Team) =>
  db.$count(
    memberships,
    and(eq(memberships.groupId, group.id), eq(memberships.role, 'manager'), isNull(memberships.leftAt)),
  );

describe('a group keeps a manager', () => {
  test.each([
    ['demote both', [demoting(0), demoting(1)]],
    ['remove both', [removing(0), removing(1)]],
    ['demote one and remove the other', [demoting(0), removing(1)]],
  ] as const)('when two officers %s', async (_, both) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const team = await buildTeam();
      const outcomes = await concurrently(db, [...both], team, round);
      expect(outcomes.toSorted()).toEqual(['done', 'group_last_manager']);
      expect(await managersLeft(team)).toBe(1);
    }
  });

  test('control: without the lock on the group nobody manages it', async () => {
    const team = await buildTeam();
    expect(await concurrently(unlocked, [demoting(0), demoting(1)], team, OVERLAP)).toEqual(['done', 'done']);
    expect(await managersLeft(team)).toBe(0);
  });
});

test('two officers who add the same person add them once, with one mail', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const team = await buildTeam();
    expect((await concurrently(db, [adding, adding], team, round)).toSorted()).toEqual([
      'done',
      'member_already',
    ]);
    expect(await db.$count(mails, eq(mails.accountId, team.stranger.id))).toBe(1);
  }
});

describe('two officers who rename a group', () => {
  test('do not overwrite each other', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const outcomes = await concurrently(db, [renaming('甲隊'), renaming('乙隊')], await buildTeam(), round);
      expect(outcomes.toSorted()).toEqual(['changed_meanwhile', 'done']);
    }
  });

  test('control: without the lock on the group both are told that they did', async () => {
    const outcomes = await concurrently(
      unlocked,
      [renaming('甲隊'), renaming('乙隊')],
      await buildTeam(),
      OVERLAP,
    );
    expect(outcomes).toEqual(['done', 'done']);
  });
});

describe('an officer who removes a member while the manager enrols them and another one', () => {
  const buildScenario = async () => {
    const { group, managers } = await buildTeam();
    const [leaver, stayer] = [await buildAccount(db), await buildAccount(db)];
    for (const account of [leaver, stayer])
      await buildMembership(db, { group, account, joinedAt: YESTERDAY });
    return { group, manager: managers[0], leaver, stayer, trainingClass: await buildOpenClass(db, 10) };
  };
  type Scenario = Awaited<ReturnType<typeof buildScenario>>;

  const removal: Operation<Scenario> = (tx, { group, leaver }, now) =>
    removeByStaff(tx, { groupId: group.id, accountId: leaver.id, reason }, { actor: decidingStaff(), now });

  const enrolment: Operation<Scenario> = (tx, { group, manager, leaver, stayer, trainingClass }, now) =>
    submitRoster(
      tx,
      {
        code: trainingClass.code,
        group: asManaged(group),
        ticks: [leaver, stayer].map(({ id }) => ({ id, state: true })),
      },
      { actor: proveTrainee({ accountId: manager.id }), now },
    );

  /** Returns the state after a scenario, and the letters of the person who was removed. */
  const stateOf = async ({ group, leaver, trainingClass }: Scenario) => {
    const membership = and(eq(memberships.groupId, group.id), eq(memberships.accountId, leaver.id));
    const letters = await db.select().from(mails).where(eq(mails.accountId, leaver.id));
    const [found] = await db.select().from(classes).where(eq(classes.id, trainingClass.id));
    return {
      isMember: (await db.$count(memberships, and(membership, isNull(memberships.leftAt)))) === 1,
      registered: await db.$count(registrations, eq(registrations.classId, trainingClass.id)),
      seats: found?.number,
      letters: letters.map(({ template }) => template).toSorted(),
    };
  };

  test('leaves both enrolled or nobody, and the member removed', async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < ROUNDS; round += 1) {
      const scenario = await buildScenario();
      const [removed, enrolled = ''] = await concurrently(db, [removal, enrolment], scenario, round);
      expect(removed).toBe('done');
      expect(['done', 'member_not_in_group']).toContain(enrolled);
      const isEnrolled = enrolled === 'done';
      expect(await stateOf(scenario)).toEqual({
        ...{ isMember: false, registered: isEnrolled ? 2 : 0, seats: isEnrolled ? 2 : 0 },
        letters: isEnrolled ? ['group_enrolled', 'group_removed'] : ['group_removed'],
      });
      outcomes.add(enrolled);
    }
    // The removal had ended before the enrolment began, and the other way round.
    expect(outcomes.size).toBe(2);
  });

  test('control: unless the enrolment asks who is in the group now, somebody who has left is enrolled', async () => {
    const withoutCondition = connectWithoutGuards(database.url, (text) =>
      text.replace(/^select (.*)"memberships"\."left_at" is null/, 'select $1true'),
    );
    try {
      const scenario = await buildScenario();
      // The round in which the removal has ended when the enrolment begins.
      const outcomes = await concurrently(withoutCondition, [removal, enrolment], scenario, 4);
      expect(outcomes).toEqual(['done', 'done']);
      expect(await stateOf(scenario)).toMatchObject({ isMember: false, registered: 2 });
    } finally {
      await withoutCondition.$client.end();
    }
  });
});
