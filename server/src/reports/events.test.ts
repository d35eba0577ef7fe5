import { events, registrationHistory, staffHistory } from '@portal/contract/office/audit';
import { PAGE_SIZE } from '@portal/contract/office/list';
import type { RoleGrant } from '@portal/contract/rights';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildAccount } from '../../test/factories/account.ts';
import { buildClass, buildOrganization } from '../../test/factories/catalogue.ts';
import { buildCertificate } from '../../test/factories/certificate.ts';
import { buildRegistration } from '../../test/factories/registration.ts';
import { asStaff, buildStaff, buildTotp, enterOffice, grant } from '../../test/factories/staff.ts';
import { proveTrainee } from '../accounts/actors.ts';
import { recordEvent } from '../audit/record-event.ts';
import { auditEvents } from '../audit/tables.ts';
import { publishClass } from '../classes/acts/publish-class.ts';
import { rejectRegistration } from '../enrolment/review/reject-registration.ts';
import { cancelRegistration } from '../enrolment/seats/cancel-registration.ts';
import { inTransaction } from '../platform/database/database.ts';
import { changeRoles } from '../staff/members/change-roles.ts';

let portal: TestPortal;
let here: { id: number; name: string };
let there: { id: number; name: string };
let actor: { id: number; name: string };

/** Staff with these grants, as the headers of their calls. */
const enter = async (...grants: RoleGrant[]) => {
  const staff = await buildStaff(portal.db, { grants });
  await buildTotp(portal.db, staff);
  return { headers: { cookie: await enterOffice(portal.db, staff) } };
};

const publish = async (organizationId: number, now = NOW) => {
  const trainingClass = await buildClass(portal.db, { organizationId, publishedAt: null });
  await inTransaction(portal.db, (tx) =>
    publishClass(tx, { id: trainingClass.id }, { actor: asStaff(actor, [grant('officer')]), now }),
  );
  return trainingClass;
};

beforeAll(async () => {
  portal = await openTestPortal();
  here = await buildOrganization(portal.db);
  there = await buildOrganization(portal.db, { code: 'KHH', name: '高雄市分會' });
  actor = await buildStaff(portal.db, { name: '王承辦' });
});
afterAll(() => portal.close());

const list = async (as: { headers: Record<string, string> }, query: Record<string, string> = {}) =>
  (await portal.call(events, { ...as, query })).answer;

test('an event names actor, action, subject and organisation', async () => {
  const trainingClass = await publish(here.id);
  const { rows } = await list(await enter(grant('auditor')), { thing: `class:${trainingClass.id}` });
  expect(rows).toEqual([
    {
      key: expect.stringMatching(/^audit-\d+$/),
      at: '2026-12-01T10:00:00+08:00',
      actor: { kind: 'staff', id: actor.id, name: '王承辦' },
      action: 'class.publish',
      subject: 'class',
      subjectId: trainingClass.id,
      subjectName: trainingClass.code,
      person: null,
      organization: here.name,
      changes: [{ field: 'state', before: 'draft', after: 'published' }],
    },
  ]);
});

test('steps of registrations stand among them with their states, those of trainees do not', async () => {
  const account = await buildAccount(portal.db, { chineseName: '陳小美' });
  const trainingClass = await buildClass(portal.db, { organizationId: there.id });
  const registration = await buildRegistration(portal.db, { class: trainingClass, account });
  const decision = { registrationId: registration.id, reason: '資格不符' };
  const as = { actor: asStaff(actor, [grant('officer')]), now: NOW };
  await inTransaction(portal.db, (tx) => rejectRegistration(tx, decision, as));
  const by = { actor: proveTrainee({ accountId: account.id }), now: NOW };
  await inTransaction(portal.db, (tx) => cancelRegistration(tx, { code: trainingClass.code }, by));
  const thing = `registration:${registration.id}`;
  const { rows } = await list(await enter(grant('auditor')), { thing, actor: `staff:${actor.id}` });
  expect(rows).toMatchObject([
    {
      action: 'registration.reject',
      subjectName: trainingClass.code,
      person: { id: account.id, name: '陳小美' },
      organization: there.name,
      changes: [
        { field: 'state', before: 'pending', after: 'rejected' },
        { field: 'note', before: null, after: '資格不符' },
      ],
    },
  ]);
  const all = await list(await enter(grant('auditor')), { thing });
  expect(all.rows.map(({ actor }) => actor.kind).toSorted()).toEqual(['staff', 'system']);
});

test('the events of a trainee are those of the account, its registrations and its certificates', async () => {
  const [account, other] = [await buildAccount(portal.db), await buildAccount(portal.db)];
  const trainingClass = await buildClass(portal.db, { organizationId: here.id });
  const certificate = await buildCertificate(portal.db, { account });
  const registration = await buildRegistration(portal.db, { class: trainingClass, account });
  await buildRegistration(portal.db, { class: trainingClass, account: other });
  const by = { actor: asStaff(actor, [grant('officer')]), action: 'person.show_identity' } as const;
  const look = (subject: 'account' | 'certificate' | 'class' | 'registration', subjectId: number) =>
    inTransaction(portal.db, (tx) => recordEvent(tx, { ...by, subject, subjectId }, NOW));
  await look('account', account.id);
  await look('certificate', certificate.id);
  await look('registration', registration.id);
  await look('account', other.id);
  await look('class', account.id);
  const query = { account: `${account.id}` };
  const { rows } = await list(await enter(grant('auditor')), query);
  expect(
    rows.map(({ action, subject, subjectId }) => `${action} ${subject} ${subjectId}`).toSorted(),
  ).toEqual([
    `person.show_identity account ${account.id}`,
    `person.show_identity certificate ${certificate.id}`,
    `person.show_identity registration ${registration.id}`,
    `registration.enrol registration ${registration.id}`,
  ]);
  const onlyLooks = { ...query, action: 'person.show_identity', subject: 'registration' };
  expect((await list(await enter(grant('auditor')), onlyLooks)).total.count).toBe(1);
  const refused = await portal.call(events, { ...(await enter(grant('auditor'))), query: { account: 'x' } });
  expect(refused.status).toBe(422);
});

describe('scope', () => {
  test('an auditor of one organisation sees the events of its things alone', async () => {
    const [own, foreign] = [await publish(here.id), await publish(there.id)];
    const codes = async (as: Awaited<ReturnType<typeof enter>>) =>
      (await list(as, { action: 'class.publish' })).rows.map(({ subjectName }) => subjectName);
    const branch = await codes(await enter(grant('auditor', here.id)));
    expect(branch).toContain(own.code);
    expect(branch).not.toContain(foreign.code);
    expect(await codes(await enter(grant('auditor')))).toEqual(
      expect.arrayContaining([own.code, foreign.code]),
    );
    const both = await codes(await enter(grant('auditor', here.id), grant('auditor', there.id)));
    expect(both).toEqual(expect.arrayContaining([own.code, foreign.code]));
  });

  test('an account of staff belongs to the organisation of its roles, if that is one', async () => {
    const record = async (...grants: RoleGrant[]) => {
      const staff = await buildStaff(portal.db, { grants });
      const event = { actor: `staff:${staff.id}`, action: 'staff.sign_in', subject: 'staff' } as const;
      const [kept] = await portal.db
        .insert(auditEvents)
        .values({ ...event, subjectId: staff.id, at: NOW })
        .returning();
      return kept?.organizationId;
    };
    expect(await record(grant('officer', here.id), grant('cashier', here.id))).toBe(here.id);
    expect(await record(grant('officer', here.id), grant('cashier', there.id))).toBe(null);
    expect(await record(grant('officer', here.id), grant('cashier'))).toBe(null);
    expect(await record()).toBe(null);
  });
});

test('pages go on where the last one ended, in both directions and without a gap', async () => {
  const as = await enter(grant('auditor', there.id));
  for (let n = 0; n < PAGE_SIZE + 3; n++) await publish(there.id, new Date(NOW.getTime() + (n % 7) * 1000));
  const query = { action: 'class.publish' };
  const first = await list(as, query);
  expect(first.rows.length).toBe(PAGE_SIZE);
  expect(first.previous).toBe(null);
  const second = await list(as, { ...query, after: first.next ?? '' });
  expect(second.next).toBe(null);
  const keys = [...first.rows, ...second.rows].map(({ key }) => key);
  expect(new Set(keys).size).toBe(first.total.count);
  const times = [...first.rows, ...second.rows].map(({ at }) => at);
  expect(times).toEqual(times.toSorted().toReversed());
  expect(await list(as, { ...query, before: second.previous ?? '' })).toEqual({ ...first, previous: null });
  const upwards = await list(as, { ...query, sort: 'at' });
  expect(upwards.rows.map(({ key }) => key)).toEqual(keys.toReversed().slice(0, PAGE_SIZE));
});

test.each([
  ['a cursor that is none', { after: 'e30' }],
  ['a cursor of another kind', { after: Buffer.from('["a","b","c"]').toString('base64url') }],
  ['an action that is none', { action: 'drop' }],
  ['a day that is none', { from: '2026-02-30' }],
  ['a column that is none', { sort: 'actor' }],
])('%s is refused', async (_, query) => {
  const { status } = await portal.call(events, { ...(await enter(grant('auditor'))), query });
  expect(status).toBe(422);
});

test('a day ends at midnight in Taipei', async () => {
  const as = await enter(grant('auditor'));
  const [last, next] = [new Date('2027-01-01T15:59:59Z'), new Date('2027-01-01T16:00:00Z')];
  const [before, after] = [await publish(here.id, last), await publish(here.id, next)];
  const names = async (query: Record<string, string>) =>
    (await list(as, query)).rows.map(({ subjectName }) => subjectName);
  expect(await names({ from: '2027-01-01', until: '2027-01-01' })).toEqual([before.code]);
  expect(await names({ from: '2027-01-02' })).toEqual([after.code]);
});

describe('history', () => {
  test('of a registration has all its steps, the last first', async () => {
    const account = await buildAccount(portal.db, { chineseName: '陳小美' });
    const trainingClass = await buildClass(portal.db, { organizationId: here.id });
    const { id } = await buildRegistration(portal.db, { class: trainingClass, account });
    const by = { actor: proveTrainee({ accountId: account.id }), now: NOW };
    await inTransaction(portal.db, (tx) => cancelRegistration(tx, { code: trainingClass.code }, by));
    const waived = {
      actor: 'system',
      action: 'refund.waive',
      subject: 'registration',
      subjectId: id,
    } as const;
    const earlier = new Date(NOW.getTime() - 1000);
    await inTransaction(portal.db, (tx) => recordEvent(tx, waived, earlier));
    const params = { id: String(id) };
    const { answer } = await portal.call(registrationHistory, {
      params,
      ...(await enter(grant('officer', here.id))),
    });
    expect(answer).toMatchObject([
      {
        actor: { kind: 'account', name: '陳小美' },
        action: 'registration.cancel',
        changes: [{ field: 'state', before: 'pending', after: 'cancelled' }],
      },
      { actor: { kind: 'system', name: null }, action: 'registration.enrol' },
      { action: 'refund.waive' },
    ]);
    for (const elsewhere of [grant('officer', there.id), grant('instructor', here.id)]) {
      const { status } = await portal.call(registrationHistory, { params, ...(await enter(elsewhere)) });
      expect(status).toBe(404);
    }
  });

  test('of a staff account names roles in Chinese', async () => {
    const staff = await buildStaff(portal.db, { grants: [grant('officer', here.id)] });
    const change = { staffId: staff.id, roles: [grant('cashier')], version: 0 };
    const chief = await buildStaff(portal.db, { name: '周世昌', grants: [grant('admin')] });
    await buildTotp(portal.db, chief);
    await inTransaction(portal.db, (tx) =>
      changeRoles(tx, change, { actor: asStaff(chief, [grant('admin')]), now: NOW }),
    );
    const { answer } = await portal.call(staffHistory, {
      params: { id: String(staff.id) },
      ...(await enter(grant('admin'))),
    });
    expect(answer).toMatchObject([
      {
        actor: { kind: 'staff', id: chief.id, name: '周世昌' },
        action: 'staff.change_roles',
        changes: [{ field: 'roles', before: '承辦人員（臺北市分會）', after: '會計（全會）' }],
      },
    ]);
  });
});
