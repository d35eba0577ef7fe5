import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { buildClass, buildCourse, buildOrganization } from '../../../test/factories/catalogue.ts';
import { nationalId } from '../../../test/factories/identity.ts';
import { buildRegistration } from '../../../test/factories/registration.ts';
import { decidingStaff } from '../../../test/factories/staff.ts';
import { accounts } from '../../accounts/tables.ts';
import { findApplicants } from '../on-behalf/find-applicants.ts';
import {
  findClassesToEnrolIn,
  findMoveTargets,
  findRegistrationToMove,
  type UpcomingClass,
} from './enrol-and-move-queries.ts';

let portal: TestPortal;
let branch: { id: number };
let elsewhere: { id: number };
beforeAll(async () => {
  portal = await openTestPortal();
  branch = await buildOrganization(portal.db);
  elsewhere = await buildOrganization(portal.db, { code: 'KHH', name: '高雄市分會' });
});
afterAll(() => portal.close());

const startsAfter = (milliseconds: number) => ({ startTime: new Date(NOW.getTime() + milliseconds) });
const look = () => ({ actor: decidingStaff(branch.id), now: NOW });
const codesOf = (found: readonly UpcomingClass[]) => found.map(({ class: { code } }) => code);

describe('the classes that staff may choose', () => {
  const buildChoice = async () => {
    const other = await buildCourse(portal.db, { code: 'LG1', chineseName: '救生員訓練' });
    const later = await buildClass(portal.db, startsAfter(2));
    const first = await buildClass(portal.db, startsAfter(1));
    const [, ofOther] = [
      await buildClass(portal.db, startsAfter(0)),
      await buildClass(portal.db, { ...startsAfter(3), courseId: other.id, code: 'WATER-1' }),
      await buildClass(portal.db, { ...startsAfter(1), publishedAt: null }),
    ];
    const foreign = await buildClass(portal.db, { ...startsAfter(1), organizationId: elsewhere.id });
    return { first, later, ofOther, other, foreign };
  };

  test('are published in the branch and have not started, the next first', async () => {
    const { first, later, ofOther, other, foreign } = await buildChoice();
    const search = async (text: string) => codesOf(await findClassesToEnrolIn(portal.db, text, look()));
    expect(await search('')).toEqual([first.code, later.code, ofOther.code]);
    const everywhere = await findClassesToEnrolIn(portal.db, '', { actor: decidingStaff(), now: NOW });
    expect(codesOf(everywhere)).toEqual([first.code, foreign.code, later.code, ofOther.code]);
    expect(await search('救生')).toEqual([ofOther.code]);
    expect(await search('water')).toEqual([ofOther.code]);
    expect(await search('_')).toEqual([]);
    expect(await search('%')).toEqual([]);
    const targets = async (from: { id: number; courseId: number }) =>
      codesOf(await findMoveTargets(portal.db, from, look()));
    expect(await targets(first)).toEqual([later.code]);
    expect(await targets({ id: first.id, courseId: other.id })).toEqual([ofOther.code]);
  });

  test('are at most fifty', async () => {
    for (let n = 0; n < 51; n++) await buildClass(portal.db, startsAfter(10 + n));
    expect(await findClassesToEnrolIn(portal.db, '', look())).toHaveLength(50);
  });
});

test('the registration to move is the one asked for, within the scope', async () => {
  const [here, there] = [
    await buildClass(portal.db),
    await buildClass(portal.db, { organizationId: elsewhere.id }),
  ];
  const build = async (trainingClass: { id: number }) =>
    buildRegistration(portal.db, { class: trainingClass, account: await buildAccount(portal.db) });
  const [, second, foreign] = [await build(here), await build(here), await build(there)];
  const { actor } = look();
  const found = await findRegistrationToMove(portal.db, second.id, actor);
  expect([found?.registration.id, found?.class.code]).toEqual([second.id, here.code]);
  expect(await findRegistrationToMove(portal.db, foreign.id, actor)).toBeNull();
});

describe('people are found', () => {
  const idsOf = async (search: string) =>
    (await findApplicants(portal.db, search, look().actor)).map(({ id }) => id);

  test.each([
    ['by their whole name', '王小明'],
    ['by their identity number', nationalId(77, { letter: 'W' }).toLowerCase()],
    ['by their mobile phone with a dash', '0912-345678'],
    ['by their mobile phone without one', '0912345678'],
    ['by their mobile phone with spaces', '0912 345 678'],
  ])('%s', async (_, search) => {
    const [found] = await portal.db.select().from(accounts).where(eq(accounts.chineseName, '王小明'));
    const identity = { idNumber: nationalId(77, { letter: 'W' }), cellPhone: '0912-345678' };
    const person = found ?? (await buildAccount(portal.db, { chineseName: '王小明', ...identity }));
    await buildAccount(portal.db, { chineseName: '王小明明' });
    expect(await idsOf(search)).toEqual([person.id]);
  });

  test('by a phone as it was entered', async () => {
    const person = await buildAccount(portal.db, { cellPhone: '+81-90-1234-5678' });
    expect(await idsOf('+81-90-1234-5678')).toEqual([person.id]);
    expect(await idsOf('+819012345678')).toEqual([]);
  });

  test('in the order of their accounts, at most twenty', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 21; n++) ids.push((await buildAccount(portal.db, { chineseName: '陳同名' })).id);
    await portal.db
      .update(accounts)
      .set({ school: '範例國小' })
      .where(eq(accounts.id, ids[0] ?? 0));
    expect(await idsOf('陳同名')).toEqual(ids.slice(0, 20));
  });
});
