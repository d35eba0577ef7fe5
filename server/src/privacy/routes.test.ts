import { photo as photoCall } from '@portal/contract/accounts';
import { readableTime } from '@portal/contract/dates';
import { groupMember } from '@portal/contract/groups';
import { register, updateProfile } from '@portal/contract/person-form';
import {
  erasure,
  exportOwnData,
  PRIVACY_VERSION,
  requestErasure,
  withdrawErasure,
} from '@portal/contract/privacy';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildAccount, buildRegistrationForm, logIn } from '../../test/factories/account.ts';
import { buildClass, buildClassSession, buildOrganization } from '../../test/factories/catalogue.ts';
import { buildCertificate } from '../../test/factories/certificate.ts';
import { buildDocument } from '../../test/factories/document.ts';
import { buildGroup, buildMembership } from '../../test/factories/group.ts';
import { buildPaymentReport, buildRegistration } from '../../test/factories/registration.ts';
import { actDuring } from '../../test/locks.ts';
import { multipart } from '../../test/multipart.ts';
import { accounts, personViews, privacyAcceptances } from '../accounts/tables.ts';
import { mails } from '../mail/tables.ts';
import { recordPayment } from '../money/record-payment.ts';
import { inTransaction } from '../platform/database/database.ts';
import { attendance } from '../training/tables.ts';
import { privacyRequests } from './tables.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

type Account = Awaited<ReturnType<typeof buildAccount>>;

let portal: TestPortal;
let account: Account;
let token: string;

beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());
beforeEach(async () => {
  portal.clock.now = NOW;
  account = await buildAccount(portal.db);
  token = await logIn(portal.db, account);
});

const later = (span: number) => {
  portal.clock.now = new Date(NOW.getTime() + span);
};

const download = async (as = token) =>
  portal.app.inject({
    method: 'POST',
    url: exportOwnData.path,
    headers: { authorization: `Bearer ${as}` },
  });

/** The ZIP is not compressed, so its JSON stands in it as it is; a header may contain any single byte of it. */
const dataIn = (bytes: Buffer): Record<string, unknown> => {
  const text = bytes.toString();
  return JSON.parse(text.slice(text.indexOf('{\n  "'), text.indexOf('\n}') + 2));
};

describe('the version of the privacy notice', () => {
  const form = async (fields: Record<string, string | undefined>) =>
    multipart({ fields: buildRegistrationForm(fields) });
  const join = async (fields: Record<string, string | undefined> = {}) => {
    const { headers, body } = await form(fields);
    return portal.call(register, { headers, body });
  };
  const accepted = () =>
    portal.db
      .select({ version: privacyAcceptances.version, at: privacyAcceptances.acceptedAt })
      .from(privacyAcceptances);

  beforeEach(async () => {
    await portal.db.delete(privacyAcceptances);
    await buildOrganization(portal.db, { name: '臺北市分會' }).catch(() => undefined);
  });

  test('is kept with the account that names it', async () => {
    expect((await join({ privacy_version: PRIVACY_VERSION })).status).toBe(200);
    expect(await accepted()).toEqual([{ version: PRIVACY_VERSION, at: NOW }]);
  });

  test.each([undefined, ''])('may be left out: %j', async (privacy_version) => {
    expect((await join({ privacy_version })).status).toBe(200);
    expect(await accepted()).toEqual([]);
  });

  test('is refused where there is no such version', async () => {
    const { status, refusal } = await join({ privacy_version: '1999-01' });
    expect([status, refusal.errors]).toEqual([
      422,
      { privacy_version: ['個人資料告知事項已更新，請重新整理後再送出'] },
    ]);
  });

  test('is kept when the profile is completed, once', async () => {
    const {
      country: _,
      password: __,
      password_confirmation: ___,
      ...fields
    } = buildRegistrationForm({
      id_number: account.idNumber ?? '',
      chinese_name: account.chineseName ?? '',
      organization_id: String(account.organizationId),
      privacy_version: PRIVACY_VERSION,
    });
    for (const span of [0, HOUR]) {
      later(span);
      const { headers, body } = await multipart({ fields });
      expect((await portal.call(updateProfile, { token, headers, body })).status).toBe(200);
    }
    expect(await accepted()).toEqual([{ version: PRIVACY_VERSION, at: NOW }]);
  });
});

/** Cash at the counter. */
const receive = (organizationId: number, registrationId: number) =>
  inTransaction(portal.db, (tx) => {
    const receipt = { organizationId, bankAccountId: null, amount: 900, receivedOn: '2026-11-30' };
    const allocations = [{ registrationId, amount: 900, reportId: null, refundReason: '重複匯款' }];
    const entry = { ...receipt, kind: 'full', method: 'cash', lineIds: [], allocations } as const;
    return recordPayment(tx, entry, { actor: 'system', now: NOW });
  });

/** The part of the copy for each table that belongs to a person or a registration, or the reason why there is none. */
const kept: Readonly<Record<string, string>> = {
  accounts: 'profile',
  applicant_codes: 'It holds a secret.',
  allocations: 'payments',
  attendance: 'attendance',
  certificate_contents: 'It is part of certificates.',
  certificate_papers: 'It is made from the contents; the person downloads it from the list of certificates.',
  certificate_reminders: 'The mails are in mails.',
  certificate_proofs: 'Its reason is in certificates, its file beside the copy.',
  certificates: 'certificates',
  charges: 'charges',
  class_reminders: 'The mails are in mails.',
  contact_undos: 'It holds a secret; the change is in the mails.',
  data_exports: 'It counts copies like this one, for an hour a day.',
  draft_scores: 'It is not published yet.',
  erasure_requests: 'erasure_requests',
  incident_people: 'incidents',
  imported_certificates: 'Its number is in certificates.',
  known_addresses: 'known_networks',
  identity_changes: 'identity_changes',
  mails: 'mails',
  memberships: 'groups',
  password_codes: 'It holds a secret.',
  password_resets: 'It holds a secret.',
  payment_report_registrations: 'It joins payment_reports with registrations.',
  payment_reports: 'payment_reports',
  person_merges: 'merged_accounts',
  person_views: 'viewed_by',
  privacy_acceptances: 'privacy_acceptances',
  refunds: 'refunds',
  registration_documents: 'registration_documents',
  registration_events: 'registration_events',
  registration_notes: 'Staff write it for their own work.',
  registrations: 'registrations',
  renewal_inquiries: 'renewal_inquiries',
  renewal_requests: 'renewal_requests',
  renewed_sessions: 'It holds a secret.',
  results: 'It is a draft; registrations have what is published.',
  scores: 'scores',
  twin_checks: 'It waits for a timer.',
  twins: 'Staff use it for their own work.',
  sessions: 'sessions',
};

/** Finds the tables that refer to a person, directly or through other tables. */
const findTablesOfPeople = async (): Promise<string[]> => {
  const { rows } = await portal.db.execute<{ name: string }>(sql`
    with recursive owned(id) as (
      select 'accounts'::regclass::oid
      union select conrelid from pg_constraint join owned on confrelid = owned.id where contype = 'f')
    select id::regclass::text as name from owned order by 1`);
  return rows.map(({ name }) => name);
};

describe('the copy of one’s own data', () => {
  test('knows every table that points to a person', async () => {
    expect(await findTablesOfPeople()).toEqual(Object.keys(kept).toSorted());
    const { exported_at: _, ...sections } = dataIn((await download()).rawPayload);
    const shown = Object.values(kept).filter((name) => /^[a-z_]+$/.test(name));
    expect(Object.keys(sections).toSorted()).toEqual(shown.toSorted());
  });

  test('has everything that is kept of the person, and the photo', async () => {
    const { db, services } = portal;
    const group = await buildGroup(db);
    await buildMembership(db, { group, account });
    const trainingClass = await buildClass(db);
    const registration = await buildRegistration(db, { class: trainingClass, account, state: 'unpaid' });
    await buildPaymentReport(db, { registration, account });
    const certificate = await buildCertificate(db, { account });
    const attended = await buildClass(db, { fee: 900 });
    const paid = await buildRegistration(db, { class: attended, account, state: 'confirmed' });
    await receive(attended.organizationId, paid.id);
    const { id: sessionId } = await buildClassSession(db, { classId: attended.id, date: '2026-12-31' });
    const mark = {
      state: 'late',
      missedMinutes: 15,
      version: 1,
      updatedBy: 'staff:1',
      updatedAt: NOW,
    } as const;
    await db.insert(attendance).values({ registrationId: paid.id, sessionId, ...mark });
    await services.files.put('photos/mine', Buffer.from('bytes of a photo'));
    const owner = await buildAccount(db, { photoKey: 'photos/mine' });
    const bytes = (await download()).rawPayload;
    expect(dataIn(bytes)).toMatchObject({
      profile: { id_number: account.idNumber, email: account.email, birthday: account.birthday },
      registrations: [{ class: trainingClass.code, state: 'unpaid' }, { state: 'confirmed' }],
      payment_reports: [{ class: trainingClass.code }],
      charges: [{ kind: 'fee' }, { kind: 'fee', registration_id: paid.id, amount: 900 }],
      payments: [
        { registration_id: paid.id, amount: 900, method: 'unstated' },
        { registration_id: paid.id, amount: 900, method: 'cash', received_on: '2026-11-30' },
      ],
      attendance: [{ registration_id: paid.id, date: '2026-12-31', state: 'late', missed_minutes: 15 }],
      refunds: [{ registration_id: paid.id, amount: 900, state: 'due', reason: '重複匯款' }],
      certificates: [{ number: certificate.number }],
      groups: [{ code: group.code, role: 'member' }],
      sessions: [{ device: null }],
      privacy_acceptances: [],
      viewed_by: [],
      erasure_requests: [],
      incidents: [],
    });
    expect(bytes.includes('photo.jpg')).toBe(false);
    const withPhoto = (await download(await logIn(db, owner))).rawPayload;
    expect([withPhoto.includes('photo.jpg'), withPhoto.includes('bytes of a photo')]).toEqual([true, true]);
  });

  test('has the documents of the person, also those with equal names', async () => {
    const { db, services } = portal;
    const registration = await buildRegistration(db, { class: await buildClass(db), account });
    const ids: number[] = [];
    for (const slot of [1, 2]) {
      const bytes = Buffer.from(`document in slot ${slot}`);
      ids.push((await buildDocument(services, { registration, slot, bytes })).id);
    }
    const text = (await download()).rawPayload.toString();
    for (const id of ids) expect(text).toContain(`documents/${id} 證照影本.pdf`);
    for (const slot of [1, 2]) expect(text).toContain(`document in slot ${slot}`);
  });

  test('has no secret: neither the hash of the password nor that of a token', async () => {
    const text = (await download()).rawPayload.toString();
    expect(text).not.toContain('$argon2');
    expect(text).not.toMatch(/token|hash/i);
  });

  test('can be requested five times a day', async () => {
    for (let n = 0; n < 5; n++) {
      later(n * HOUR);
      expect((await download()).statusCode).toBe(200);
      token = await logIn(portal.db, account, portal.clock.now);
    }
    const refused = await download();
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, String(20 * 3600)]);
    const other = await logIn(portal.db, await buildAccount(portal.db), portal.clock.now);
    expect((await download(other)).statusCode).toBe(200);
    later(DAY);
    expect((await download(await logIn(portal.db, account, portal.clock.now))).statusCode).toBe(200);
  });

  test('is counted correctly for simultaneous calls', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => download()));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(5);
  });
});

describe('asking for erasure', () => {
  const findMails = () =>
    portal.db
      .select({ template: mails.template, data: mails.data })
      .from(mails)
      .where(eq(mails.accountId, account.id));
  const templates = async () => (await findMails()).map(({ template }) => template);

  test('waits until it is withdrawn, and both are mailed', async () => {
    expect((await portal.call(erasure, { token })).answer.state).toBeNull();
    const asked = await portal.call(requestErasure, { token });
    expect(asked.answer).toEqual({
      state: 'requested',
      can_request: false,
      can_withdraw: true,
      requested_at: '2026-12-01T10:00:00+08:00',
      closed_at: null,
      reason: null,
    });
    later(HOUR);
    const { answer } = await portal.call(withdrawErasure, { token });
    expect(answer).toMatchObject({ state: 'withdrawn', closed_at: '2026-12-01T11:00:00+08:00' });
    const name = account.chineseName;
    expect(await findMails()).toEqual([
      { template: 'erasure_requested', data: { name, time: readableTime(NOW) } },
      { template: 'erasure_withdrawn', data: { name, time: readableTime(portal.clock.now) } },
    ]);
  });

  test('is one request however often it is asked, also at once', async () => {
    const asks = Array.from({ length: 6 }, () => portal.call(requestErasure, { token }));
    expect((await Promise.all(asks)).map(({ answer }) => answer.state)).toEqual(Array(6).fill('requested'));
    expect(await templates()).toEqual(['erasure_requested']);
  });

  test('is withdrawn once, and by its owner alone', async () => {
    const other = await logIn(portal.db, await buildAccount(portal.db));
    for (const each of [token, other]) await portal.call(requestErasure, { token: each });
    for (const hours of [1, 1.5]) {
      later(hours * HOUR);
      const { answer } = await portal.call(withdrawErasure, { token });
      expect(answer).toMatchObject({ state: 'withdrawn', closed_at: '2026-12-01T11:00:00+08:00' });
    }
    expect(await templates()).toEqual(['erasure_requested', 'erasure_withdrawn']);
    expect((await portal.call(erasure, { token: other })).answer.state).toBe('requested');
  });

  test('shows the last request', async () => {
    await portal.call(requestErasure, { token });
    await portal.call(withdrawErasure, { token });
    expect((await portal.call(requestErasure, { token })).answer.state).toBe('requested');
  });

  test('is no error to withdraw a request that does not exist', async () => {
    expect((await portal.call(withdrawErasure, { token })).answer.state).toBeNull();
    expect(await templates()).toEqual([]);
  });

  test('is refused the fourth time in a day', async () => {
    for (let n = 0; n < 3; n++) {
      later(n * HOUR);
      await portal.call(requestErasure, { token });
      await portal.call(withdrawErasure, { token });
    }
    const { status, headers } = await portal.call(requestErasure, { token });
    expect([status, headers['retry-after']]).toEqual([429, String(22 * 3600)]);
    const other = await logIn(portal.db, await buildAccount(portal.db), portal.clock.now);
    expect((await portal.call(requestErasure, { token: other })).status).toBe(200);
    later(DAY);
    token = await logIn(portal.db, account, portal.clock.now);
    expect((await portal.call(requestErasure, { token })).status).toBe(200);
  });

  test('is not refused because of requests that staff recorded', async () => {
    const closed = { state: 'withdrawn', requestedAt: NOW, closedAt: NOW, recordedBy: 'staff:1' } as const;
    const row = { accountId: account.id, ...closed };
    await portal.db.insert(privacyRequests).values([row, row, row]);
    expect((await portal.call(requestErasure, { token })).status).toBe(200);
  });

  test('is refused if the account is suspended meanwhile', async () => {
    const { code } = await actDuring(
      portal.db,
      (tx) => tx.update(accounts).set({ suspendedAt: NOW }).where(eq(accounts.id, account.id)),
      () => portal.call(requestErasure, { token }),
    );
    expect(code).toBe('session_ended');
    expect(await templates()).toEqual([]);
  });
});

describe('looking at a member’s data', () => {
  const viewsOf = (viewed: Account) =>
    portal.db
      .select({ viewer: personViews.viewerId, what: personViews.what, day: personViews.day })
      .from(personViews)
      .where(eq(personViews.viewedId, viewed.id));

  test('is recorded once a day for each kind, and listed in the copy of one’s data', async () => {
    const { db, services } = portal;
    await services.files.put('photos/theirs', Buffer.from('x'));
    const member = await buildAccount(db, { photoKey: 'photos/theirs' });
    const group = await buildGroup(db);
    await buildMembership(db, { group, account, role: 'manager' });
    await buildMembership(db, { group, account: member });
    const look = async () => {
      const body = { GroupCode: group.code, id_number: member.idNumber };
      expect((await portal.call(groupMember, { token, body })).status).toBe(200);
      const answer = await portal.app.inject({
        url: photoCall.path.replace(':key', 'theirs'),
        headers: { authorization: `Bearer ${token}` },
      });
      expect(answer.statusCode).toBe(200);
    };
    await look();
    await look();
    const viewer = account.id;
    expect(await viewsOf(member)).toEqual([
      { viewer, what: 'details', day: '2026-12-01' },
      { viewer, what: 'photo', day: '2026-12-01' },
    ]);
    later(DAY);
    token = await logIn(db, account, portal.clock.now);
    await look();
    expect(await viewsOf(member)).toHaveLength(4);
    const copy = dataIn((await download(await logIn(db, member, portal.clock.now))).rawPayload);
    expect(copy.viewed_by).toContainEqual({
      viewer: account.chineseName,
      what: 'details',
      at: NOW.toISOString(),
    });
  });

  test('is not recorded for one’s own data, nor if it is refused', async () => {
    const { db, services } = portal;
    await services.files.put('photos/own', Buffer.from('x'));
    const owner = await buildAccount(db, { photoKey: 'photos/own' });
    const fetchPhoto = (as: string) =>
      portal.app.inject({ url: '/api/photos/own', headers: { authorization: `Bearer ${as}` } });
    expect((await fetchPhoto(await logIn(db, owner))).statusCode).toBe(200);
    expect((await fetchPhoto(token)).statusCode).toBe(404);
    expect(await viewsOf(owner)).toEqual([]);
  });
});
