import { asc, desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { buildCourse, buildOrganization } from '../../../test/factories/catalogue.ts';
import {
  buildCertificate,
  buildRenewalRequest,
  buildSuccessor,
} from '../../../test/factories/certificate.ts';
import { one } from '../../../test/factories/one.ts';
import { decidingStaff } from '../../../test/factories/staff.ts';
import { actDuring, untilWaiting } from '../../../test/locks.ts';
import { proveTrainee } from '../../accounts/actors.ts';
import { accounts } from '../../accounts/tables.ts';
import { auditEvents } from '../../audit/tables.ts';
import { mails } from '../../mail/tables.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Staff } from '../../staff/actors.ts';
import { lockHolder } from '../issue/holder.ts';
import { issueCertificate } from '../issue/issue-certificate.ts';
import { lockCertificate } from '../queries.ts';
import { certificates, renewalRequests } from '../tables.ts';
import { approveRenewal } from './approve-renewal.ts';
import { askRenewal } from './ask-renewal.ts';
import { rejectRenewal } from './reject-renewal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const headquarters: Staff = decidingStaff();

const run = <T>(work: (tx: Tx) => Promise<T>) => inTransaction(portal.db, work);

const build = async (overrides: Partial<Parameters<typeof buildCertificate>[1]> = {}) => {
  const account = await buildAccount(portal.db, { chineseName: '林小證' });
  return { account, certificate: await buildCertificate(portal.db, { account, ...overrides }) };
};

const buildAsked = async (overrides: Parameters<typeof build>[0] = {}) => {
  const built = await build(overrides);
  return { ...built, request: await buildRenewalRequest(portal.db, built) };
};

const reload = async ({ id }: { id: number }) =>
  one(await portal.db.select().from(certificates).where(eq(certificates.id, id)));

const undoSuccession = async (former: { id: number }, next: { id: number }) => {
  const isFormer = eq(certificates.id, former.id);
  await portal.db.update(certificates).set({ replacedById: null }).where(isFormer);
  await portal.db.delete(certificates).where(eq(certificates.id, next.id));
  await portal.db.update(certificates).set({ state: 'valid', endedAt: null }).where(isFormer);
};

const requestsOf = ({ id }: { id: number }) =>
  portal.db
    .select()
    .from(renewalRequests)
    .where(eq(renewalRequests.certificateId, id))
    .orderBy(asc(renewalRequests.id));

const mailsTo = async ({ id }: { id: number }) =>
  (await portal.db.select().from(mails).where(eq(mails.accountId, id))).map(({ template, data }) => [
    template,
    data,
  ]);

const lastEvent = async () =>
  (await portal.db.select().from(auditEvents).orderBy(desc(auditEvents.id)).limit(1))[0];

const ask = (account: { id: number }, code: string, frontNote: string | null = null, now = NOW) =>
  run((tx) => askRenewal(tx, { code, frontNote }, { actor: proveTrainee({ accountId: account.id }), now }));

const approve = (requestId: number, staff = headquarters, now = NOW) =>
  run((tx) => approveRenewal(tx, { requestId, backendNote: '資料齊全' }, { actor: staff, now }));

const refuse = (requestId: number, staff = headquarters, backendNote = '未附複訓證明') =>
  run((tx) => rejectRenewal(tx, { requestId, backendNote }, { actor: staff, now: NOW }));

describe('issuing', () => {
  const buildPlace = async () => ({
    account: await buildAccount(portal.db),
    organization: await buildOrganization(portal.db),
    item: await buildCourse(portal.db, {
      code: 'LGI',
      chineseName: '救生教練訓練',
      type: 'coach',
      years: 4,
    }),
  });
  type Place = Awaited<ReturnType<typeof buildPlace>>;
  const issue = (place: Place, overrides: object = {}, staff = headquarters) =>
    run((tx) =>
      issueCertificate(
        tx,
        {
          accountId: place.account.id,
          organizationId: place.organization.id,
          courseId: place.item.id,
          issuedOn: '2026-12-01',
          ...overrides,
        },
        { actor: staff, now: NOW },
      ),
    );

  test('gives a certificate for the years of its kind, with a number that nobody can guess', async () => {
    const place = await buildPlace();
    const { id, number } = await issue(place);
    expect(number).toMatch(/^LGI-2026-[0-9A-HJKMNP-TV-Z]{10}$/);
    expect(await reload({ id })).toMatchObject({
      number,
      accountId: place.account.id,
      years: 4,
      issuedOn: '2026-12-01',
      endTime: '2030-11-30',
      replacedById: null,
    });
    expect(await lastEvent()).toMatchObject({
      actor: 'staff:1',
      action: 'certificate.issue',
      subject: 'certificate',
      subjectId: id,
      after: { certificateNumber: number, endTime: '2030-11-30' },
    });
    const other = await issue({ ...place, account: await buildAccount(portal.db) });
    expect(other.number).not.toBe(number);
  });

  test('of an older certificate keeps its own end', async () => {
    const { id } = await issue(await buildPlace(), { issuedOn: '2020-05-01', endTime: '2024-12-31' });
    expect(await reload({ id })).toMatchObject({ issuedOn: '2020-05-01', endTime: '2024-12-31' });
  });

  test('twice gives the same certificate, also at once', async () => {
    const place = await buildPlace();
    const issued = await Promise.all([issue(place), issue(place), issue(place)]);
    expect(new Set(issued.map(({ id }) => id)).size).toBe(1);
  });

  test('waits for the same certificate that is being issued, and gives that one', async () => {
    const place = await buildPlace();
    const given = {
      ...{ accountId: place.account.id, organizationId: place.organization.id, courseId: place.item.id },
      issuedOn: '2026-12-01',
    };
    const issued: number[] = [];
    const { id } = await actDuring(
      portal.db,
      async (tx) => issued.push((await issueCertificate(tx, given, { actor: headquarters, now: NOW })).id),
      () => issue(place),
    );
    expect([id]).toEqual(issued);
  });

  test('of another kind gives another certificate', async () => {
    const place = await buildPlace();
    const course = await buildCourse(portal.db);
    const [one, other] = [await issue(place), await issue(place, { courseId: course.id })];
    expect(one.id).not.toBe(other.id);
  });

  test.each<[string, (place: Place) => Promise<object>]>([
    ['on another day', async () => ({ issuedOn: '2026-11-30' })],
    [
      'by another organisation',
      async () => ({
        organizationId: (await buildOrganization(portal.db, { code: 'KHH', name: '高雄市分會' })).id,
      }),
    ],
  ])('%s is refused while the person holds a valid one of the kind', async (_, overrides) => {
    const place = await buildPlace();
    await issue(place);
    await expect(issue(place, await overrides(place))).rejects.toMatchObject({
      code: 'certificate_live',
    });
  });

  test('is refused on the day of a renewal', async () => {
    const { account, certificate, request } = await buildAsked();
    await approve(request.id);
    const { organizationId, courseId } = certificate;
    const given = { accountId: account.id, organizationId, courseId, issuedOn: '2026-12-01' };
    await expect(
      run((tx) => issueCertificate(tx, given, { actor: headquarters, now: NOW })),
    ).rejects.toMatchObject({ code: 'certificate_live' });
  });

  test('after its end gives another, and the old one has lapsed', async () => {
    const place = await buildPlace();
    const old = await issue(place, { issuedOn: '2020-05-01', endTime: '2024-12-31' });
    const next = await issue(place);
    expect(await reload(old)).toMatchObject({ state: 'lapsed', endedAt: NOW, replacedById: null });
    expect(await reload(next)).toMatchObject({ state: 'valid' });
  });

  test('that has ended already leaves a valid one of the kind alone', async () => {
    const place = await buildPlace();
    const valid = await issue(place);
    const old = await issue(place, { issuedOn: '2020-05-01', endTime: '2024-12-31' });
    expect(await reload(old)).toMatchObject({ state: 'lapsed' });
    expect(await reload(valid)).toMatchObject({ state: 'valid' });
  });

  test.each<[string, object, string]>([
    ['to nobody', { accountId: 999_999 }, 'certificate_holder'],
    ['by no organisation', { organizationId: 999_999 }, 'certificate_kind'],
    ['for no course', { courseId: 999_999 }, 'certificate_kind'],
    ['tomorrow', { issuedOn: '2026-12-02' }, 'certificate_dates'],
    ['on a day that does not exist', { issuedOn: '2026-02-29' }, 'certificate_dates'],
    ['with an end before the issue', { endTime: '2026-11-30' }, 'certificate_dates'],
  ])('%s is refused', async (_, overrides, code) => {
    await expect(issue(await buildPlace(), overrides)).rejects.toMatchObject({ code });
  });

  test('is for staff of the organisation', async () => {
    const place = await buildPlace();
    const elsewhere = await buildOrganization(portal.db, { code: 'KHH', name: '高雄市分會' });
    const stranger = decidingStaff(elsewhere.id, 7);
    await expect(issue(place, {}, stranger)).rejects.toMatchObject({ code: 'certificate_kind' });
    const own = decidingStaff(place.organization.id, 8);
    expect((await issue(place, {}, own)).id).toBeGreaterThan(0);
  });
});

describe('asking', () => {
  test('creates a waiting request, an event and a mail', async () => {
    const { account, certificate } = await build();
    const requestId = await ask(account, certificate.number, '已完成複訓\n共八小時');
    expect(await requestsOf(certificate)).toMatchObject([
      { id: requestId, askedAt: NOW, frontNote: '已完成複訓\n共八小時', state: 'open', decidedAt: null },
    ]);
    expect(await lastEvent()).toMatchObject({
      actor: `account:${account.id}`,
      action: 'renewal.ask',
      subject: 'renewal_request',
      subjectId: requestId,
    });
    expect(await mailsTo(account)).toEqual([
      [
        'renewal_asked',
        {
          name: '林小證',
          organization: '臺北市分會',
          number: certificate.number,
          certificate: '急救教練訓練證',
          start: '2027-03-01（一）',
          end: '2030-02-28（四）',
        },
      ],
    ]);
  });

  test('twice is one request, also at once', async () => {
    const { account, certificate } = await build();
    const attempts = await Promise.allSettled(
      Array.from({ length: 6 }, () => ask(account, certificate.number)),
    );
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const attempt of attempts) {
      if (attempt.status === 'rejected') expect(attempt.reason).toMatchObject({ code: 'renewal_asked' });
    }
    expect(await requestsOf(certificate)).toHaveLength(1);
    expect(await mailsTo(account)).toHaveLength(1);
  });

  test('waits for a decision about the certificate that is under way, and sees its result', async () => {
    const { account, certificate } = await build();
    const { next, asking } = await run(async (tx) => {
      await lockCertificate(tx, certificate.id);
      const asking = ask(account, certificate.number).catch(({ code }) => code);
      await untilWaiting(portal.db, asking);
      return { next: await buildSuccessor(tx, certificate, { endTime: '2030-02-28' }), asking };
    });
    expect(await asking).toBe('certificate_replaced');
    expect(await requestsOf(certificate)).toEqual([]);
    // The data check would fail: no approval replaced it.
    await undoSuccession(certificate, next);
  });

  test('with an incomplete profile is refused, also without the check of the route', async () => {
    const account = await buildAccount(portal.db, { cellPhone: null });
    const certificate = await buildCertificate(portal.db, { account });
    await expect(ask(account, certificate.number)).rejects.toMatchObject({ code: 'profile_incomplete' });
    expect(await requestsOf(certificate)).toEqual([]);
  });

  test('again after a rejection is another request', async () => {
    const { account, certificate } = await build();
    const first = await ask(account, certificate.number);
    await refuse(first);
    const second = await ask(account, certificate.number);
    expect((await requestsOf(certificate)).map(({ id, state }) => [id, state])).toEqual([
      [first, 'rejected'],
      [second, 'open'],
    ]);
  });

  test.each<[string, Partial<Parameters<typeof buildCertificate>[1]>, string]>([
    ['an ordinary one', { kind: 'ordinary' }, 'certificate_ordinary'],
    ['one that has ended', { endTime: '2026-11-30' }, 'certificate_expired'],
    ['one too early by a day', { endTime: '2027-06-02' }, 'renewal_not_open'],
  ])('for %s is refused', async (_, overrides, code) => {
    const { account, certificate } = await build(overrides);
    await expect(ask(account, certificate.number)).rejects.toMatchObject({ code });
    expect(await requestsOf(certificate)).toEqual([]);
    expect(await mailsTo(account)).toEqual([]);
  });

  test.each([
    ['opens at midnight in Taipei', '2027-06-02', '2026-12-01T16:00:00Z', null],
    ['is closed a moment before', '2027-06-02', '2026-12-01T15:59:59.999Z', 'renewal_not_open'],
    ['is open to the end of the last day', '2026-12-01', '2026-12-01T15:59:59.999Z', null],
    ['and closed with the next', '2026-12-01', '2026-12-01T16:00:00Z', 'certificate_expired'],
  ])('%s', async (_, endTime, time, code) => {
    const { account, certificate } = await build({ endTime });
    const asking = ask(account, certificate.number, null, new Date(time));
    if (code) await expect(asking).rejects.toMatchObject({ code });
    else expect(await asking).toBeGreaterThan(0);
  });

  test('for another person’s certificate is answered like an unknown one', async () => {
    const { certificate } = await build();
    const stranger = await buildAccount(portal.db);
    await expect(ask(stranger, certificate.number)).rejects.toMatchObject({ code: 'certificate_unknown' });
    await expect(ask(stranger, 'NONE')).rejects.toMatchObject({ code: 'certificate_unknown' });
    expect(await requestsOf(certificate)).toEqual([]);
  });
});

describe('approving', () => {
  test('issues the next certificate in place of the old one', async () => {
    const { account, certificate, request } = await buildAsked();
    const id = await approve(request.id);
    const next = await reload({ id });
    expect(next).toMatchObject({
      accountId: account.id,
      organizationId: certificate.organizationId,
      courseId: certificate.courseId,
      issuedOn: '2026-12-01',
      years: 3,
      endTime: '2030-02-28',
      replacedById: null,
    });
    expect(next.number).not.toBe(certificate.number);
    expect(await reload(certificate)).toMatchObject({ replacedById: id });
    expect(await requestsOf(certificate)).toMatchObject([
      { state: 'approved', decidedAt: NOW, backendNote: '資料齊全' },
    ]);
    expect(await mailsTo(account)).toEqual([
      [
        'renewal_approved',
        {
          name: '林小證',
          certificate: '急救教練訓練證',
          number: next.number,
          start: '2027-03-01（一）',
          end: '2030-02-28（四）',
        },
      ],
    ]);
    const events = await portal.db
      .select({ action: auditEvents.action, subjectId: auditEvents.subjectId, actor: auditEvents.actor })
      .from(auditEvents)
      .orderBy(desc(auditEvents.id))
      .limit(2);
    expect(events).toEqual([
      { action: 'certificate.issue', subjectId: id, actor: 'staff:1' },
      { action: 'renewal.approve', subjectId: request.id, actor: 'staff:1' },
    ]);
  });

  test('twice is one approval', async () => {
    const { account, request } = await buildAsked();
    const first = await approve(request.id);
    expect(await approve(request.id)).toBe(first);
    expect(await mailsTo(account)).toHaveLength(1);
  });

  test('waits for another approval that is under way, and is the same', async () => {
    const { account, certificate, request } = await buildAsked();
    const first = { requestId: request.id, backendNote: '資料齊全' };
    const next = await actDuring(
      portal.db,
      (tx) => approveRenewal(tx, first, { actor: headquarters, now: NOW }),
      () => approve(request.id),
    );
    expect((await reload(certificate)).replacedById).toBe(next);
    expect(await mailsTo(account)).toHaveLength(1);
  });

  test('gives the certificate to the person whose request it has become meanwhile', async () => {
    const { account, certificate, request } = await buildAsked();
    const { id: accountId } = await buildAccount(portal.db, { chineseName: '林留下' });
    const move = async (tx: Tx) => {
      await lockHolder(tx, account.id);
      await tx.update(certificates).set({ accountId }).where(eq(certificates.id, certificate.id));
    };
    const id = await actDuring(portal.db, move, () => approve(request.id));
    expect(await reload({ id })).toMatchObject({ accountId });
  });

  test.each([
    ['2026-11-15', '2029-11-15'],
    // The new one holds for today.
    ['2023-12-01', '2026-12-01'],
  ])('a certificate that ended on %s during the request is still possible', async (ended, endTime) => {
    const { request } = await buildAsked({ endTime: ended });
    const id = await approve(request.id);
    expect(await reload({ id })).toMatchObject({ endTime });
  });

  test('is refused where the new certificate would have ended too', async () => {
    const { certificate, request } = await buildAsked({ endTime: '2023-11-30' });
    await expect(approve(request.id)).rejects.toMatchObject({ code: 'certificate_expired' });
    expect(await requestsOf(certificate)).toMatchObject([{ state: 'open' }]);
  });

  test('of a person whose name no font can print is refused, and issues nothing', async () => {
    const { account, request, certificate } = await buildAsked();
    await portal.db.update(accounts).set({ chineseName: '王😀' }).where(eq(accounts.id, account.id));
    await expect(approve(request.id)).rejects.toMatchObject({ code: 'certificate_glyphs' });
    expect(await reload(certificate)).toMatchObject({ state: 'valid' });
  });

  test('a request whose certificate was replaced meanwhile is refused and issues nothing', async () => {
    const { account, certificate, request } = await buildAsked();
    const next = await buildSuccessor(portal.db, certificate, { endTime: '2030-02-28' });
    await expect(approve(request.id)).rejects.toMatchObject({ code: 'certificate_ended' });
    expect(await portal.db.$count(certificates, eq(certificates.accountId, account.id))).toBe(2);
    expect(await reload(certificate)).toMatchObject({ replacedById: next.id });
    expect(await requestsOf(certificate)).toMatchObject([{ state: 'open' }]);
    // No operation leaves an open request for a replaced certificate, so the data are repaired.
    await undoSuccession(certificate, next);
  });

  test('a rejected request is refused', async () => {
    const { certificate, request } = await buildAsked();
    await refuse(request.id);
    await expect(approve(request.id)).rejects.toMatchObject({ code: 'renewal_decided' });
    expect(await reload(certificate)).toMatchObject({ replacedById: null });
  });
});

describe('refusing', () => {
  test('stores the reason and leaves the certificate unchanged', async () => {
    const { account, certificate, request } = await buildAsked();
    await refuse(request.id);
    expect(await requestsOf(certificate)).toMatchObject([
      { state: 'rejected', decidedAt: NOW, backendNote: '未附複訓證明' },
    ]);
    expect(await reload(certificate)).toEqual(certificate);
    expect(await mailsTo(account)).toEqual([
      [
        'renewal_rejected',
        {
          name: '林小證',
          certificate: '急救教練訓練證',
          number: certificate.number,
          reason: '未附複訓證明',
        },
      ],
    ]);
    expect(await lastEvent()).toMatchObject({ actor: 'staff:1', action: 'renewal.reject' });
  });

  test('twice keeps the first reason', async () => {
    const { account, certificate, request } = await buildAsked();
    await refuse(request.id);
    await refuse(request.id, headquarters, '另一個理由');
    expect(await requestsOf(certificate)).toMatchObject([{ backendNote: '未附複訓證明' }]);
    expect(await mailsTo(account)).toHaveLength(1);
  });

  test('waits while the person answers a question about it', async () => {
    const { certificate, request } = await buildAsked();
    await actDuring(
      portal.db,
      (tx) => lockCertificate(tx, certificate.id),
      () => refuse(request.id),
    );
    expect(await requestsOf(certificate)).toMatchObject([{ state: 'rejected' }]);
  });

  test('an approved request is refused', async () => {
    const { certificate, request } = await buildAsked();
    const id = await approve(request.id);
    await expect(refuse(request.id)).rejects.toMatchObject({ code: 'renewal_decided' });
    expect(await reload(certificate)).toMatchObject({ replacedById: id });
  });
});

test.each([
  ['approve', approve],
  ['refuse', refuse],
] as const)(
  'only staff of the organisation may %s; for others the request does not exist',
  async (_, decide) => {
    const { certificate, request } = await buildAsked();
    const elsewhere = await buildOrganization(portal.db, { code: 'KHH', name: '高雄市分會' });
    const stranger: Staff = decidingStaff(elsewhere.id, 7);
    await expect(decide(request.id, stranger)).rejects.toMatchObject({ code: 'renewal_unknown' });
    await expect(decide(999_999)).rejects.toMatchObject({ code: 'renewal_unknown' });
    expect(await requestsOf(certificate)).toMatchObject([{ state: 'open' }]);
    await decide(request.id, decidingStaff(certificate.organizationId, 8));
    expect(await requestsOf(certificate)).not.toMatchObject([{ state: 'open' }]);
  },
);

test('a person without an address gets no mail, and the renewal works', async () => {
  const { account, certificate, request } = await buildAsked();
  await portal.db.update(accounts).set({ email: null }).where(eq(accounts.id, account.id));
  await approve(request.id);
  expect(await reload(certificate)).not.toMatchObject({ replacedById: null });
  expect(await mailsTo(account)).toEqual([]);
});
