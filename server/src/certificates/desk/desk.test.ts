import { PDFDocument } from '@cantoo/pdf-lib';
import * as contract from '@portal/contract/office/certificate-issuing';
import { waitingWork } from '@portal/contract/office/reports';
import { asc, eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import {
  buildClass,
  buildClassSession,
  buildCourse,
  buildOrganization,
} from '../../../test/factories/catalogue.ts';
import { buildCertificate, buildContent } from '../../../test/factories/certificate.ts';
import { buildGroup, buildMembership } from '../../../test/factories/group.ts';
import { buildRegistration } from '../../../test/factories/registration.ts';
import { asStaff, enterAs, grant } from '../../../test/factories/staff.ts';
import { accounts } from '../../accounts/tables.ts';
import { auditEvents } from '../../audit/tables.ts';
import { courses } from '../../catalogue/tables.ts';
import { classes } from '../../classes/tables.ts';
import { registrationEvents, registrations } from '../../enrolment/tables.ts';
import { enqueueJob } from '../../jobs/enqueue-job.ts';
import { runNextJob } from '../../jobs/run-job.ts';
import { jobItems, jobs } from '../../jobs/tables.ts';
import { recordCharges } from '../../money/record-charges.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { jobKinds } from '../../timers/job-kinds.ts';
import { attendance, results } from '../../training/tables.ts';
import { revokeCertificate } from '../issue/revoke-certificate.ts';
import { certificates } from '../tables.ts';
import { findCandidates, requireIssuingClass } from './candidates.ts';
import { issueJob } from './issue-job.ts';
import { printJob } from './print-job.ts';

const DAY = 86_400_000;

let portal: TestPortal;
let organizationId: number;
beforeAll(async () => {
  portal = await openTestPortal({ STAFF_SECOND_FACTOR: 'optional' });
  ({ id: organizationId } = await buildOrganization(portal.db));
});
afterAll(() => portal.close());
beforeEach(() => {
  portal.clock.now = NOW;
});

const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY);

let serial = 0;

/** A class of its own course and kind, whose training ended some days ago. */
const endedClass = async (days = 3) => {
  serial += 1;
  const course = await buildCourse(portal.db, { code: `C${serial}`, chineseName: `第 ${serial} 種訓練` });
  return buildClass(portal.db, {
    ...{ organizationId, courseId: course.id, state: 'closed' as const, fee: 0 },
    ...{ startTime: daysAgo(days + 1), endTime: daysAgo(days) },
  });
};
type TrainingClass = Awaited<ReturnType<typeof endedClass>>;

const passed = async (
  trainingClass: TrainingClass,
  { result = 1, ...overrides }: { result?: 1 | 2 | null } & Partial<typeof accounts.$inferInsert> = {},
) => {
  const account = await buildAccount(portal.db, { photoKey: 'photos/kept', ...overrides });
  const row = { class: trainingClass, account, state: 'confirmed', ...(result && { result }) } as const;
  return { account, ...(await buildRegistration(portal.db, row)) };
};

const officer = () => enterAs(portal.db, grant('officer', organizationId));
type Caller = Awaited<ReturnType<typeof officer>>;

const sheetOf = async (caller: Caller, { id }: TrainingClass) =>
  (await portal.call(contract.issuingSheet, { ...caller, params: { id: `${id}` } })).answer;

const issue = (caller: Caller, { id }: TrainingClass, registrationIds?: number[]) =>
  portal.call(contract.issueCertificates, {
    ...{ ...caller, params: { id: `${id}` } },
    body: registrationIds ? { registrationIds } : {},
  });

const print = (caller: Caller, { id }: TrainingClass, format: 'a4' | 'card' = 'a4') =>
  portal.call(contract.printCertificates, { ...caller, params: { id: `${id}` }, body: { format } });

const runJobs = async () => {
  while (await runNextJob({ ...portal.services, publicUrl: 'https://portal.test', kinds: jobKinds }));
};

const itemsOf = (jobId: number) =>
  portal.db
    .select({ label: jobItems.label, state: jobItems.state, note: jobItems.note })
    .from(jobItems)
    .where(eq(jobItems.jobId, jobId))
    .orderBy(asc(jobItems.position));

describe('the candidates of a class', () => {
  test('are those who have passed, with what they lack', async () => {
    const trainingClass = await endedClass(12);
    const session = await buildClassSession(portal.db, { classId: trainingClass.id, date: '2026-11-19' });
    await portal.db
      .update(courses)
      .set({ attendanceMinimum: 80 })
      .where(eq(courses.id, trainingClass.courseId));
    const mark = {
      sessionId: session.id,
      state: 'present',
      version: 1,
      updatedBy: 'staff:1',
      updatedAt: NOW,
    } as const;
    const people = {
      complete: await passed(trainingClass, { chineseName: '丁齊備' }),
      absent: await passed(trainingClass, { chineseName: '丙缺課' }),
      decided: await passed(trainingClass, { chineseName: '乙判定' }),
      bare: await passed(trainingClass, { chineseName: '甲無照', photoKey: null }),
      holder: await passed(trainingClass, { chineseName: '戊持有' }),
      ending: await passed(trainingClass, { chineseName: '己今日到期' }),
      expired: await passed(trainingClass, { chineseName: '庚昨日到期' }),
      other: await passed(trainingClass, { chineseName: '辛他種' }),
    };
    await passed(trainingClass, { result: 2 });
    await passed(trainingClass, { result: null });
    const { absent: _, decided: __, ...others } = people;
    const present = Object.values(others).map(({ id }) => ({ registrationId: id, ...mark }));
    await portal.db.insert(attendance).values(present);
    await portal.db.insert(results).values({
      ...{ registrationId: people.decided.id, state: 'published', decided: 1, reason: '補課完成' },
      ...{ publishedAt: NOW, version: 1, updatedBy: 'staff:1', updatedAt: NOW },
    });
    const live = await buildCertificate(portal.db, {
      account: people.holder.account,
      courseId: trainingClass.courseId,
    });
    for (const [{ account }, endTime] of [
      [people.ending, '2026-12-01'],
      [people.expired, '2026-11-30'],
    ] as const)
      await buildCertificate(portal.db, { account, endTime, courseId: trainingClass.courseId });
    await buildCertificate(portal.db, { account: people.other.account });

    const caller = await officer();
    const sheet = await sheetOf(caller, trainingClass);
    expect(sheet).toMatchObject({
      lastDay: '2026-11-19',
      days: 12,
      unresulted: 1,
      jobId: null,
      can: { issue: true },
    });
    expect(
      Object.fromEntries(sheet.people.map(({ name, lacks, isReady }) => [name, [lacks.join(' '), isReady]])),
    ).toEqual({
      丁齊備: ['', true],
      丙缺課: ['attendance', false],
      乙判定: ['', true],
      甲無照: ['photo', false],
      戊持有: ['live', false],
      己今日到期: ['live', false],
      庚昨日到期: ['', true],
      辛他種: ['', true],
    });
    expect(sheet.people.find(({ name }) => name === '戊持有')?.live).toMatchObject({ number: live.number });

    const auditor = await enterAs(portal.db, grant('auditor', organizationId));
    expect((await sheetOf(auditor, trainingClass)).can.issue).toBe(false);
  });

  test('lack the payment while they owe something', async () => {
    const trainingClass = await endedClass();
    const { id: registrationId } = await passed(trainingClass);
    const caller = await officer();
    const actor = asStaff(caller.staff, [grant('officer', organizationId)]);
    // Undone, because whoever is confirmed owes nothing.
    const undone = inTransaction(portal.db, async (tx) => {
      await recordCharges(tx, [{ registrationId, kind: 'fee', amount: 500 }], { actor: 'system', now: NOW });
      const found = await requireIssuingClass(tx, trainingClass.id, actor, 'certificate.read');
      expect(await findCandidates(tx, found, { day: '2026-12-01' })).toMatchObject([{ lacks: ['paid'] }]);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
  });

  test('come in the order of their groups and names, those without a group first', async () => {
    const trainingClass = await endedClass();
    const group = await buildGroup(portal.db);
    const member = await passed(trainingClass, { chineseName: '一' });
    await buildMembership(portal.db, { group, account: member.account });
    await portal.db.update(registrations).set({ groupId: group.id }).where(eq(registrations.id, member.id));
    for (const chineseName of ['王', '乙']) await passed(trainingClass, { chineseName });
    const { people } = await sheetOf(await officer(), trainingClass);
    expect(people.map(({ name }) => name)).toEqual(['乙', '王', '一']);
  });

  test('are shown with the newest certificate of the registration, which is not another one', async () => {
    const trainingClass = await endedClass();
    const { id: registrationId, account } = await passed(trainingClass);
    const facts = { account, courseId: trainingClass.courseId, registrationId };
    await buildCertificate(portal.db, { ...facts, state: 'revoked', endedAt: NOW });
    const valid = await buildCertificate(portal.db, facts);
    await portal.db.update(accounts).set({ photoKey: null }).where(eq(accounts.id, account.id));
    const caller = await officer();
    const { people, formats } = await sheetOf(caller, trainingClass);
    const certificate = { id: valid.id, registerNumber: null };
    expect(people).toMatchObject([{ certificate, live: null, lacks: [], isReady: false }]);
    // It has no content to print.
    expect(formats).toEqual([]);
    expect((await print(caller, trainingClass)).code).toBe('job_empty');
  });

  test('hold another valid one if it is that of their cancelled registration, not a revoked one', async () => {
    const trainingClass = await endedClass();
    const account = await buildAccount(portal.db, { photoKey: 'photos/kept' });
    const row = { class: trainingClass, account };
    const former = await buildRegistration(portal.db, { ...row, state: 'cancelled' });
    const present = await buildRegistration(portal.db, { ...row, state: 'confirmed', result: 1 });
    const facts = { account, courseId: trainingClass.courseId };
    const { id } = await buildCertificate(portal.db, { ...facts, registrationId: former.id });
    const ended = { state: 'revoked', endedAt: NOW } as const;
    await buildCertificate(portal.db, { ...facts, registrationId: present.id, ...ended });
    const { people } = await sheetOf(await officer(), trainingClass);
    expect(people).toMatchObject([
      { registrationId: former.id, certificate: { id }, live: null, isContradicted: true },
      { registrationId: present.id, certificate: { state: 'revoked' }, live: { id }, lacks: ['live'] },
    ]);
  });
});

describe('a class that the right does not reach', () => {
  test('counts as nonexistent, like an unknown one', async () => {
    const trainingClass = await endedClass();
    await passed(trainingClass);
    const { id: otherId } = await buildOrganization(portal.db, { code: 'KHH', name: '高雄市分會' });
    const stranger = await enterAs(portal.db, grant('officer', otherId));
    const calls: [Caller, TrainingClass][] = [
      [stranger, trainingClass],
      [await officer(), { ...trainingClass, id: 999_999 }],
    ];
    for (const [caller, asked] of calls) {
      const params = { id: `${asked.id}` };
      const sheet = await portal.call(contract.issuingSheet, { ...caller, params });
      for (const { code } of [sheet, await issue(caller, asked), await print(caller, asked)])
        expect(code).toBe('not_found');
    }
  });

  test('gets neither certificates nor prints from a job of another branch', async () => {
    const trainingClass = await endedClass();
    const { id, account } = await passed(trainingClass);
    const waiting = await passed(trainingClass);
    const facts = { account, courseId: trainingClass.courseId, registrationId: id };
    const certificate = await buildCertificate(portal.db, facts);
    await buildContent(portal.db, certificate);
    const { id: otherId } = await buildOrganization(portal.db, { code: 'KHH', name: '高雄市分會' });
    const stranger = await enterAs(portal.db, grant('officer', otherId));
    const context = { actor: asStaff(stranger.staff, [grant('officer', otherId)]), now: NOW };
    const common = { title: '證照', organizationId: otherId };
    const started = await inTransaction(portal.db, async (tx) => [
      await enqueueJob(
        tx,
        {
          ...{ ...common, kind: printJob, input: { classId: trainingClass.id, format: 'a4' as const } },
          items: [{ key: `${certificate.id}`, label: '甲' }],
        },
        context,
      ),
      await enqueueJob(
        tx,
        {
          ...{ ...common, kind: issueJob, input: { classId: trainingClass.id } },
          items: [{ key: `${waiting.id}`, label: '乙' }],
        },
        context,
      ),
    ]);
    await runJobs();
    for (const { jobId } of started)
      expect(await itemsOf(jobId)).toMatchObject([{ state: 'failed', note: '查無資料' }]);
    const { people } = await sheetOf(await officer(), trainingClass);
    expect(people.map(({ certificate: shown }) => shown?.id ?? null)).toEqual([certificate.id, null]);
  });
});

describe('issuing', () => {
  test('issues to everybody who is ready, and tells why others are left out', async () => {
    const trainingClass = await endedClass();
    const people = [
      await passed(trainingClass, { chineseName: '甲' }),
      await passed(trainingClass, { chineseName: '乙' }),
    ];
    const bare = await passed(trainingClass, { chineseName: '丙', photoKey: null });
    const caller = await officer();
    const started = await issue(caller, trainingClass);
    expect(started.status).toBe(202);
    expect((await sheetOf(caller, trainingClass)).jobId).toBe(started.answer.jobId);
    await runJobs();
    const items = await itemsOf(started.answer.jobId);
    expect(items.map(({ label, state }) => `${label} ${state}`).toSorted()).toEqual(['乙 done', '甲 done']);

    const sheet = await sheetOf(caller, trainingClass);
    expect(sheet.jobId).toBeNull();
    const issued = sheet.people.flatMap(({ registrationId, certificate }) =>
      certificate ? [{ registrationId, ...certificate }] : [],
    );
    expect(issued.map(({ registrationId }) => registrationId).toSorted()).toEqual(people.map(({ id }) => id));
    expect(issued.every(({ state, registerNumber }) => state === 'valid' && registerNumber !== null)).toBe(
      true,
    );
    expect(items.map(({ note }) => note).toSorted()).toEqual(issued.map(({ number }) => number).toSorted());

    // Somebody who lacks something may be ticked, and is told so.
    const chosen = await issue(caller, trainingClass, [bare.id, people[0]?.id ?? 0]);
    await runJobs();
    expect((await itemsOf(chosen.answer.jobId)).toSorted((a, b) => a.state.localeCompare(b.state))).toEqual([
      {
        label: '甲',
        state: 'done',
        note: issued.find(({ registrationId }) => registrationId === people[0]?.id)?.number,
      },
      { label: '丙', state: 'failed', note: '沒有照片' },
    ]);
    expect((await sheetOf(caller, trainingClass)).people).toContainEqual(
      expect.objectContaining({ registrationId: bare.id, certificate: null }),
    );
    expect((await issue(caller, trainingClass)).code).toBe('job_empty');
  });

  test('after a revocation another one may be issued', async () => {
    const trainingClass = await endedClass();
    await passed(trainingClass);
    const caller = await officer();
    await issue(caller, trainingClass);
    await runJobs();
    const [first] = (await sheetOf(caller, trainingClass)).people;
    const actor = asStaff(caller.staff, [grant('officer', organizationId)]);
    await inTransaction(portal.db, (tx) =>
      revokeCertificate(
        tx,
        { certificateId: first?.certificate?.id ?? 0, reason: '身分冒用' },
        { actor, now: NOW },
      ),
    );
    const [revoked] = (await sheetOf(caller, trainingClass)).people;
    expect(revoked).toMatchObject({ isReady: true, certificate: { state: 'revoked' } });
    await issue(caller, trainingClass);
    await runJobs();
    const [again] = (await sheetOf(caller, trainingClass)).people;
    expect(again?.certificate).toMatchObject({ state: 'valid' });
    expect(again?.certificate?.id).not.toBe(first?.certificate?.id);
  });
});

describe('printing a class', () => {
  /** Pages as width × height in millimetres. */
  const pagesOf = async (caller: Caller, jobId: number) => {
    const file = await portal.app.inject({ url: `/api/office/jobs/${jobId}/file`, headers: caller.headers });
    const sizes = (await PDFDocument.load(file.rawPayload)).getPages().map((page) => page.getSize());
    return sizes.map(({ width, height }) => `${Math.round(width / 2.8346)} × ${Math.round(height / 2.8346)}`);
  };

  const withPhotos = async () => {
    const { files } = portal.services;
    const photo = sharp({ create: { width: 295, height: 413, channels: 3, background: '#456' } });
    await files.put('photos/kept', await photo.jpeg().toBuffer());
  };

  test('puts the valid ones in one file in the order of the roster, and records each', async () => {
    await withPhotos();
    const trainingClass = await endedClass();
    for (const chineseName of ['乙', '甲', '丙']) await passed(trainingClass, { chineseName });
    const caller = await officer();
    expect((await sheetOf(caller, trainingClass)).formats).toEqual([]);
    expect((await print(caller, trainingClass)).code).toBe('job_empty');
    await issue(caller, trainingClass);
    await runJobs();
    const { people, formats } = await sheetOf(caller, trainingClass);
    expect(formats).toEqual(['a4', 'card']);
    const [, , last] = people.map(({ certificate }) => certificate);
    const actor = asStaff(caller.staff, [grant('officer', organizationId)]);
    const revocation = { certificateId: last?.id ?? 0, reason: '身分冒用' };
    await inTransaction(portal.db, (tx) => revokeCertificate(tx, revocation, { actor, now: NOW }));

    const sheets = await print(caller, trainingClass);
    expect(sheets.status).toBe(202);
    await runJobs();
    const wanted = people.slice(0, 2);
    expect(await itemsOf(sheets.answer.jobId)).toEqual(
      wanted.map(({ name, certificate }) => ({ label: name, state: 'done', note: certificate?.number })),
    );
    expect(await pagesOf(caller, sheets.answer.jobId)).toEqual(['210 × 297', '210 × 297']);
    const cards = await print(caller, trainingClass, 'card');
    await runJobs();
    expect(await pagesOf(caller, cards.answer.jobId)).toEqual(['210 × 297', '210 × 297']);
    const printed = await portal.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.action, 'certificate.print'));
    expect(printed.map(({ subjectId, after }) => [subjectId, after])).toEqual(
      ['證書', '證卡'].flatMap((name) => wanted.map(({ certificate }) => [certificate?.id, { name }])),
    );
  });

  test('leaves out who lost the certificate after the start, and a photo that cannot be read', async () => {
    await withPhotos();
    await portal.services.files.put('photos/broken', Buffer.from('broken'));
    const trainingClass = await endedClass();
    for (const chineseName of ['甲', '乙']) await passed(trainingClass, { chineseName });
    await passed(trainingClass, { chineseName: '丙', photoKey: 'photos/broken' });
    const caller = await officer();
    await issue(caller, trainingClass);
    await runJobs();
    const { answer } = await print(caller, trainingClass);
    const first = (await sheetOf(caller, trainingClass)).people.find(({ name }) => name === '甲');
    const actor = asStaff(caller.staff, [grant('officer', organizationId)]);
    const revocation = { certificateId: first?.certificate?.id ?? 0, reason: '身分冒用' };
    await inTransaction(portal.db, (tx) => revokeCertificate(tx, revocation, { actor, now: NOW }));
    await runJobs();
    expect((await itemsOf(answer.jobId)).map(({ label, note }) => [label, note])).toEqual(
      expect.arrayContaining([
        ['甲', '此證照已失效，不能再變更'],
        ['丙', expect.stringContaining('照片')],
      ]),
    );
    expect(await pagesOf(caller, answer.jobId)).toEqual(['210 × 297']);
  });

  test('makes no file if every certificate was lost, and calls foreigners by their name in Latin letters', async () => {
    await withPhotos();
    const trainingClass = await endedClass();
    const foreigner = { country: 'foreign', chineseName: null, englishName: 'Ann Lee' } as const;
    const { id } = await passed(trainingClass, foreigner);
    const caller = await officer();
    const issued = await issue(caller, trainingClass);
    await runJobs();
    const { answer } = await print(caller, trainingClass);
    const revocation = { state: 'revoked', endedAt: NOW } as const;
    await portal.db.update(certificates).set(revocation).where(eq(certificates.registrationId, id));
    await runJobs();
    for (const [jobId, state] of [
      [issued.answer.jobId, 'done'],
      [answer.jobId, 'failed'],
    ] as const)
      expect(await itemsOf(jobId)).toMatchObject([{ label: 'Ann Lee', state }]);
    const [job] = await portal.db.select().from(jobs).where(eq(jobs.id, answer.jobId));
    expect(job).toMatchObject({ state: 'failed', error: '沒有可列印的證照', fileKey: null });
  });
});

test('who no longer passes keeps the certificate on the list, marked, until it is revoked', async () => {
  const trainingClass = await endedClass();
  const { id } = await passed(trainingClass);
  const caller = await officer();
  await issue(caller, trainingClass);
  await runJobs();
  expect((await sheetOf(caller, trainingClass)).people).toMatchObject([{ isContradicted: false }]);
  await portal.db.update(registrations).set({ result: 2 }).where(eq(registrations.id, id));
  const { people, formats } = await sheetOf(caller, trainingClass);
  expect(people).toMatchObject([{ isContradicted: true, isReady: false, certificate: { state: 'valid' } }]);
  expect(formats).toEqual([]);
  const actor = asStaff(caller.staff, [grant('officer', organizationId)]);
  const revocation = { certificateId: people[0]?.certificate?.id ?? 0, reason: '成績更正為不合格' };
  await inTransaction(portal.db, (tx) => revokeCertificate(tx, revocation, { actor, now: NOW }));
  expect((await sheetOf(caller, trainingClass)).people).toEqual([]);
});

describe('the classes that wait', () => {
  test('are listed and counted, those that ended first at the top', async () => {
    const { id: ownId } = await buildOrganization(portal.db, { code: 'TYN', name: '桃園市分會' });
    const caller = await enterAs(portal.db, grant('officer', ownId));
    const build = async (days: number) => {
      const trainingClass = await endedClass(days);
      return buildClass(portal.db, {
        ...{ organizationId: ownId, courseId: trainingClass.courseId, state: 'closed', fee: 0 },
        ...{ startTime: daysAgo(days + 1), endTime: daysAgo(days) },
      });
    };
    const [middle, fresh, late] = [await build(11), await build(2), await build(20)];
    const sameDay = await build(11.1);
    const [old, done] = [await build(200), await build(30)];
    for (const trainingClass of [late, fresh, fresh, middle, sameDay, old, done]) await passed(trainingClass);
    const ending = await passed(late);
    const lastDay = { endTime: '2026-12-01', courseId: late.courseId };
    await buildCertificate(portal.db, { account: ending.account, ...lastDay });
    await passed(fresh, { photoKey: null });
    await passed(fresh, { result: 2 });
    await issue(caller, done);
    await runJobs();
    const holder = await passed(late);
    await buildCertificate(portal.db, { account: holder.account, courseId: late.courseId });

    const { answer } = await portal.call(contract.classesToIssue, caller);
    expect(answer.map(({ id, days, waiting }) => [id, days, waiting])).toEqual([
      [late.id, 20, 1],
      [middle.id, 11, 1],
      [sameDay.id, 11, 1],
      [fresh.id, 2, 3],
    ]);
    const { answer: waiting } = await portal.call(waitingWork, caller);
    expect(waiting.certificates).toEqual({ count: 6, oldestAt: '2026-11-11T00:00:00+08:00' });
    const cashier = await enterAs(portal.db, grant('cashier', ownId));
    expect((await portal.call(waitingWork, cashier)).answer.certificates).toBeNull();
  });

  test('are published, of this portal, ended, of the last 180 days and of the own branch', async () => {
    const { id: ownId } = await buildOrganization(portal.db, { code: 'HSC', name: '新竹市分會' });
    const caller = await enterAs(portal.db, grant('officer', ownId));
    const build = async (
      endTime: Date,
      overrides: Partial<typeof classes.$inferInsert> = {},
    ): Promise<TrainingClass> => {
      const { courseId } = await endedClass();
      const startTime = new Date(endTime.getTime() - DAY);
      const facts = { organizationId: ownId, courseId, state: 'closed', fee: 0, startTime, endTime } as const;
      const built = await buildClass(portal.db, { ...facts, ...overrides });
      await passed(built);
      return built;
    };
    const first = new Date('2026-06-04T00:00:00+08:00');
    const listed = [await build(first), await build(new Date(NOW.getTime() - 1))];
    await build(new Date(first.getTime() - 1));
    await build(NOW);
    await build(daysAgo(3), { publishedAt: null, state: 'draft' });
    await build(daysAgo(3), { state: 'completed', importedAt: NOW });
    await build(daysAgo(3), { organizationId });
    const { answer } = await portal.call(contract.classesToIssue, caller);
    expect(answer.map(({ id }) => id)).toEqual(listed.map(({ id }) => id));
    const { answer: waiting } = await portal.call(waitingWork, caller);
    expect(waiting.certificates?.count).toBe(2);
  });

  test('are a hundred at most', async () => {
    const { id: ownId } = await buildOrganization(portal.db, { code: 'TNN', name: '臺南市分會' });
    const caller = await enterAs(portal.db, grant('officer', ownId));
    const { courseId } = await endedClass();
    const account = await buildAccount(portal.db);
    const { id: _, ...row } = await buildClass(portal.db, {
      ...{ organizationId: ownId, courseId, state: 'closed', fee: 0 },
      ...{ startTime: daysAgo(4), endTime: daysAgo(3) },
    });
    const copies = Array.from({ length: 101 }, (__, n) => ({ ...row, code: `MANY-${n}`, number: 1 }));
    const many = await portal.db.insert(classes).values(copies).returning({ id: classes.id });
    const facts = { accountId: account.id, fee: 0, result: 1, createdAt: NOW, updatedAt: NOW } as const;
    const seats = await portal.db
      .insert(registrations)
      .values(many.map(({ id: classId }) => ({ ...facts, classId, state: 'confirmed' as const })))
      .returning({ id: registrations.id });
    for (const [action, fromState] of [
      ['payment.confirm', null],
      ['training.result', 'confirmed'],
    ] as const) {
      const event = { at: NOW, actor: 'staff:1', action, fromState, toState: 'confirmed' } as const;
      await portal.db
        .insert(registrationEvents)
        .values(seats.map(({ id: registrationId }) => ({ ...event, registrationId })));
    }
    expect((await portal.call(contract.classesToIssue, caller)).answer).toHaveLength(100);
  });
});
