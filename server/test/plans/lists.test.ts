import { events, registrationHistory, staffHistory } from '@portal/contract/office/audit';
import { certificateList } from '@portal/contract/office/certificate-register';
import { classList } from '@portal/contract/office/classes';
import { registerStateNames } from '@portal/contract/office/code-names';
import { mail, mailList, mailStates } from '@portal/contract/office/correspondence';
import { registrationList } from '@portal/contract/office/enrolment';
import { groupHistory, groupList, officeGroup, officeGroupPeople } from '@portal/contract/office/groups';
import { findPeople, personList } from '@portal/contract/office/people';
import { renewalQueue } from '@portal/contract/office/renewals';
import type { RoleGrant } from '@portal/contract/rights';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestPortal } from '../app.ts';
import { buildClass, buildOrganization } from '../factories/catalogue.ts';
import { buildStaff, buildTotp, enterOffice, grant } from '../factories/staff.ts';
import { FILLING, openFilledPortal, openSmallPortal } from './fill.ts';
import { plansWithoutValues, scansOf, tablesAbove } from './plans.ts';
import { type Recorded, record } from './recorder.ts';

/* The lists of staff, by everybody who may read them and with every filter and sort offered. */

/** `small` records the statements, `portal` plans them. */
let small: TestPortal;
let portal: TestPortal;
let statements: Recorded[] = [];
let planned = false;

const enter = async (...grants: RoleGrant[]) => {
  const staff = await buildStaff(small.db, { grants });
  await buildTotp(small.db, staff);
  return { headers: { cookie: await enterOffice(small.db, staff) } };
};

const registrationQueries: Record<string, string>[] = [
  {},
  { sort: 'createdAt' },
  { class: 'BULK-1' },
  { class: 'BULK-1', sort: 'name' },
  { course: 'BULK' },
  { course: 'BULK', from: '2026-11-01', until: '2026-12-31' },
  { class: 'BULK-1', sort: '-name', state: 'pending' },
  { state: 'unpaid' },
  { state: 'unpaid', from: '2026-11-01', until: '2026-12-31' },
  { group: 'BULK-1' },
  { account: '1' },
  { person: '學員' },
  { person: 'BULK00000001', state: 'confirmed' },
];

const eventQueries: Record<string, string>[] = [
  {},
  { sort: 'at' },
  { actor: 'staff:1' },
  { action: 'registration.approve' },
  { subject: 'staff' },
  { thing: 'registration:1' },
  { account: '1' },
  { from: '2026-11-01', until: '2026-12-31', actor: 'staff:1', action: 'registration.approve' },
];

const mailQueries: Record<string, string>[] = [
  {},
  { sort: 'createdAt' },
  ...mailStates.map((state) => ({ state })),
  { class: 'BULK-1' },
  { class: 'BULK-1', state: 'sent' },
  { account: '1' },
  { person: '學員' },
  { person: 'bulk1@example.com', state: 'undeliverable' },
  { from: '2026-11-01', until: '2026-12-31', state: 'sent' },
];

const certificateQueries: Record<string, string>[] = [
  {},
  { sort: 'endTime' },
  { sort: '-endTime' },
  ...Object.keys(registerStateNames).map((state) => ({ state })),
  { state: 'expiring', sort: 'endTime' },
  { kind: '1000000' },
  { course: 'BULK' },
  { course: 'BULK', from: '2026-11-01', until: '2026-12-31' },
  { class: 'BULK-1' },
  { search: '學員' },
  { search: 'BULK-1', state: 'valid' },
  { from: '2026-11-01', until: '2026-12-31' },
];

const peopleQueries: Record<string, string>[] = [
  {},
  { sort: 'createdAt' },
  { sort: 'name' },
  { sort: '-name' },
  { state: 'suspended' },
  { state: 'incomplete', sort: 'name' },
  { group: 'BULK-1' },
  { class: 'BULK-1', sort: 'name' },
];

const classQueries: Record<string, string>[] = [
  {},
  { sort: 'code' },
  { word: '教室' },
  { word: 'BULK-1', sort: 'code' },
  { word: '教室', state: 'draft' },
  { month: '2026-12' },
];

/** Parts and whole ones. */
const searches = ['學員', '學員1', 'Trainee', 'BULK00000001', '0900-000000', 'bulk1@example.com'];

const groupQueries: Record<string, string>[] = [
  {},
  { sort: '-name' },
  { sort: 'createdAt' },
  { search: '團體 1' },
  { search: 'BULK-1', sort: '-createdAt' },
];

/** The first page, the next and the one before it. */
const turnPages = async (
  endpoint:
    | typeof registrationList
    | typeof classList
    | typeof events
    | typeof mailList
    | typeof certificateList
    | typeof personList
    | typeof groupList
    | typeof renewalQueue,
  as: object,
  query: object,
) => {
  const call = async (place: object) => {
    const { status, answer } = await small.call(endpoint, { ...as, query: { ...query, ...place } });
    expect([query, status]).toEqual([query, 200]);
    return answer;
  };
  const { next } = await call({});
  if (next === null) return;
  const { previous } = await call({ after: next });
  await call({ before: previous });
};

const lookAtMail = async (as: object) => {
  const { rows } = (await small.call(mailList, { ...as, query: { class: 'BULK-1' } })).answer;
  for (const { id } of rows.slice(0, 1)) {
    expect((await small.call(mail, { ...as, params: { id } })).status).toBe(200);
  }
};

const readAll = async () => {
  const [branch, other] = [
    await buildOrganization(small.db),
    await buildOrganization(small.db, { code: 'KHH', name: '高雄市分會' }),
  ];
  await buildClass(small.db, { organizationId: other.id });
  const people = [
    await enter(grant('auditor')),
    await enter(grant('auditor', branch.id)),
    await enter(grant('auditor', branch.id), grant('auditor', other.id)),
  ];
  for (const as of people) {
    for (const query of registrationQueries) await turnPages(registrationList, as, query);
    for (const query of classQueries) await turnPages(classList, as, query);
    for (const query of eventQueries) await turnPages(events, as, query);
    for (const query of mailQueries) await turnPages(mailList, as, query);
    for (const query of certificateQueries) await turnPages(certificateList, as, query);
    for (const query of peopleQueries) await turnPages(personList, as, query);
    for (const q of searches) await small.call(findPeople, { ...as, body: { q, elsewhere: true } });
    for (const query of groupQueries) await turnPages(groupList, as, query);
    for (const endpoint of [officeGroup, officeGroupPeople, groupHistory] as const)
      await small.call(endpoint, { ...as, params: { id: '1' } });
    await lookAtMail(as);
    await small.call(registrationHistory, { ...as, params: { id: '1' } });
    await small.call(staffHistory, { ...as, params: { id: '1' } });
  }
  for (const as of [await enter(grant('officer')), await enter(grant('officer', branch.id))])
    for (const query of [{}, { kind: '1000000' }]) await turnPages(renewalQueue, as, query);
};

beforeAll(async () => {
  small = await openSmallPortal();
  statements = await record(readAll);
  portal = await openFilledPortal();
  planned = await plansWithoutValues(portal.db);
}, FILLING);
afterAll(async () => {
  for (const each of [small, portal]) await each.close({ broken: true });
});

/** The big tables that the lists' statements read from end to end. */
const scansOfMany = async (): Promise<{ text: string; read: string[] }[]> => {
  const many = await tablesAbove(portal.db, 10_000);
  return Object.entries(await scansOf(portal.db, statements)).flatMap(([text, tables]) => {
    const read = tables.filter((table) => many.includes(table));
    return read.length > 0 ? [{ text, read }] : [];
  });
};

test('no list scans a table of more than 10,000 rows', async ({ skip }) => {
  skip(!planned, 'PostgreSQL before version 16 plans no statement without its values');
  expect(statements.length).toBeGreaterThan(100);
  expect(await scansOfMany()).toEqual([]);
});

test('control: without its indexes a list scans one', async ({ skip }) => {
  skip(!planned, 'PostgreSQL before version 16 plans no statement without its values');
  await portal.db.execute(
    sql`drop index registrations_listed, registrations_state_listed, mails_organization, mails_class, mails_unsent, classes_text_parts`,
  );
  const read = (await scansOfMany()).flatMap((scan) => scan.read);
  expect(new Set(read)).toEqual(new Set(['registrations', 'mails', 'classes']));
});
