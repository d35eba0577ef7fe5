import { ownScope } from '@portal/contract/office/staff';
import type { RoleGrant } from '@portal/contract/rights';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestPortal, type TestPortal } from '../../test/app.ts';
import { asStaff, buildStaff, buildTotp, enterOffice, grant } from '../../test/factories/staff.ts';
import { organizations } from '../catalogue/tables.ts';
import { withinClassScope, withinScope } from './scope.ts';

const [TPE, KHH, TXG] = [1, 2, 3];
const staffOf = (grants: readonly RoleGrant[]) => asStaff({ id: 1, name: '周小姐' }, grants);

let portal: TestPortal;

beforeAll(async () => {
  portal = await openTestPortal();
  await portal.db.insert(organizations).values([
    { id: TPE, code: 'TPE', name: '臺北市分會', position: 2 },
    { id: KHH, code: 'KHH', name: '高雄市分會', position: 1 },
    { id: TXG, code: 'TXG', name: '臺中市分會', position: 3 },
  ]);
});
afterAll(() => portal.close());

test.each<[string, RoleGrant[], number[]]>([
  ['of one branch', [grant('officer', TPE)], [TPE]],
  [
    'of two branches with three roles',
    [grant('officer', TPE), grant('cashier', TPE), grant('auditor', KHH)],
    [KHH, TPE],
  ],
  ['of the whole association', [grant('cashier')], [KHH, TPE, TXG]],
  ['of the association and a branch', [grant('officer', TXG), grant('editor')], [KHH, TPE, TXG]],
])('staff %s may choose these organisations', async (_, grants, ids) => {
  const staff = await buildStaff(portal.db, { grants });
  await buildTotp(portal.db, staff);
  const cookie = await enterOffice(portal.db, staff);
  const { status, answer } = await portal.call(ownScope, { headers: { cookie } });
  expect([status, answer.map(({ id }) => id)]).toEqual([200, ids]);
});

const idsWithin = async (within: ReturnType<typeof withinScope>) => {
  const rows = await portal.db.select({ id: organizations.id }).from(organizations).where(within);
  return rows.map(({ id }) => id).toSorted();
};

test.each<[string, RoleGrant[], number | undefined, number[]]>([
  ['no choice', [grant('officer', TPE), grant('officer', KHH)], undefined, [TPE, KHH]],
  ['a choice', [grant('officer', TPE), grant('officer', KHH)], KHH, [KHH]],
  ['a choice of the whole association', [grant('auditor')], TXG, [TXG]],
  ['a choice outside the scope', [grant('officer', TPE)], KHH, []],
  ['a choice where another right holds', [grant('officer', TPE), grant('instructor', KHH)], KHH, []],
  ['a choice that does not exist', [grant('auditor')], 99, []],
  ['no role with the right', [grant('editor')], undefined, []],
])('people are those of the scope with %s', async (_, grants, chosen, ids) => {
  expect(await idsWithin(withinScope(staffOf(grants), 'person.read', organizations.id, chosen))).toEqual(ids);
});

test('an instructor reaches no class, since classes name no instructors', async () => {
  const reached = (grants: RoleGrant[]) =>
    idsWithin(withinClassScope(staffOf(grants), 'registration.read', organizations.id));
  expect(await reached([grant('instructor', TPE)])).toEqual([]);
  expect(await reached([grant('instructor', TPE), grant('officer', KHH)])).toEqual([KHH]);
});
