import type { Right, RoleGrant } from '@portal/contract/rights';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildClass, buildOrganization } from '../../test/factories/catalogue.ts';
import { asStaff, buildStaff, grant } from '../../test/factories/staff.ts';
import { classes, classInstructors } from '../classes/tables.ts';
import { exportScope, withinClasses, withinClassScope, withinScope } from './scope.ts';

let portal: TestPortal;
let branches: Record<'here' | 'there', number>;
/** Two classes here and one there; the staff are named as instructors in the first one here. */
let ids: Record<'named' | 'beside' | 'there', number>;
let staff: { id: number; name: string };

beforeAll(async () => {
  portal = await openTestPortal();
  const { id: here } = await buildOrganization(portal.db);
  const { id: there } = await buildOrganization(portal.db, { code: 'KHH', name: '高雄市分會' });
  branches = { here, there };
  const build = async (organizationId: number) => (await buildClass(portal.db, { organizationId })).id;
  ids = { named: await build(here), beside: await build(here), there: await build(there) };
  staff = await buildStaff(portal.db);
  await portal.db.insert(classInstructors).values({ classId: ids.named, staffId: staff.id });
});
afterAll(() => portal.close());

type Holds = () => readonly RoleGrant[];

test.each<[string, Holds, 'here' | 'there' | null, (keyof typeof ids)[]]>([
  ['an officer of the branch', () => [grant('officer', branches.here)], null, ['named', 'beside']],
  ['an instructor of the branch', () => [grant('instructor', branches.here)], null, ['named']],
  ['an instructor of all branches', () => [grant('instructor')], null, ['named']],
  ['an instructor of another branch', () => [grant('instructor', branches.there)], null, []],
  [
    'an instructor here and officer there',
    () => [grant('instructor', branches.here), grant('officer', branches.there)],
    null,
    ['named', 'there'],
  ],
  ['an instructor who chose another branch', () => [grant('instructor')], 'there', []],
  ['an auditor who chose a branch', () => [grant('auditor')], 'there', ['there']],
  ['an editor', () => [grant('editor')], null, []],
])('%s reaches the classes that may be theirs', async (_, holds, chosen, expected) => {
  const choice = chosen === null ? undefined : branches[chosen];
  const within = withinClasses(asStaff(staff, holds()), 'result.read', choice);
  const found = await portal.db.select({ id: classes.id }).from(classes).where(within).orderBy(classes.id);
  expect(found.map(({ id }) => id)).toEqual(expected.map((name) => ids[name]));
});

test('an instructor who is not named reaches no class', async () => {
  const other = asStaff(await buildStaff(portal.db), [grant('instructor')]);
  expect(await portal.db.$count(classes, withinClasses(other, 'result.read'))).toBe(0);
});

test.each<[string, Holds, 'here' | 'there' | null, (keyof typeof ids)[]]>([
  ['an officer of the branch', () => [grant('officer', branches.here)], null, ['named', 'beside']],
  ['an officer of all branches', () => [grant('officer')], null, ['named', 'beside', 'there']],
  ['an officer of all branches who chose one', () => [grant('officer')], 'there', ['there']],
  ['an officer of the branch who chose another', () => [grant('officer', branches.here)], 'there', []],
  [
    'an officer of both branches who chose one',
    () => [grant('officer', branches.here), grant('officer', branches.there)],
    'here',
    ['named', 'beside'],
  ],
  ['an editor', () => [grant('editor')], null, []],
])('%s reaches the rows of the branches in which the right holds', async (_, holds, chosen, expected) => {
  const choice = chosen === null ? undefined : branches[chosen];
  const within = withinScope({ grants: holds() }, 'result.read', classes.organizationId, choice);
  const found = await portal.db.select({ id: classes.id }).from(classes).where(within).orderBy(classes.id);
  expect(found.map(({ id }) => id)).toEqual(expected.map((name) => ids[name]));
});

test('rights of an instructor do not count for rows that name no class', async () => {
  const grants = [grant('instructor', branches.there), grant('auditor', branches.here)];
  const within = withinClassScope({ grants }, 'result.read', classes.organizationId);
  const found = await portal.db.select({ id: classes.id }).from(classes).where(within).orderBy(classes.id);
  expect(found.map(({ id }) => id)).toEqual([ids.named, ids.beside]);
});

test.each<[string, Right, RoleGrant[], number | undefined, ReturnType<typeof exportScope>]>([
  ['both rights in one branch', 'registration.read', [grant('auditor', 7)], undefined, [7]],
  ['both rights everywhere', 'registration.read', [grant('auditor')], undefined, 'everywhere'],
  ['both rights everywhere, one branch chosen', 'registration.read', [grant('auditor')], 8, [8]],
  ['both rights in one branch, another chosen', 'registration.read', [grant('auditor', 7)], 8, []],
  [
    'a right to read everywhere, to export in one',
    'class.read',
    [grant('admin'), grant('officer', 8)],
    undefined,
    [8],
  ],
  ['the same, another branch chosen', 'class.read', [grant('admin'), grant('officer', 8)], 7, []],
  [
    'a right to export everywhere, to read in one',
    'audit.read',
    [grant('auditor', 7), grant('cashier')],
    undefined,
    [7],
  ],
  ['each right in another branch', 'mail.read', [grant('auditor', 7), grant('cashier', 8)], 8, []],
  [
    'the right to read as instructor only',
    'registration.read',
    [grant('instructor', 7), grant('cashier', 8)],
    undefined,
    [8],
  ],
  ['no right to export', 'class.read', [grant('admin')], undefined, []],
])('with %s a list is exported where both rights hold', (_, read, grants, chosen, expected) => {
  expect(exportScope({ grants }, read, chosen)).toEqual(expected);
});
