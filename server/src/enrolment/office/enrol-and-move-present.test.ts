import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildClass } from '../../../test/factories/catalogue.ts';
import { buildGroup } from '../../../test/factories/group.ts';
import { presentApplicant, presentClassToEnrolIn } from './enrol-and-move-present.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const HOUR = 3_600_000;
const after = (hours: number) => new Date(NOW.getTime() + hours * HOUR);

const obstacleOf = async (
  overrides: Parameters<typeof buildClass>[1],
  { groupName = null, number = 0 }: { groupName?: string | null; number?: number } = {},
) => {
  const trainingClass = { ...(await buildClass(portal.db, overrides)), number };
  return presentClassToEnrolIn({ class: trainingClass, course: '急救', organization: '臺北', groupName }, NOW)
    .obstacle;
};

test('a class that is open has no obstacle', async () => {
  expect(await obstacleOf({})).toBeNull();
});

test.each([
  ['before its enrolment period', 'not_open_yet', true, { applyFrom: after(1) }, {}],
  ['after its enrolment period', 'closed', true, { applyUntil: after(-1) }, {}],
  ['that takes no personal registrations', 'not_allowed', true, { personalAllow: false }, {}],
  ['that is full', 'full', false, { limitNumber: 1 }, { number: 1 }],
  [
    'that is full and after its enrolment period',
    'closed',
    false,
    { limitNumber: 1, applyUntil: after(-1) },
    { number: 1 },
  ],
  ['that has started', 'started', false, { startTime: after(-1) }, {}],
] as const)(
  'a class %s has the obstacle %s; a reason overrides it: %s',
  async (_, code, overridable, overrides, more) => {
    expect(await obstacleOf(overrides, more)).toMatchObject({ code, overridable });
  },
);

test('a class of a group names the group, and no reason allows enrolment in it', async () => {
  const group = await buildGroup(portal.db, { name: '藍海救生隊' });
  const reserved = { groupId: group.id, personalAllow: false };
  expect(await obstacleOf(reserved, { groupName: group.name })).toEqual({
    code: 'not_allowed',
    text: '此班僅供團體「藍海救生隊」報名，請由團體管理員報名',
    overridable: false,
  });
});

const applicant = {
  id: 5,
  name: '王小明',
  identity: 'A123456789',
  organization: null,
  phone: '0912345678',
  suspendedAt: null,
  complete: true,
};

test('the identity number and phone of an applicant are masked', () => {
  const shown = presentApplicant({ ...applicant });
  expect(shown).toMatchObject({ name: '王小明', suspended: false });
  expect(JSON.stringify(shown)).not.toMatch(/A123456789|0912345678/);
});

test('an applicant without name and phone is shown, and so is a suspended one', () => {
  expect(presentApplicant({ ...applicant, name: null, phone: null, suspendedAt: NOW })).toMatchObject({
    name: '',
    phone: null,
    suspended: true,
  });
});
