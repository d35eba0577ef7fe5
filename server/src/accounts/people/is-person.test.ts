import { inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { nationalId } from '../../../test/factories/identity.ts';
import { accounts } from '../tables.ts';
import { isNamed } from './is-person.ts';

const NUMBER = nationalId(710_001, { letter: 'F' });

let portal: TestPortal;
let ids: number[];
beforeAll(async () => {
  portal = await openTestPortal();
  ids = [
    (await buildAccount(portal.db, { chineseName: '王小明', englishName: 'Wang Ming' })).id,
    // Contains the same pairs of characters in another order.
    (await buildAccount(portal.db, { chineseName: '小明王小', englishName: 'Ming Wang' })).id,
    (await buildAccount(portal.db, { chineseName: '林大同', englishName: null, idNumber: NUMBER })).id,
  ];
});
afterAll(() => portal.close());

test.each([
  ['王小明', ['王小明']],
  ['小明', ['王小明', '小明王小']],
  ['wang ming', ['王小明']],
  ['林小明', []],
  [NUMBER.toLowerCase(), ['林大同']],
  [NUMBER.slice(0, 9), []],
])('%s finds %j', async (searched, names) => {
  const found = await portal.db
    .select({ name: accounts.chineseName })
    .from(accounts)
    .where(sql`${isNamed(sql`${searched}`)} and ${inArray(accounts.id, ids)}`)
    .orderBy(accounts.id);
  expect(found.map(({ name }) => name)).toEqual(names);
});
