import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeIdentity } from '../../src/accounts/identity/change-identity.ts';
import { accounts } from '../../src/accounts/tables.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { buildAccount } from '../factories/account.ts';
import { one } from '../factories/one.ts';
import { decidingStaff } from '../factories/staff.ts';
import { concurrently, connectForRaces, inTurns, type Operation } from './concurrently.ts';
import { connectWithoutGuards, withoutRowLocks } from './without-guards.ts';

/* Two officers change the identity of one person, and each has seen the same. */

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  db = connectForRaces(database.url);
});

afterAll(async () => {
  await db.$client.end();
  await database.drop();
});

interface Scenario {
  readonly accountId: number;
}

const rename =
  (staffId: number, chineseName: string): Operation<Scenario> =>
  (tx, { accountId }, now) => {
    const fields = { chineseName, number: null, birthday: null, reason: '改名', version: 0 };
    return changeIdentity(tx, { accountId, ...fields }, { actor: decidingStaff(null, staffId), now });
  };

const NAMES = ['王一改', '王二改'] as const;

const changedTogether = async (at: Database) => {
  const ends: string[] = [];
  const scenarios: Scenario[] = [];
  for (let n = 0; n < 12; n++) scenarios.push({ accountId: (await buildAccount(db)).id });
  await inTurns(scenarios, async (scenario, round) => {
    const outcomes = await concurrently(at, [rename(1, NAMES[0]), rename(2, NAMES[1])], scenario, round);
    const { name } = one(
      await db
        .select({ name: accounts.chineseName })
        .from(accounts)
        .where(eq(accounts.id, scenario.accountId)),
    );
    ends.push([...outcomes, name].join(' '));
  });
  return ends;
};

test('one changes it, and the other is told', async () => {
  const expected = [`done changed_meanwhile ${NAMES[0]}`, `changed_meanwhile done ${NAMES[1]}`];
  expect((await changedTogether(db)).filter((end) => !expected.includes(end))).toEqual([]);
});

/* The same race without the lock: it must go wrong, or the test above proves nothing. */
describe('control, without the lock', () => {
  let withoutGuard: Database;
  beforeAll(() => {
    withoutGuard = connectWithoutGuards(database.url, withoutRowLocks);
  });
  afterAll(() => withoutGuard.$client.end());

  test('both are told that it is done', async () => {
    const ends = await changedTogether(withoutGuard);
    expect(ends.some((end) => end.startsWith('done done'))).toBe(true);
  });
});
