import { events } from '@portal/contract/office/audit';
import * as enrolment from '@portal/contract/office/enrolment';
import * as incidents from '@portal/contract/office/incidents';
import * as people from '@portal/contract/office/people';
import { mergePeople } from '@portal/contract/office/person-merges';
import * as privacy from '@portal/contract/office/privacy';
import { search } from '@portal/contract/office/reports';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { buildClass, buildOrganization } from '../../../test/factories/catalogue.ts';
import { buildIncident } from '../../../test/factories/incident.ts';
import { enterAs, grant } from '../../../test/factories/staff.ts';
import { runNextJob } from '../../jobs/run-job.ts';
import { mails } from '../../mail/tables.ts';
import { incidentPeople, privacyRequests } from '../../privacy/tables.ts';
import { jobKinds } from '../../timers/job-kinds.ts';

/* Where staff meet a person whose record was merged, twice, into that of somebody else. */

let portal: TestPortal;
let branch: { id: number };
let headers: Record<string, string>;
beforeAll(async () => {
  portal = await openTestPortal({ STAFF_SECOND_FACTOR: 'optional' });
  branch = await buildOrganization(portal.db);
});
afterAll(() => portal.close());
beforeEach(async () => {
  ({ headers } = await enterAs(portal.db, grant('officer', branch.id), grant('auditor', branch.id)));
});

type Account = Awaited<ReturnType<typeof buildAccount>>;
let named = 0;
const build = (overrides: Parameters<typeof buildAccount>[1] = {}) =>
  buildAccount(portal.db, { organizationId: branch.id, emailConfirmedAt: NOW, ...overrides });

const merge = async (survivor: Account, removed: Account) => {
  const { status } = await portal.call(mergePeople, {
    headers,
    params: { id: `${survivor.id}` },
    body: { removedId: removed.id, reason: '同一人，證號登錄錯誤' },
  });
  expect(status).toBe(200);
};

const mergeTwice = async (
  before: (removed: Account, survivor: Account, between: Account) => Promise<void> = async () => {},
) => {
  const chineseName = `併入者${'甲乙丙丁戊己庚辛壬癸'[named++ % 10]}`;
  const removed = await build({ chineseName, birthday: '1990-05-14' });
  const [between, survivor] = [await build(), await build({ birthday: '1990-05-14' })];
  await before(removed, survivor, between);
  await merge(between, removed);
  await merge(survivor, between);
  return { removed, survivor };
};

test('no search and no picker finds the merged record; its number finds the survivor', async () => {
  const { removed, survivor } = await mergeTwice();
  for (const [text, ids] of [
    [removed.chineseName ?? '', []],
    [removed.account, [survivor.id]],
  ] as const) {
    const found = await portal.call(people.findPeople, { body: { q: text }, headers });
    expect(found.answer.people.map(({ id }) => id)).toEqual(ids);
    const { answer } = await portal.call(search, { body: { q: text }, headers });
    expect(answer.people?.hits.map(({ id }) => id)).toEqual(ids);
    const applicants = await portal.call(enrolment.findApplicants, { body: { search: text }, headers });
    expect(applicants.answer.map(({ id }) => id)).toEqual(ids);
  }
  const { answer: listed } = await portal.call(people.personList, { query: {}, headers });
  expect(listed.rows.map(({ id }) => id)).not.toContain(removed.id);
});

test('the number and birth date identify the survivor, and the merged record is not registered', async () => {
  const { removed, survivor } = await mergeTwice();
  const proof = { number: removed.account, by: 'birthday', birthday: '1990-05-14' };
  const { answer } = await portal.call(enrolment.identifyApplicant, { body: proof, headers });
  expect(answer.id).toBe(survivor.id);
  const { code } = await buildClass(portal.db, { organizationId: branch.id });
  const enrol = (accountId: number) =>
    portal.call(enrolment.enrolPerson, { body: { code, accountId }, headers });
  expect((await enrol(removed.id)).code).toBe('person_unknown');
  expect((await enrol(survivor.id)).status).toBe(200);
});

test('requests and events about the merged record are those of the survivor', async () => {
  let requestId = 0;
  const { removed, survivor } = await mergeTwice(async ({ id: accountId }) => {
    const closed = { state: 'answered', closedAt: NOW } as const;
    const [row] = await portal.db
      .insert(privacyRequests)
      .values({ accountId, requestedAt: NOW, kind: 'access', ...closed })
      .returning();
    requestId = row?.id ?? 0;
  });
  const { answer: request } = await portal.call(privacy.privacyRequest, {
    params: { id: `${requestId}` },
    headers,
  });
  expect(request).toMatchObject({ personId: survivor.id, name: survivor.chineseName });
  const { answer: requests } = await portal.call(privacy.privacyRequests, { query: {}, headers });
  expect(requests.rows.map(({ id, name }) => [id, name])).toContainEqual([requestId, survivor.chineseName]);
  const { answer } = await portal.call(events, { query: { account: `${survivor.id}` }, headers });
  const about = answer.rows.map(({ action, subjectId }) => [action, subjectId]);
  expect(about).toContainEqual(['person.become_part', removed.id]);
});

test('an incident names the survivor once, and writes to them', async () => {
  const row = { events: 1, lastAt: NOW };
  const ids: number[] = [];
  const runner = { ...portal.services, kinds: jobKinds, publicUrl: 'http://p', pause: async () => {} };
  const { removed, survivor } = await mergeTwice(async ({ id: accountId }, other, between) => {
    const [one, both, parts] = [
      await buildIncident(portal.db, { accountId, organizationId: branch.id }),
      await buildIncident(portal.db, { accountId, organizationId: branch.id }),
      await buildIncident(portal.db, { accountId, organizationId: branch.id }),
    ];
    await portal.db.insert(incidentPeople).values([
      { ...row, incidentId: both.id, accountId: other.id },
      { ...row, incidentId: parts.id, accountId: between.id },
    ]);
    ids.push(one.id, both.id, parts.id);
  });
  for (const id of ids) {
    const params = { id: `${id}` };
    const { answer } = await portal.call(incidents.incidentPeople, { params, query: {}, headers });
    expect(answer.rows.map(({ personId }) => personId)).toEqual([survivor.id]);
    const { answer: incident } = await portal.call(incidents.incident, { params, headers });
    expect(incident).toMatchObject({ people: 1, toMail: 1 });
    await portal.call(incidents.notifyPeople, { params, body: { version: incident.version }, headers });
    while (await runNextJob(runner));
  }
  const letters = async ({ id }: Account) =>
    (await portal.db.select().from(mails).where(eq(mails.accountId, id))).filter(
      ({ template }) => template === 'incident_notice',
    ).length;
  expect([await letters(removed), await letters(survivor)]).toEqual([0, 3]);
});
