import { isoTaipei } from '@portal/contract/dates';
import * as contract from '@portal/contract/office/incidents';
import { exportPeople } from '@portal/contract/office/people';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { buildOrganization } from '../../../test/factories/catalogue.ts';
import { buildIncident } from '../../../test/factories/incident.ts';
import { enterAs, enterOffice, grant } from '../../../test/factories/staff.ts';
import { accounts } from '../../accounts/tables.ts';
import { auditEvents } from '../../audit/tables.ts';
import { runNextJob } from '../../jobs/run-job.ts';
import { mails } from '../../mail/tables.ts';
import { jobKinds } from '../../timers/job-kinds.ts';
import { incidentPeople } from '../tables.ts';

let portal: TestPortal;
let here: { id: number };
let there: { id: number };
let officer: Awaited<ReturnType<typeof enterAs>>;
beforeAll(async () => {
  portal = await openTestPortal({ STAFF_SECOND_FACTOR: 'optional' });
  here = await buildOrganization(portal.db);
  there = await buildOrganization(portal.db, { code: 'KHH', name: '高雄市分會' });
  officer = await enterAs(portal.db, grant('officer', here.id));
});
afterAll(() => portal.close());

const buildPerson = (overrides: Parameters<typeof buildAccount>[1] = {}) =>
  buildAccount(portal.db, { organizationId: here.id, emailConfirmedAt: NOW, ...overrides });

const texts = { title: '名單外流', facts: '筆電遺失', data: '姓名', measures: '停用帳號', contact: '王承辦' };
const day = { from: '2026-12-01T00:00', until: isoTaipei(NOW) };

const look = async (
  { id: subjectId }: { id: number },
  { staffId, sessionId, at = NOW }: { staffId: number; sessionId: number; at?: Date },
) =>
  portal.db.insert(auditEvents).values({
    ...{ actor: `staff:${staffId}`, action: 'person.show_identity', subject: 'account', subjectId },
    ...{ sessionId, at },
  });

const create = async (choice: object, headers = officer.headers) =>
  portal.call(contract.createIncident, {
    headers,
    body: { ...texts, ...day, organizationId: here.id, ...choice },
  });

const peopleOf = async (choice: object) => {
  const { status, answer } = await create(choice);
  expect(status).toBe(200);
  const rows = await portal.db
    .select({ id: incidentPeople.accountId })
    .from(incidentPeople)
    .where(eq(incidentPeople.incidentId, answer.id))
    .orderBy(incidentPeople.accountId);
  return rows.map(({ id }) => id);
};

const show = async (id: number, headers = officer.headers) =>
  portal.call(contract.incident, { headers, params: { id: `${id}` } });

const MINUTE = 60_000;

describe('whom an incident concerns', () => {
  test('are the people seen by the staff member, in the session and at the time that are chosen', async () => {
    const [first, second, third] = [await buildPerson(), await buildPerson(), await buildPerson()];
    const elsewhere = await buildPerson({ organizationId: there.id });
    await look(first, { staffId: 901, sessionId: 51 });
    await look(first, { staffId: 901, sessionId: 51 });
    await look(second, { staffId: 901, sessionId: 52, at: new Date(NOW.getTime() - 60 * MINUTE) });
    await look(third, { staffId: 902, sessionId: 53 });
    await look(elsewhere, { staffId: 901, sessionId: 51 });
    const { staff } = await enterAs(portal.db, grant('officer', here.id));
    await look(third, { staffId: staff.id, sessionId: 54 });
    expect(await peopleOf({})).toEqual([first.id, second.id, third.id]);
    expect(await peopleOf({ session: 51 })).toEqual([first.id]);
    expect(await peopleOf({ staffId: staff.id })).toEqual([third.id]);
    expect(await peopleOf({ from: isoTaipei(new Date(NOW.getTime() - 30 * MINUTE)) })).toEqual([
      first.id,
      third.id,
    ]);
    expect((await create({ session: 52, staffId: staff.id })).code).toBe('incident_source_unknown');
  });

  test('are those in an exported file', async () => {
    const [inside, outside] = [await buildPerson(), await buildPerson()];
    await portal.db.update(accounts).set({ suspendedAt: NOW }).where(eq(accounts.id, inside.id));
    await portal.app.inject({
      method: 'POST',
      url: exportPeople.path,
      headers: officer.headers,
      payload: { format: 'csv', state: 'suspended' },
    });
    const { answer: sources } = await portal.call(contract.incidentSources, {
      headers: officer.headers,
      body: { ...day, organizationId: here.id },
    });
    const [file] = sources.files;
    expect(file).toMatchObject({ name: '匯出列表：學員名單', staff: officer.staff.name });
    expect(sources.staff).toContainEqual({ id: officer.staff.id, name: officer.staff.name });
    expect(sources.sessions.map(({ staff }) => staff)).toContain(officer.staff.name);
    const people = await peopleOf({ fileId: file?.id });
    expect([people.includes(inside.id), people.includes(outside.id)]).toEqual([true, false]);
  });

  test.each([[{ from: isoTaipei(NOW) }], [{ until: isoTaipei(new Date(NOW.getTime() + MINUTE)) }]])(
    'are not asked for a time that is empty or still to come: %j',
    async (time) => {
      expect((await create(time)).code).toBe('incident_time');
    },
  );

  test('belong to the organisation of the staff member', async () => {
    expect((await create({ organizationId: null })).code).toBe('forbidden');
    const { headers } = await enterAs(portal.db, grant('officer', there.id));
    const { id } = await buildIncident(portal.db, {
      accountId: (await buildPerson()).id,
      organizationId: here.id,
    });
    expect((await show(id, headers)).status).toBe(404);
    expect((await show(id)).status).toBe(200);
  });
});

const runJobs = async () => {
  const runner = { ...portal.services, kinds: jobKinds, publicUrl: 'http://p', pause: async () => {} };
  while (await runNextJob(runner));
};

const notify = async (id: number, version = 0) =>
  portal.call(contract.notifyPeople, {
    headers: officer.headers,
    params: { id: `${id}` },
    body: { version },
  });

const mailsTo = ({ id }: { id: number }) => portal.db.$count(mails, eq(mails.accountId, id));

describe('the letter', () => {
  test('goes once to everybody with a confirmed mailbox, whoever asks how often', async () => {
    const [mailed, onPaper] = [await buildPerson(), await buildPerson({ emailConfirmedAt: null })];
    const { id } = await buildIncident(portal.db, { accountId: mailed.id, organizationId: here.id });
    const row = { incidentId: id, events: 1, lastAt: NOW };
    await portal.db.insert(incidentPeople).values({ ...row, accountId: onPaper.id });
    expect((await show(id)).answer).toMatchObject({ people: 2, toMail: 1, onPaper: 1, mailed: 0 });
    expect((await notify(id)).status).toBe(202);
    const { version } = (await show(id)).answer;
    // The letter is asked for again before the first job has run, and after it.
    expect((await notify(id, version)).status).toBe(202);
    await runJobs();
    expect((await notify(id, (await show(id)).answer.version)).code).toBe('incident_nobody');
    expect([await mailsTo(mailed), await mailsTo(onPaper)]).toEqual([1, 0]);
    expect((await show(id)).answer).toMatchObject({ state: 'notified', toMail: 0, mailed: 1, onPaper: 1 });
  });

  test('reaches those who confirm a mailbox later', async () => {
    const [first, late] = [await buildPerson(), await buildPerson({ emailConfirmedAt: null })];
    const { id } = await buildIncident(portal.db, { accountId: first.id, organizationId: here.id });
    await portal.db
      .insert(incidentPeople)
      .values({ incidentId: id, events: 1, lastAt: NOW, accountId: late.id });
    await notify(id);
    await runJobs();
    await portal.db.update(accounts).set({ emailConfirmedAt: NOW }).where(eq(accounts.id, late.id));
    await notify(id, (await show(id)).answer.version);
    await runJobs();
    expect([await mailsTo(first), await mailsTo(late)]).toEqual([1, 1]);
  });

  test('says what the law asks for, and waits until it is written', async () => {
    const person = await buildPerson();
    const asked = { accountId: person.id, organizationId: here.id };
    const { id } = await buildIncident(portal.db, asked);
    const { answer } = await portal.call(contract.incidentLetter, {
      headers: officer.headers,
      params: { id: `${id}` },
    });
    const written = JSON.stringify(answer);
    for (const part of [
      '第 12 條',
      '筆記型電腦遺失',
      '遮蔽的證號',
      '已停用帳號',
      '02-1234-5678',
      person.chineseName,
    ])
      expect(written).toContain(part);
    const { id: unwritten } = await buildIncident(portal.db, { ...asked, measures: null });
    expect((await notify(unwritten)).code).toBe('incident_letter_incomplete');
  });
});

describe('an incident', () => {
  const edit = async (id: number, body: object) =>
    portal.call(contract.editIncident, {
      headers: officer.headers,
      params: { id: `${id}` },
      body: { ...texts, ...day, ...body },
    });
  const close = async (id: number, version: number) =>
    portal.call(contract.closeIncident, {
      headers: officer.headers,
      params: { id: `${id}` },
      body: { note: '已告知', version },
    });

  test('is edited until the letter is sent, and only as it was seen', async () => {
    const person = await buildPerson();
    await look(person, { staffId: 903, sessionId: 61 });
    const { answer } = await create({ session: 61 });
    const { version } = (await show(answer.id)).answer;
    const edited = await edit(answer.id, { session: 61, title: '筆電遺失', version });
    expect(edited.answer).toMatchObject({ title: '筆電遺失', people: 1 });
    expect((await edit(answer.id, { title: '又一次', version })).code).toBe('changed_meanwhile');
    await notify(answer.id, edited.answer.version);
    const after = (await show(answer.id)).answer;
    expect((await edit(answer.id, { title: '再一次', version: after.version })).code).toBe('incident_fixed');
  });

  test('is closed once, with a note', async () => {
    const { id } = await buildIncident(portal.db, {
      accountId: (await buildPerson()).id,
      organizationId: here.id,
    });
    expect((await close(id, 0)).answer).toMatchObject({
      state: 'closed',
      closingNote: '已告知',
      can: { edit: false, notify: false, close: false },
    });
    // The same call again, as after a lost answer.
    expect((await close(id, 0)).status).toBe(200);
    const { version } = (await show(id)).answer;
    expect((await close(id, version)).code).toBe('incident_closed');
    expect((await notify(id, version)).code).toBe('incident_closed');
  });

  test('hands out its list, with the address of those who are told on paper', async () => {
    const person = await buildPerson({ emailConfirmedAt: null });
    const { id } = await buildIncident(portal.db, { accountId: person.id, organizationId: here.id });
    const headers = { cookie: await enterOffice(portal.db, officer.staff), 'sec-fetch-site': 'same-origin' };
    const { answer } = await portal.call(contract.incidentPeople, {
      headers,
      params: { id: `${id}` },
      query: { by: 'paper' },
    });
    expect(answer.rows).toMatchObject([{ personId: person.id, hasMailbox: false, mailedAt: null }]);
    const sent = await portal.app.inject({
      method: 'POST',
      url: contract.exportIncidentPeople.path.replace(':id', `${id}`),
      headers,
    });
    expect([sent.statusCode, sent.rawPayload.subarray(0, 2).toString()]).toEqual([200, 'PK']);
  });
});
