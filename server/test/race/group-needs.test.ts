import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { proveTrainee } from '../../src/accounts/actors.ts';
import { findMatrix } from '../../src/certificates/group/matrix.ts';
import { setNeeds } from '../../src/certificates/group/set-needs.ts';
import { certificateNeeds } from '../../src/certificates/tables.ts';
import { dismissMember } from '../../src/groups/dismiss-member.ts';
import { type Database, inTransaction } from '../../src/platform/database/database.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { buildAccount } from '../factories/account.ts';
import { buildCourse } from '../factories/catalogue.ts';
import { buildNeed } from '../factories/certificate.ts';
import { asManaged, buildGroup, buildMembership } from '../factories/group.ts';
import { concurrently, connectForRaces, type Operation } from './concurrently.ts';
import { connectWithoutGuards, withoutRowLocks } from './without-guards.ts';

const ROUNDS = 6;
/** The round in which the second begins before the first is committed. */
const OVERLAP = 2;

let database: TestDatabase;
let db: Database;
let unlocked: Database;
let kinds: readonly [number, number];
beforeAll(async () => {
  database = await createTestDatabase();
  db = connectForRaces(database.url);
  unlocked = connectWithoutGuards(database.url, withoutRowLocks);
  const kindOf = async (code: string, chineseName: string) =>
    (await buildCourse(db, { code, chineseName })).certificateKindId;
  kinds = [await kindOf('AID', '急救人員訓練'), await kindOf('LIFT', '堆高機訓練')];
});
afterAll(async () => {
  await unlocked.$client.end();
  await db.$client.end();
  await database.drop();
});

const YESTERDAY = new Date(Date.now() - 86_400_000);

const buildTeam = async () => {
  const [group, manager, member] = [await buildGroup(db), await buildAccount(db), await buildAccount(db)];
  await buildMembership(db, { group, account: manager, role: 'manager', joinedAt: YESTERDAY });
  await buildMembership(db, { group, account: member, joinedAt: YESTERDAY });
  return { group: asManaged(group), manager, member };
};
type Team = Awaited<ReturnType<typeof buildTeam>>;

/** Sets a need as a manager who has seen a group without needs. */
const asking =
  (kindAt: 0 | 1): Operation<Team> =>
  (tx, { group, manager }, now) => {
    const actor = proveTrainee({ accountId: manager.id });
    return setNeeds(tx, { group, needs: [{ kind: kinds[kindAt], count: 3 }], version: 0 }, { actor, now });
  };

const needsOf = async ({ group }: Team) =>
  (await db.select().from(certificateNeeds).where(eq(certificateNeeds.groupId, group.id))).length;

describe('two managers who set the needs at once', () => {
  test('do not overwrite each other', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const team = await buildTeam();
      const outcomes = await concurrently(db, [asking(0), asking(1)], team, round);
      expect(outcomes.toSorted()).toEqual(['changed_meanwhile', 'done']);
      expect(await needsOf(team)).toBe(1);
    }
  });

  test('control: without the lock on the group both are told that they did', async () => {
    const team = await buildTeam();
    expect(await concurrently(unlocked, [asking(0), asking(1)], team, OVERLAP)).toEqual(['done', 'done']);
    expect(await needsOf(team)).toBe(2);
  });
});

test('people who are dismissed while certificates are read are whole or gone, and gone afterwards', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { group, manager, member } = await buildTeam();
    for (const kindId of kinds) await buildNeed(db, { group, kindId });
    const numbers = { idNumber: member.idNumber, passportNo: null };
    const actor = proveTrainee({ accountId: manager.id });
    const read = () => findMatrix(db, group.id, new Date());
    let isDismissed = false;
    const reads: Promise<{ begunAfter: boolean; people: Awaited<ReturnType<typeof read>>['people'] }>[] = [];
    const readOnce = () => {
      const begunAfter = isDismissed;
      reads.push(read().then(({ people }) => ({ begunAfter, people })));
    };
    for (let n = 0; n < 4; n += 1) readOnce();
    await inTransaction(db, async (tx) => {
      readOnce();
      await dismissMember(tx, { group, numbers }, { actor, now: new Date() });
      readOnce();
    });
    isDismissed = true;
    readOnce();
    for (const { begunAfter, people } of await Promise.all(reads)) {
      const ids = people.map(({ id }) => id);
      if (begunAfter) expect(ids).toEqual([manager.id]);
      else expect([[manager.id], [manager.id, member.id]]).toContainEqual(ids);
      expect(people.map(({ held }) => held.length)).toEqual(people.map(() => kinds.length));
    }
  }
});
