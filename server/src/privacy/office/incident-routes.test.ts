import { isoTaipei } from '@portal/contract/dates';
import * as contract from '@portal/contract/office/incidents';
import { exportPeople } from '@portal/contract/office/people';
import { waitingWork } from '@portal/contract/office/reports';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { buildOrganization } from '../../../test/factories/catalogue.ts';
import { buildIncident } from '../../../test/factories/incident.ts';
import { one } from '../../../test/factories/one.ts';
import { asStaff, enterAs, enterOffice, grant } from '../../../test/factories/staff.ts';
import { actDuring, isWaiting } from '../../../test/locks.ts';
import { accounts } from '../../accounts/tables.ts';
import { auditEvents, eventPeople } from '../../audit/tables.ts';
import { runNextJob } from '../../jobs/run-job.ts';
import { jobItems } from '../../jobs/tables.ts';
import { mails } from '../../mail/tables.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { jobKinds } from '../../timers/job-kinds.ts';
import { closeIncident } from '../incidents/close-incident.ts';
import { lockIncident } from '../incidents/find-incident.ts';
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
beforeEach(() => {
  portal.clock.now = NOW;
});

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
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * MINUTE);

/** An organisation without events, and an officer of it. */
const openBranch = async (code: string) => {
  const branch = await buildOrganization(portal.db, { code, name: `${code} 分會` });
  return { branch, ...(await enterAs(portal.db, grant('officer', branch.id))) };
};

describe('whom an incident concerns', () => {
  test('are the people seen by the staff member, in the session and at the time that are chosen', async () => {
    const [first, second, third] = [await buildPerson(), await buildPerson(), await buildPerson()];
    const elsewhere = await buildPerson({ organizationId: there.id });
    await look(first, { staffId: 901, sessionId: 51 });
    await look(first, { staffId: 901, sessionId: 51 });
    await look(second, { staffId: 901, sessionId: 52, at: ago(60) });
    await look(third, { staffId: 902, sessionId: 53 });
    await look(elsewhere, { staffId: 901, sessionId: 51 });
    const { staff } = await enterAs(portal.db, grant('officer', here.id));
    await look(third, { staffId: staff.id, sessionId: 54 });
    expect(await peopleOf({})).toEqual([first.id, second.id, third.id]);
    expect(await peopleOf({ session: 51 })).toEqual([first.id]);
    expect(await peopleOf({ staffId: staff.id })).toEqual([third.id]);
    expect(await peopleOf({ from: isoTaipei(ago(60)) })).toEqual([first.id, second.id, third.id]);
    expect(await peopleOf({ from: isoTaipei(ago(59)) })).toEqual([first.id, third.id]);
    expect((await create({ session: 52, staffId: staff.id })).code).toBe('incident_source_unknown');
  });

  test('may be nobody, but a staff member, session or file that is chosen must have shown somebody', async () => {
    const { branch, staff, headers } = await openBranch('ILN');
    const organizationId = branch.id;
    expect((await create({ organizationId }, headers)).status).toBe(200);
    for (const choice of [{ staffId: staff.id }, { session: 999_999 }, { fileId: 999_999 }]) {
      const { code } = await create({ organizationId, ...choice }, headers);
      expect([choice, code]).toEqual([choice, 'incident_source_unknown']);
    }
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

  test.each([[{ from: isoTaipei(NOW) }], [{ until: isoTaipei(ago(-1)) }]])(
    'are not asked for a time that is empty or still to come: %j',
    async (time) => {
      expect((await create(time)).code).toBe('incident_time');
      const { code } = await portal.call(contract.incidentSources, {
        headers: officer.headers,
        body: { ...day, organizationId: here.id, ...time },
      });
      expect(code).toBe('incident_time');
    },
  );

  test('are chosen from sessions and files, the latest first', async () => {
    const { branch, staff, headers } = await openBranch('TTT');
    const person = await buildPerson({ organizationId: branch.id });
    const files: number[] = [];
    for (const [sessionId, minutes] of [
      [71, 30],
      [72, 10],
      [73, 10],
      [74, 20],
    ] as const) {
      await look(person, { staffId: staff.id, sessionId, at: ago(minutes - (sessionId === 72 ? 1 : 0)) });
      const event = { actor: `staff:${staff.id}`, action: 'list.export', subject: 'list' } as const;
      const exported = await portal.db
        .insert(auditEvents)
        .values({ ...event, at: ago(minutes) })
        .returning({ id: auditEvents.id });
      const { id: eventId } = one(exported);
      await portal.db.insert(eventPeople).values({ eventId, accountIds: [person.id] });
      files.push(eventId);
    }
    const body = { ...day, organizationId: branch.id };
    const { answer } = await portal.call(contract.incidentSources, { headers, body });
    expect(answer.sessions.map(({ session }) => session)).toEqual([72, 73, 74, 71]);
    expect(answer.files.map(({ id }) => files.indexOf(id))).toEqual([2, 1, 3, 0]);
  });

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

test('an incident counts merged records as one person, by the row of the survivor or the first of theirs', async () => {
  const [survivor, absent, late] = [await buildPerson(), await buildPerson(), await buildPerson()];
  const partOf = async ({ id: mergedIntoId }: { id: number }) =>
    (await buildPerson({ mergedIntoId, suspendedAt: NOW })).id;
  const parts = [await partOf(survivor), await partOf(absent), await partOf(absent), await partOf(late)];
  const { id } = await buildIncident(portal.db, { accountId: survivor.id, organizationId: here.id });
  await buildIncident(portal.db, { accountId: absent.id, organizationId: here.id });
  const rows = [...parts, late.id].map((accountId, at) => ({
    ...{ incidentId: id, accountId, events: at + 2, lastAt: NOW },
  }));
  await portal.db.insert(incidentPeople).values(rows);
  const { answer } = await portal.call(contract.incidentPeople, {
    ...{ params: { id: `${id}` }, query: {}, headers: officer.headers },
  });
  const shown = answer.rows.map(({ personId, events }) => [personId, events]);
  expect(shown.toSorted(([a = 0], [b = 0]) => a - b)).toEqual([
    [survivor.id, 1],
    [absent.id, 3],
    [late.id, 6],
  ]);
});

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
    const [mail] = await portal.db.select().from(mails).where(eq(mails.accountId, mailed.id));
    expect(mail?.data).toMatchObject({ name: mailed.chineseName });
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
    portal.clock.now = ago(-1);
    await notify(id, (await show(id)).answer.version);
    await runJobs();
    expect([await mailsTo(first), await mailsTo(late)]).toEqual([1, 1]);
    expect((await show(id)).answer.notifiedAt).toBe(isoTaipei(NOW));
  });

  test.each([{ emailConfirmedAt: null }, { email: null }])(
    'does not count as sent if the mailbox is gone when it is due: %j',
    async (columns) => {
      const person = await buildPerson();
      const { id } = await buildIncident(portal.db, { accountId: person.id, organizationId: here.id });
      await notify(id);
      await portal.db.update(accounts).set(columns).where(eq(accounts.id, person.id));
      await runJobs();
      expect(await mailsTo(person)).toBe(0);
      expect((await show(id)).answer).toMatchObject({ mailed: 0, onPaper: 1 });
    },
  );

  test('is listed in its job under the name of the person, or the number of one without a name', async () => {
    const [named, nameless] = [
      await buildPerson(),
      await buildPerson({ chineseName: null, englishName: null }),
    ];
    const { id } = await buildIncident(portal.db, { accountId: named.id, organizationId: here.id });
    await portal.db
      .insert(incidentPeople)
      .values({ incidentId: id, events: 1, lastAt: NOW, accountId: nameless.id });
    const { jobId } = (await notify(id)).answer;
    const items = await portal.db
      .select({ label: jobItems.label })
      .from(jobItems)
      .where(eq(jobItems.jobId, jobId))
      .orderBy(jobItems.position);
    expect(items.map(({ label }) => label)).toEqual([named.chineseName, `${nameless.id}`]);
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
    expect((await notify(answer.id, version)).code).toBe('changed_meanwhile');
    await notify(answer.id, edited.answer.version);
    const after = (await show(answer.id)).answer;
    expect((await edit(answer.id, { title: '再一次', version: after.version })).code).toBe('incident_fixed');
  });

  test.each([[{ from: isoTaipei(NOW) }], [{ until: isoTaipei(ago(-1)) }]])(
    'is not changed to a time that is empty or still to come: %j',
    async (time) => {
      const { answer } = await create({});
      const { version } = (await show(answer.id)).answer;
      expect((await edit(answer.id, { ...time, version })).code).toBe('incident_time');
    },
  );

  test('leaves others as they are, and its events belong to its organisation', async () => {
    const asked = { accountId: (await buildPerson()).id, organizationId: here.id };
    const other = await buildIncident(portal.db, asked);
    const before = (await show(other.id)).answer;
    await look({ id: asked.accountId }, { staffId: 904, sessionId: 62 });
    const created = (await create({ session: 62 })).answer;
    const { version } = (await show(created.id)).answer;
    const edited = await edit(created.id, { session: 62, title: '手機遺失', version });
    await notify(created.id, edited.answer.version);
    await close(created.id, (await show(created.id)).answer.version);
    expect((await show(other.id)).answer).toEqual(before);
    const events = await portal.db
      .select({ action: auditEvents.action, organizationId: auditEvents.organizationId })
      .from(auditEvents)
      .where(and(eq(auditEvents.subject, 'incident'), eq(auditEvents.subjectId, created.id)))
      .orderBy(auditEvents.id);
    expect(events).toEqual(
      ['incident.create', 'incident.edit', 'incident.notify', 'incident.close'].map((action) => ({
        ...{ action, organizationId: here.id },
      })),
    );
  });

  test('is changed by one step after another, and holds up no other incident', async () => {
    const asked = { accountId: (await buildPerson()).id, organizationId: here.id };
    const [{ id }, other] = [await buildIncident(portal.db, asked), await buildIncident(portal.db, asked)];
    const context = { actor: asStaff(officer.staff, [grant('officer', here.id)]), now: NOW };
    await inTransaction(portal.db, async (tx) => {
      await lockIncident(tx, id, context.actor);
      expect(await isWaiting(portal.db, close(other.id, 0))).toBe(false);
    });
    const late = await actDuring(
      portal.db,
      (tx) => closeIncident(tx, { id, version: 0, note: '已告知' }, context),
      () => notify(id),
    );
    expect(late.code).toBe('changed_meanwhile');
  });

  test('waits for staff of its organisation until it is closed', async () => {
    const { branch, headers } = await openBranch('PIF');
    const asked = { accountId: (await buildPerson()).id, organizationId: branch.id };
    const closed = { state: 'closed', closedAt: NOW, closingNote: '已告知' } as const;
    await buildIncident(portal.db, { ...asked, ...closed, createdAt: ago(50) });
    await buildIncident(portal.db, { ...asked, organizationId: here.id, createdAt: ago(40) });
    for (const minutes of [20, 30]) await buildIncident(portal.db, { ...asked, createdAt: ago(minutes) });
    const { answer } = await portal.call(waitingWork, { headers });
    expect(answer.incidents).toEqual({ count: 2, oldestAt: isoTaipei(ago(30)) });
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
