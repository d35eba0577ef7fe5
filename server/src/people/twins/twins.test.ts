import * as contract from '@portal/contract/office/person-twins';
import { eq, or, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { buildOrganization } from '../../../test/factories/catalogue.ts';
import { nationalId } from '../../../test/factories/identity.ts';
import { decidingStaff, enterAs, grant } from '../../../test/factories/staff.ts';
import { accounts } from '../../accounts/tables.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { mergePeople } from '../merge/merge-people.ts';
import { undoMerge } from '../merge/undo-merge.ts';
import { identityChanges, personMerges, twinChecks, twins } from '../tables.ts';
import { checkTwins } from './check-twins.ts';

let portal: TestPortal;
let branch: { id: number };
let headers: Record<string, string>;
beforeAll(async () => {
  portal = await openTestPortal({ STAFF_SECOND_FACTOR: 'optional' });
  branch = await buildOrganization(portal.db);
  headers = (await enterAs(portal.db, grant('officer', branch.id))).headers;
});
afterAll(() => portal.close());

let serial = 0;
type Overrides = Parameters<typeof buildAccount>[1];
/** Builds a person like whom nobody else is. */
const own = (overrides: Overrides = {}) => {
  serial += 1;
  return buildAccount(portal.db, {
    ...{ organizationId: branch.id, chineseName: `孿生${serial}`, birthday: `19${10 + serial}-03-04` },
    ...{ cellPhone: `0955-0000${10 + serial}`, email: `twin${serial}@example.com`, ...overrides },
  });
};

const checkAll = async () => {
  while (await inTransaction(portal.db, (tx) => checkTwins(tx, NOW)));
};
const pairsOf = async ({ id }: { id: number }) => {
  await checkAll();
  const rows = await portal.db
    .select()
    .from(twins)
    .where(or(eq(twins.firstId, id), eq(twins.secondId, id)));
  return rows.map(({ firstId, secondId, signs }) => ({ other: firstId === id ? secondId : firstId, signs }));
};

describe('two accounts are likely twins', () => {
  test.each<[string, Overrides, Overrides, readonly string[]]>([
    [
      'with the same name and birth date',
      { chineseName: '王雙', birthday: '1980-01-02' },
      { chineseName: '王雙', birthday: '1980-01-02' },
      ['name_birthday'],
    ],
    [
      'with the same name and phone',
      { chineseName: '林電', cellPhone: '0911-111222' },
      { chineseName: '林電', cellPhone: '0911111222' },
      ['phone'],
    ],
    [
      'with the same birth date and mailbox',
      { birthday: '1981-01-02', email: 'Same@example.com' },
      { birthday: '1981-01-02', email: 'same@example.com' },
      ['email'],
    ],
    [
      'but not with the phone of the family alone',
      { cellPhone: '0922-333444' },
      { cellPhone: '0922-333444' },
      [],
    ],
    ['but not with the same name alone', { chineseName: '陳同名' }, { chineseName: '陳同名' }, []],
  ])('%s', async (_, one, two, signs) => {
    const [first, second] = [await own(one), await own(two)];
    expect(await pairsOf(first)).toEqual(signs.length === 0 ? [] : [{ other: second.id, signs }]);
  });

  test('if one had the number of the other before', async () => {
    const former = nationalId(81_000_001);
    const [first, second] = [await own(), await own({ idNumber: former })];
    await portal.db.insert(identityChanges).values({
      ...{
        accountId: first.id,
        before: { number: former },
        after: { number: first.account },
        reason: '更正',
      },
      ...{ kind: 'pdf', size: 4, sha256: 'a'.repeat(64), fileKey: 'documents/former-number' },
      ...{ changedBy: 'staff:1', changedAt: NOW },
    });
    expect(await pairsOf(first)).toEqual([{ other: second.id, signs: ['number'] }]);
    await portal.db.execute(sql`delete from twins`);
    await portal.db.execute(sql`insert into twin_checks (account_id) values (${second.id})`);
    expect(await pairsOf(first)).toEqual([{ other: second.id, signs: ['number'] }]);
  });

  test('until one of them changes', async () => {
    const same = { chineseName: '張改名', birthday: '1985-05-05' };
    const [first, second] = [await own(same), await own(same)];
    expect(await pairsOf(first)).toHaveLength(1);
    await portal.db.update(accounts).set({ birthday: '1985-05-06' }).where(eq(accounts.id, second.id));
    expect(await pairsOf(first)).toEqual([]);
  });

  test('until they are merged, and again when it is undone', async () => {
    const same = { chineseName: '張合併', birthday: '1985-05-07' };
    const [first, second] = [await own(same), await own(same)];
    expect(await pairsOf(first)).toHaveLength(1);
    const by = { actor: decidingStaff(), now: NOW };
    await inTransaction(portal.db, (tx) =>
      mergePeople(tx, { survivorId: first.id, removedId: second.id, reason: '同一人' }, by),
    );
    expect(await pairsOf(first)).toEqual([]);
    const [merge] = await portal.db.select().from(personMerges).where(eq(personMerges.removedId, second.id));
    await inTransaction(portal.db, (tx) => undoMerge(tx, { mergeId: merge?.id ?? 0, reason: '不同' }, by));
    expect(await pairsOf(first)).toHaveLength(1);
  });
});

test('a change that says nothing about the person is not checked', async () => {
  const person = await own();
  await checkAll();
  await portal.db.update(accounts).set({ school: '臺大' }).where(eq(accounts.id, person.id));
  expect(await portal.db.$count(twinChecks)).toBe(0);
});

describe('the desk', () => {
  const list = async (state: contract.TwinState, as = headers) =>
    (await portal.call(contract.twinList, { headers: as, query: { state } })).answer.rows;
  const listed = async (person: { id: number }, state: contract.TwinState = 'open', as = headers) =>
    (await list(state, as)).find(({ first, second }) => [first.id, second.id].includes(person.id));
  const buildTwins = async (other: Overrides = {}) => {
    serial += 1;
    const same = { chineseName: '周桌上', birthday: `1950-01-${10 + serial}` };
    const pair = [await own(same), await own({ ...same, ...other })] as const;
    await checkAll();
    return pair;
  };

  test('lists a pair until it is dismissed, and again when it is reopened', async () => {
    const [first] = await buildTwins();
    const row = await listed(first);
    expect(row).toMatchObject({ first: { name: '周桌上' }, signs: ['name_birthday'], dismissed: null });
    const params = { id: `${row?.id}` };
    const dismiss = () =>
      portal.call(contract.dismissTwin, { headers, params, body: { reason: '同名同生日的兩人' } });
    expect((await dismiss()).answer.dismissed).toMatchObject({ reason: '同名同生日的兩人' });
    expect((await dismiss()).status).toBe(200);
    expect(await listed(first)).toBeUndefined();
    await portal.db.execute(sql`insert into twin_checks (account_id) values (${first.id})`);
    await checkAll();
    expect(await listed(first)).toBeUndefined();
    expect((await listed(first, 'dismissed'))?.id).toBe(row?.id);
    await portal.call(contract.reopenTwin, { headers, params });
    expect((await listed(first))?.id).toBe(row?.id);
  });

  test('shows pairs of two branches to the whole association alone', async () => {
    const elsewhere = await buildOrganization(portal.db, { code: 'TWIN', name: '孿生分會' });
    const [first] = await buildTwins({ organizationId: elsewhere.id });
    const everywhere = (await enterAs(portal.db, grant('officer'))).headers;
    expect(await listed(first)).toBeUndefined();
    const row = await listed(first, undefined, everywhere);
    expect(row).toBeDefined();
    const dismissed = await portal.call(contract.dismissTwin, {
      ...{ headers, params: { id: `${row?.id}` }, body: { reason: '不同人' } },
    });
    expect(dismissed.code).toBe('not_found');
  });
});
