import { photo as photoCall } from '@portal/contract/accounts';
import { groupMember } from '@portal/contract/groups';
import { register, updateProfile } from '@portal/contract/person-form';
import {
  erasure,
  exportOwnData,
  PRIVACY_VERSION,
  requestErasure,
  withdrawErasure,
} from '@portal/contract/privacy';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildAccount, buildRegistrationForm, logIn } from '../../test/factories/account.ts';
import { buildClass, buildOrganization } from '../../test/factories/catalogue.ts';
import { buildCertificate } from '../../test/factories/certificate.ts';
import { buildGroup, buildMembership } from '../../test/factories/group.ts';
import { buildPaymentReport, buildRegistration } from '../../test/factories/registration.ts';
import { multipart } from '../../test/multipart.ts';
import { personViews, privacyAcceptances } from '../accounts/tables.ts';
import { mails } from '../mail/tables.ts';
import { refunds } from '../payment/tables.ts';

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

/** The ZIP is not compressed, so its JSON stands in it as it is. */
const dataIn = (bytes: Buffer): Record<string, unknown> => {
  const text = bytes.toString();
  return JSON.parse(text.slice(text.indexOf('{'), text.indexOf('\n}') + 2));
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

  it('is kept with the account that names it', async () => {
    expect((await join({ privacy_version: PRIVACY_VERSION })).status).toBe(200);
    expect(await accepted()).toEqual([{ version: PRIVACY_VERSION, at: NOW }]);
  });

  it.each([undefined, ''])('may be left out: %j', async (privacy_version) => {
    expect((await join({ privacy_version })).status).toBe(200);
    expect(await accepted()).toEqual([]);
  });

  it('is refused where there is no such version', async () => {
    const { status, refusal } = await join({ privacy_version: '1999-01' });
    expect([status, refusal.errors]).toEqual([
      422,
      { privacy_version: ['個人資料告知事項已更新，請重新整理後再送出'] },
    ]);
  });

  it('is kept when the profile is completed, once', async () => {
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

describe('the copy of one’s own data', () => {
  it('has everything that is kept of the person, and the photo', async () => {
    const { db, services } = portal;
    const group = await buildGroup(db);
    await buildMembership(db, { group, account });
    const opening = await buildClass(db);
    const registration = await buildRegistration(db, { class: opening, account, state: 'unpaid' });
    await buildPaymentReport(db, { registration, account });
    const certificate = await buildCertificate(db, { account });
    const paid = await buildRegistration(db, { class: await buildClass(db), account, state: 'confirmed' });
    const owed = { registrationId: paid.id, amount: 300, reason: '轉班', paymentConfirmed: true };
    await db.insert(refunds).values({ ...owed, createdBy: 'system', createdAt: NOW });
    await services.files.put('photos/mine', Buffer.from('bytes of a photo'));
    const owner = await buildAccount(db, { photoKey: 'photos/mine' });
    const bytes = (await download()).rawPayload;
    expect(dataIn(bytes)).toMatchObject({
      profile: { id_number: account.idNumber, email: account.email, birthday: account.birthday },
      registrations: [{ class: opening.code, state: 'unpaid' }, { state: 'confirmed' }],
      payment_reports: [{ class: opening.code }],
      refunds: [{ registration_id: paid.id, amount: 300, state: 'due', reason: '轉班' }],
      certificates: [{ number: certificate.number }],
      groups: [{ code: group.code, role: 'member' }],
      sessions: [{ device: null }],
      privacy_acceptances: [],
      viewed_by: [],
      erasure_requests: [],
    });
    expect(bytes.includes('photo.jpg')).toBe(false);
    const withPhoto = (await download(await logIn(db, owner))).rawPayload;
    expect([withPhoto.includes('photo.jpg'), withPhoto.includes('bytes of a photo')]).toEqual([true, true]);
  });

  it('has no secret: neither the hash of the password nor that of a token', async () => {
    const text = (await download()).rawPayload.toString();
    expect(text).not.toContain('$argon2');
    expect(text).not.toMatch(/token|hash/i);
  });

  it('can be requested five times a day', async () => {
    for (let n = 0; n < 5; n++) {
      later(n * HOUR);
      expect((await download()).statusCode).toBe(200);
      token = await logIn(portal.db, account, portal.clock.now);
    }
    const refused = await download();
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, String(20 * 3600)]);
    later(DAY);
    expect((await download(await logIn(portal.db, account, portal.clock.now))).statusCode).toBe(200);
  });

  it('is counted correctly for simultaneous calls', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => download()));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(5);
  });
});

describe('asking for erasure', () => {
  const templates = async () =>
    (await portal.db.select().from(mails).where(eq(mails.accountId, account.id))).map(
      ({ template }) => template,
    );

  it('waits until it is withdrawn, and both are mailed', async () => {
    expect((await portal.call(erasure, { token })).answer.state).toBeNull();
    const asked = await portal.call(requestErasure, { token });
    expect(asked.answer).toEqual({
      state: 'requested',
      requested_at: '2026-12-01T10:00:00+08:00',
      closed_at: null,
      reason: null,
    });
    later(HOUR);
    const { answer } = await portal.call(withdrawErasure, { token });
    expect(answer).toMatchObject({ state: 'withdrawn', closed_at: '2026-12-01T11:00:00+08:00' });
    expect(await templates()).toEqual(['erasure_requested', 'erasure_withdrawn']);
  });

  it('is one request however often it is asked, also at once', async () => {
    const asks = Array.from({ length: 6 }, () => portal.call(requestErasure, { token }));
    expect((await Promise.all(asks)).map(({ answer }) => answer.state)).toEqual(Array(6).fill('requested'));
    expect(await templates()).toEqual(['erasure_requested']);
  });

  it('is no error to withdraw a request that does not exist', async () => {
    expect((await portal.call(withdrawErasure, { token })).answer.state).toBeNull();
    expect(await templates()).toEqual([]);
  });

  it('is refused the fourth time in a day', async () => {
    for (let n = 0; n < 3; n++) {
      await portal.call(requestErasure, { token });
      await portal.call(withdrawErasure, { token });
    }
    const { status, headers } = await portal.call(requestErasure, { token });
    expect([status, headers['retry-after']]).toEqual([429, String(24 * 3600)]);
  });
});

describe('looking at a member’s data', () => {
  const viewsOf = (viewed: Account) =>
    portal.db
      .select({ viewer: personViews.viewerId, what: personViews.what, day: personViews.day })
      .from(personViews)
      .where(eq(personViews.viewedId, viewed.id));

  it('is recorded once a day for each kind, and listed in the copy of one’s data', async () => {
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

  it('is not recorded for one’s own data, nor if it is refused', async () => {
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
