import * as accounts from '@portal/contract/accounts';
import * as catalogue from '@portal/contract/catalogue';
import * as certificates from '@portal/contract/certificates';
import * as enrolment from '@portal/contract/enrolment';
import * as groupCertificates from '@portal/contract/group-certificates';
import * as groups from '@portal/contract/groups';
import * as passwords from '@portal/contract/passwords';
import * as payment from '@portal/contract/payment';
import * as training from '@portal/contract/training';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendDueMails } from '../../src/mail/worker.ts';
import { letters } from '../../src/timers/letters.ts';
import { scores } from '../../src/training/tables.ts';
import { NOW, type TestPortal } from '../app.ts';
import { buildAccount, logIn, PASSWORD } from '../factories/account.ts';
import { buildClass, buildCourse } from '../factories/catalogue.ts';
import { buildCertificate } from '../factories/certificate.ts';
import { buildGroup, buildMembership } from '../factories/group.ts';
import { buildRegistration } from '../factories/registration.ts';
import { FILLING, openFilledPortal } from './fill.ts';
import { plansWithoutValues, scansOf, tablesAbove } from './plans.ts';
import { type Recorded, record } from './recorder.ts';

const MANY_ROWS = 10_000;
const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

let portal: TestPortal;
let statements: Recorded[] = [];
let planned = false;

/** A trainee and group manager with a few rows of everything, among thousands of others. */
const buildTrainee = async () => {
  const { db } = portal;
  const account = await buildAccount(db);
  const [group, { id: courseId }] = [await buildGroup(db), await buildCourse(db)];
  await buildMembership(db, { group, account, role: 'manager' });
  const member = await buildAccount(db);
  await buildMembership(db, { group, account: member });
  const past = await buildClass(db, { startTime: new Date(NOW.getTime() - DAY) });
  const trained = await buildRegistration(db, { class: past, account, state: 'confirmed' });
  await db.execute(sql`
    insert into ${scores} select ${trained.id}, id, 80, ${NOW} from subjects where course_id = ${courseId}`);
  const payable = await buildClass(db);
  await buildRegistration(db, { class: payable, account, state: 'unpaid' });
  const shared = await buildClass(db);
  await buildRegistration(db, { class: shared, account: member, group });
  return {
    account,
    group,
    member,
    newcomer: await buildAccount(db),
    certificate: await buildCertificate(db, { account, endTime: '2026-12-31' }),
    past,
    payable,
    shared,
    // The session was last used a while ago: using it is written down.
    token: await logIn(db, account, new Date(NOW.getTime() - 5 * MINUTE)),
  };
};

/** Makes every call that people make often, and expects an answer to each. */
const callAll = async () => {
  const { account, group, member, newcomer, certificate, past, payable, shared, token } =
    await buildTrainee();
  const call: TestPortal['call'] = async (endpoint, input) => {
    const reply = await portal.call(endpoint, input);
    expect([endpoint.path, reply.status]).toEqual([endpoint.path, 200]);
    return reply;
  };
  const GroupCode = { GroupCode: group.code };
  const ofGroup = { group: group.code };
  const numbers = { id_number: newcomer.idNumber };
  const lists = [
    {},
    { type: 'Pagination', page: '3' },
    { type: 'Pagination', organization: '臺北市分會' },
    { type: 'Pagination', trainclass: 'CPR' },
    { type: 'Pagination', organization: '臺北市分會', trainclass: 'CPR' },
    { type: 'Pagination', word: '教室' },
    { type: 'Pagination', word: '北' },
    { type: 'Pagination', word: '教室', organization: '臺北市分會', sort: 'start' },
    { type: 'Pagination', month: '2026-12' },
    { type: 'Pagination', month: '2026-12', sort: 'start', trainclass: 'CPR' },
    { type: 'Pagination', open: '1' },
    { type: 'Pagination', open: '1', sort: 'start', word: '教室', month: '2026-12' },
    { type: 'Pagination', sort: 'start' },
  ];
  for (const query of lists) {
    await call(catalogue.classes, { query });
    await call(catalogue.classes, { query, token });
  }
  const trainingClass = { code: shared.code };
  await call(catalogue.classDetail, { params: trainingClass });
  await call(catalogue.classDetail, { params: trainingClass, token });

  await call(enrolment.precheck, { body: trainingClass, token });
  await call(enrolment.enrol, { body: trainingClass, token, headers: { 'idempotency-key': 'enrol' } });
  await call(enrolment.registrationInfo, { body: trainingClass, token });
  await call(enrolment.registrationInfo, { body: trainingClass, query: ofGroup, token });
  await call(enrolment.records, { token });
  await call(enrolment.cancelRegistration, { body: trainingClass, token });

  const params = { code: payable.code };
  const body = { paid_time: '2026-12-01', last_five: 42, paid_money: 1500, paid_name: '王小明' };
  await call(payment.paymentCheck, { params, token });
  await call(payment.reportPayment, { params, body, token, headers: { 'idempotency-key': 'report' } });
  await call(payment.paymentCheck, { params, token });

  await call(training.trainingRecords, { token });
  await call(training.trainingRecords, {
    query: { type: 'Pagination', organization: '臺北市分會', trainclass: 'CPR' },
    token,
  });
  await call(training.scores, { params: { code: past.code }, token });

  const held = { code: certificate.number };
  await call(certificates.certificates, { token });
  await call(certificates.oldCertificates, { token });
  await call(certificates.renewalPage, { params: held, token });
  await call(certificates.askRenewal, { params: held, body: {}, token });

  const needs = [{ kind: certificate.kindId, count: 2 }];
  await call(groupCertificates.setGroupNeeds, { params: GroupCode, body: { version: 0, needs }, token });
  await call(groupCertificates.ownGroupCertificates, { params: GroupCode, token });
  const query = { kind: `${certificate.kindId}` };
  await call(groupCertificates.classesForNeed, { params: GroupCode, query, token });

  await call(groups.groups, { token });
  for (const type of ['admin', 'belong'])
    await call(groups.groupDetail, { params: GroupCode, body: { type }, token });
  const of = { account: newcomer.account, password: PASSWORD };
  await call(groups.admitMember, { params: GroupCode, body: of, token });
  await call(groups.groupMember, { body: { ...GroupCode, ...numbers }, token });
  await call(groups.roster, { params: trainingClass, query: ofGroup, token });
  const members = [
    { id: member.id, state: false },
    { id: newcomer.id, state: true },
  ];
  await call(groups.submitRoster, {
    body: { ...trainingClass, ...ofGroup, admins: [], members, had_removed: [] },
    token,
  });
  await call(training.groupClassRoster, { params: { ...GroupCode, ...trainingClass }, token });
  await call(groups.dismissMember, { params: GroupCode, body: numbers, token });

  await call(passwords.forget, { body: { account: account.account, date: '1990-05-14' } });
  const credentials = { account: account.account, password: PASSWORD };
  await portal.call(accounts.login, { body: { ...credentials, password: 'wrong' } });
  const { answer } = await call(accounts.login, { body: credentials });
  const renewed = await call(accounts.renewSession, { token: answer.access_token });
  await call(accounts.logout, { token: renewed.answer.access_token });
};

const sendMails = () =>
  sendDueMails({ ...portal.services, letters, publicUrl: 'https://portal.example', deliver: async () => {} });

beforeAll(async () => {
  portal = await openFilledPortal();
  planned = await plansWithoutValues(portal.db);
  statements = await record(async () => {
    await callAll();
    await sendMails();
  });
}, FILLING);
afterAll(() => portal.close({ broken: true }));

/** The hot paths' statements that read one of the big tables from end to end, with these tables. */
const scansOfMany = async () => {
  const many = await tablesAbove(portal.db, MANY_ROWS);
  const scans = Object.entries(await scansOf(portal.db, statements));
  return scans.flatMap(([text, tables]) => {
    const read = tables.filter((table) => many.includes(table));
    return read.length > 0 ? [{ text, read }] : [];
  });
};

test('every table that grows holds more than 10,000 rows', async () => {
  expect(await tablesAbove(portal.db, MANY_ROWS)).toEqual([
    'accounts',
    'attachments',
    'audit_events',
    'certificates',
    'charges',
    'classes',
    'groups',
    'idempotency_keys',
    'known_addresses',
    'mails',
    'memberships',
    'password_resets',
    'payment_report_registrations',
    'payment_reports',
    'registration_attempts',
    'registration_events',
    'registrations',
    'renewal_requests',
    'scores',
    'sessions',
    'sign_in_attempts',
    'twin_checks',
  ]);
});

test('the queries about training, certificates and groups are among them', () => {
  const names = new Set(statements.map(({ name }) => name));
  expect([...names]).toEqual(
    expect.arrayContaining([
      'find_certificates',
      'find_group_classes',
      'find_group_people',
      'find_own_group',
      'find_own_groups',
      'find_roster',
      'find_scores',
      'find_scores_of_all',
      'find_training',
      'find_training_records',
    ]),
  );
});

test('no query of a hot path scans a table of more than 10,000 rows', async ({ skip }) => {
  skip(!planned, 'PostgreSQL before version 16 plans no statement without its values');
  expect(await scansOfMany()).toEqual([]);
});

test('control: without an index a query scans its table', async ({ skip }) => {
  skip(!planned, 'PostgreSQL before version 16 plans no statement without its values');
  await portal.db.execute(sql`drop index registrations_account, memberships_account`);
  const scans = await scansOfMany();
  expect(new Set(scans.flatMap(({ read }) => read))).toEqual(new Set(['registrations', 'memberships']));
});
