import type { RoleGrant } from '@portal/contract/rights';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildClass, buildOrganization } from '../../test/factories/catalogue.ts';
import { asStaff, buildStaff, grant } from '../../test/factories/staff.ts';
import { classes, classInstructors } from '../catalogue/tables.ts';
import { withinClasses } from './scope.ts';

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
