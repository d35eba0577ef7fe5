import * as contract from '@portal/contract/certificates';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildAccount, logIn } from '../../test/factories/account.ts';
import { buildCourse, buildOrganization } from '../../test/factories/catalogue.ts';
import { buildCertificate, buildRenewalRequest } from '../../test/factories/certificate.ts';
import { buildGroup, buildMembership } from '../../test/factories/group.ts';
import { decidingStaff } from '../../test/factories/staff.ts';
import { approveRenewal } from './renewal/approve-renewal.ts';
import { renewalRequests } from './tables.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
beforeEach(() => {
  portal.clock.now = NOW;
});
afterAll(() => portal.close());

const buildPerson = async (overrides: Parameters<typeof buildAccount>[1] = {}) => {
  const account = await buildAccount(portal.db, overrides);
  return { account, token: await logIn(portal.db, account) };
};

const build = async (overrides: Partial<Parameters<typeof buildCertificate>[1]> = {}) => {
  const person = await buildPerson();
  return { ...person, certificate: await buildCertificate(portal.db, { ...person, ...overrides }) };
};

const headquarters = decidingStaff();

const current = async (token: string) => (await portal.call(contract.certificates, { token })).answer;
const old = async (token: string) => (await portal.call(contract.oldCertificates, { token })).answer;
const page = (token: string, code: string) => portal.call(contract.renewalPage, { params: { code }, token });
const ask = (token: string, code: string, body: unknown = {}, headers: Record<string, string> = {}) =>
  portal.call(contract.askRenewal, { params: { code }, token, body, headers });

const buildCoachCourses = async () =>
  [
    await buildCourse(portal.db, { code: 'LGI', chineseName: '救生教練訓練', type: 'coach', years: 4 }),
    await buildCourse(portal.db, { code: 'SWC', chineseName: '激流教練訓練', type: 'coach' }),
  ] as const;

const requestsOf = ({ id }: { id: number }) =>
  portal.db
    .select()
    .from(renewalRequests)
    .where(eq(renewalRequests.certificateId, id))
    .orderBy(asc(renewalRequests.id));

const calls = [
  contract.certificates,
  contract.oldCertificates,
  contract.renewalPage,
  contract.askRenewal,
] as const;

describe.each(calls.map((endpoint) => [endpoint.path, endpoint] as const))('%s', (_, endpoint) => {
  const call = (code: string, token?: string) =>
    portal.call(endpoint, { params: { code }, ...(endpoint === contract.askRenewal && { body: {} }), token });

  test('answers a guest with 401', async () => {
    const { certificate } = await build();
    const reply = await call(certificate.number);
    expect([reply.status, reply.refusal]).toEqual([401, { message: '時效過期，請重新登入' }]);
    expect(await requestsOf(certificate)).toEqual([]);
  });

  test('answers somebody whose profile is not complete with 403', async () => {
    const { account, token } = await buildPerson({ address: null });
    const certificate = await buildCertificate(portal.db, { account });
    const reply = await call(certificate.number, token);
    expect([reply.status, reply.refusal]).toEqual([
      403,
      { message: '請先確實填寫個人資料，完成後才能進行其他操作' },
    ]);
    expect(await requestsOf(certificate)).toEqual([]);
  });
});

describe.each([
  [contract.renewalPage.path, page],
  [contract.askRenewal.path, ask],
] as const)('%s', (_, call) => {
  const unknown = [422, { message: '查無此證照', errors: { Cert: ['查無此證照'] } }];

  test('finds a certificate by its own id only', async () => {
    const { token } = await build();
    for (const code of ['NONE', 'personal', '%', 'A\u0000B', '../x', 'A'.repeat(150)]) {
      const reply = await call(token, code);
      expect([reply.status, reply.refusal]).toEqual(unknown);
    }
  });

  test('answers for another person’s certificate as if it did not exist, also to the manager of their group', async () => {
    const [owner, stranger, manager] = [await build(), await build(), await buildPerson()];
    const group = await buildGroup(portal.db);
    await buildMembership(portal.db, { group, account: owner.account });
    await buildMembership(portal.db, { group, account: manager.account, role: 'manager' });
    for (const { token } of [stranger, manager]) {
      const reply = await call(token, owner.certificate.number);
      expect([reply.status, reply.refusal]).toEqual(unknown);
    }
    expect(await requestsOf(owner.certificate)).toEqual([]);
  });

  test.each<[string, Partial<Parameters<typeof buildCertificate>[1]>, string]>([
    ['an ordinary one', { kind: 'ordinary' }, '一般證照不可申請換證'],
    ['an expired one', { endTime: '2026-11-30' }, '證照已逾效期，無法申請換證'],
    ['one too early', { endTime: '2027-06-02' }, '尚未到可換證期間，僅可於到期日前六個月內申請'],
  ])('names the obstacle of %s', async (_name, overrides, text) => {
    const { token, certificate } = await build(overrides);
    const reply = await call(token, certificate.number);
    expect([reply.status, reply.refusal]).toEqual([422, { message: text, errors: { Cert: [text] } }]);
    expect(await requestsOf(certificate)).toEqual([]);
  });

  test('says that a certificate is under renewal or replaced', async () => {
    const { token, certificate } = await build();
    await buildRenewalRequest(portal.db, { certificate });
    expect((await call(token, certificate.number)).refusal.errors).toEqual({
      Cert: ['您已送出換證申請，請等候審查'],
    });
    const { token: other, certificate: replaced } = await build();
    const { id: requestId } = await buildRenewalRequest(portal.db, { certificate: replaced });
    await portal.db.transaction((tx) => approveRenewal(tx, { requestId }, { actor: headquarters, now: NOW }));
    expect((await call(other, replaced.number)).refusal.errors).toEqual({
      Cert: ['此證照已換證，無法再次申請'],
    });
  });
});

describe('CertLists', () => {
  test('lists the person’s certificates, the first to end first', async () => {
    const { account, token } = await buildPerson();
    await build();
    const kaohsiung = await buildOrganization(portal.db, { code: 'KHH', name: '高雄市分會' });
    const [lifeguard, rescuer] = await buildCoachCourses();
    const later = await buildCertificate(portal.db, {
      account,
      courseId: lifeguard.id,
      endTime: '2028-02-29',
      years: 4,
      organizationId: kaohsiung.id,
    });
    const asked = await buildCertificate(portal.db, { account, endTime: '2027-02-01' });
    await buildRenewalRequest(portal.db, { certificate: asked });
    const open = await buildCertificate(portal.db, { account, courseId: rescuer.id, endTime: '2027-03-01' });
    const ordinary = await buildCertificate(portal.db, { account, kind: 'ordinary', endTime: '2027-03-01' });
    const name = '急救教練訓練證';
    const organization = '臺北市分會';
    const shown = ({ id, number, endTime }: typeof open) => ({ id, code: number, end_time: endTime });
    const facts = { organization, year: 3, last_rejection: null };
    expect(await current(token)).toEqual([
      { ...shown(asked), ...facts, name, state: true, asked: true, can_ask: false },
      { ...shown(open), ...facts, name: '激流教練訓練證', state: true, asked: false, can_ask: true },
      {
        ...shown(ordinary),
        ...facts,
        name: '初級急救員訓練證',
        state: false,
        asked: false,
        can_ask: false,
      },
      {
        ...shown(later),
        ...facts,
        organization: '高雄市分會',
        name: '救生教練訓練證',
        year: 4,
        state: true,
        asked: false,
        can_ask: false,
      },
    ]);
  });

  test('changes at midnight in Taipei', async () => {
    const { token, certificate } = await build({ endTime: '2026-12-01' });
    portal.clock.now = new Date('2026-12-01T03:59:59.999Z');
    expect(await current(token)).toMatchObject([{ id: certificate.id, can_ask: true }]);
    portal.clock.now = new Date('2026-12-01T15:59:59.999Z');
    const fresh = await logIn(portal.db, { id: certificate.accountId }, portal.clock.now);
    expect(await current(fresh)).toMatchObject([{ id: certificate.id }]);
    expect(await old(fresh)).toEqual([]);
    portal.clock.now = new Date('2026-12-01T16:00:00Z');
    expect(await current(fresh)).toEqual([]);
    expect(await old(fresh)).toMatchObject([{ id: certificate.id, state: null, asked: false }]);
  });

  test('is empty where nothing was earned', async () => {
    const { token } = await buildPerson();
    expect([await current(token), await old(token)]).toEqual([[], []]);
  });
});

describe('OldCertLists', () => {
  test('lists replaced, expired and rejected ones, the latest first, with both notes', async () => {
    const { account, token, certificate } = await build({ endTime: '2027-03-01' });
    const replaced = await buildCertificate(portal.db, {
      account,
      endTime: '2024-03-01',
      replacedById: certificate.id,
    });
    const approved = await buildRenewalRequest(portal.db, {
      certificate: replaced,
      state: 'approved',
      frontNote: '已完成複訓',
      backendNote: '資料齊全',
      askedAt: new Date('2024-01-31T02:00:00Z'),
      decidedAt: new Date('2024-02-01T02:00:00Z'),
    });
    const refused = await buildRenewalRequest(portal.db, {
      certificate,
      state: 'rejected',
      backendNote: '未附複訓證明',
      askedAt: new Date('2026-10-31T02:00:00Z'),
      decidedAt: new Date('2026-11-01T02:00:00Z'),
    });
    const expired = await buildCertificate(portal.db, {
      account,
      kind: 'ordinary',
      endTime: '2026-09-09',
    });
    expect(await old(token)).toEqual([
      {
        id: certificate.id,
        organization: '臺北市分會',
        code: certificate.number,
        name: '急救教練訓練證',
        year: 3,
        end_time: '2027-03-01',
        request_id: refused.id,
        state: 0,
        asked: false,
        can_ask: false,
        front_note: null,
        backend_note: '未附複訓證明',
      },
      expect.objectContaining({ id: expired.id, request_id: null, state: null, front_note: null }),
      expect.objectContaining({
        id: replaced.id,
        request_id: approved.id,
        state: 1,
        front_note: '已完成複訓',
        backend_note: '資料齊全',
      }),
    ]);
    expect((await current(token)).map(({ id, can_ask }) => [id, can_ask])).toEqual([[certificate.id, true]]);
  });

  test('lists a rejected request, which CertLists shows too until the renewal is asked for again', async () => {
    const { token, certificate } = await build({ endTime: '2027-03-01' });
    await buildRenewalRequest(portal.db, {
      certificate,
      state: 'rejected',
      backendNote: '未附複訓證明',
      askedAt: new Date('2026-10-31T02:00:00Z'),
      decidedAt: new Date('2026-11-01T16:30:00Z'),
    });
    const rejection = { decided_on: '2026-11-02', reason: '未附複訓證明' };
    expect(await current(token)).toMatchObject([{ can_ask: true, last_rejection: rejection }]);
    await ask(token, certificate.number);
    expect(await current(token)).toMatchObject([{ asked: true, last_rejection: null }]);
    expect(await old(token)).toMatchObject([{ state: 0, backend_note: '未附複訓證明' }]);
  });

  test('shows a certificate that ended during its renewal as under review', async () => {
    const { token, certificate } = await build({ endTime: '2026-11-30' });
    await buildRenewalRequest(portal.db, { certificate, frontNote: '請審查' });
    expect(await old(token)).toMatchObject([{ state: null, asked: true, front_note: '請審查' }]);
  });
});

test('recert_page shows the result of a renewal without requesting it', async () => {
  const { token, certificate } = await build({ endTime: '2027-02-28' });
  expect((await page(token, certificate.number)).answer).toEqual({
    organization: '臺北市分會',
    code: certificate.number,
    name: '急救教練訓練證',
    ask_date: '2026-12-01',
    new_cert_start: '2027-03-01',
    new_cert_end: '2030-02-28',
  });
  expect(await requestsOf(certificate)).toEqual([]);
});

describe('recert', () => {
  test('requests a renewal once, and the lists show it', async () => {
    const { token, certificate } = await build();
    const reply = await ask(token, certificate.number, { front_note: '  第一行\n第二行  ' });
    expect([reply.status, reply.answer]).toEqual([200, { code: certificate.number }]);
    expect(await requestsOf(certificate)).toMatchObject([{ frontNote: '第一行\n第二行', state: 'open' }]);
    expect(await current(token)).toMatchObject([{ asked: true, can_ask: false }]);
    const again = await ask(token, certificate.number);
    expect([again.status, again.refusal.errors]).toEqual([422, { Cert: ['您已送出換證申請，請等候審查'] }]);
  });

  test.each<[string, unknown]>([
    ['without a body', undefined],
    ['without a note', {}],
    ['with an empty note', { front_note: '   ' }],
    ['with null', { front_note: null }],
  ])('%s is enough', async (_, body) => {
    const { token, certificate } = await build();
    expect((await ask(token, certificate.number, body)).status).toBe(200);
    expect(await requestsOf(certificate)).toMatchObject([{ frontNote: null }]);
  });

  test('takes 500 characters, rare ones counted as one', async () => {
    const { token, certificate } = await build();
    const note = '𠮷'.repeat(500);
    const longer = await ask(token, certificate.number, { front_note: `${note}字` });
    expect([longer.status, longer.refusal.errors]).toEqual([422, { front_note: ['備註不得超過 500 個字'] }]);
    expect((await ask(token, certificate.number, { front_note: note })).status).toBe(200);
    expect(await requestsOf(certificate)).toMatchObject([{ frontNote: note }]);
  });

  test.each<[string, unknown]>([
    ['NUL', 'A\u0000B'],
    ['a lone surrogate', '\ud800'],
    ['a turned direction', '\u202eabc'],
    ['a number', 7],
    ['a list', ['note']],
  ])('refuses %s as a note', async (_, note) => {
    const { token, certificate } = await build();
    const reply = await ask(token, certificate.number, { front_note: note });
    expect([reply.status, Object.keys(reply.refusal.errors ?? {})]).toEqual([422, ['front_note']]);
    expect(await requestsOf(certificate)).toEqual([]);
  });

  test('with the same key gets the first answer again', async () => {
    const { token, certificate } = await build();
    const headers = { 'idempotency-key': 'press-1' };
    const replies = [
      await ask(token, certificate.number, { front_note: '甲' }, headers),
      await ask(token, certificate.number, { front_note: '甲' }, headers),
    ];
    expect(replies.map(({ status, answer }) => [status, answer])).toEqual([
      [200, { code: certificate.number }],
      [200, { code: certificate.number }],
    ]);
    expect(await requestsOf(certificate)).toHaveLength(1);
  });

  test('with the same key for another note or another certificate is refused', async () => {
    const { account, token, certificate } = await build();
    const [lifeguard] = await buildCoachCourses();
    const other = await buildCertificate(portal.db, {
      account,
      courseId: lifeguard.id,
      endTime: '2027-03-15',
    });
    const headers = { 'idempotency-key': 'press-2' };
    await ask(token, certificate.number, { front_note: '甲' }, headers);
    for (const reply of [
      await ask(token, certificate.number, { front_note: '乙' }, headers),
      await ask(token, other.number, { front_note: '甲' }, headers),
    ]) {
      const errors = { Cert: ['這次送出的內容與先前不同，請重新整理後再試'] };
      expect([reply.status, reply.refusal.errors]).toEqual([422, errors]);
    }
    expect(await requestsOf(other)).toEqual([]);
  });

  test.each([[[]], [[1]], ['急件'], [5], [true]])('with %j for a body is refused', async (body) => {
    const { token, certificate } = await build();
    const reply = await portal.app.inject({
      method: 'POST',
      url: `/api/class/${certificate.number}/recert`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    });
    const text = '資料有誤，請檢查後再送出';
    expect([reply.statusCode, reply.json()]).toEqual([
      422,
      { code: 'invalid', message: text, errors: { body: [text] } },
    ]);
    expect(await requestsOf(certificate)).toEqual([]);
  });
});
