import type { Endpoint } from '@portal/contract/endpoint';
import * as contract from '@portal/contract/office/privacy';
import { waitingWork } from '@portal/contract/office/reports';
import { requestErasure, withdrawErasure } from '@portal/contract/privacy';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount, logIn } from '../../../test/factories/account.ts';
import { buildOrganization } from '../../../test/factories/catalogue.ts';
import { nationalId } from '../../../test/factories/identity.ts';
import { enterAs, enterOffice, grant } from '../../../test/factories/staff.ts';
import { actDuring } from '../../../test/locks.ts';
import { lockAccount } from '../../accounts/queries.ts';
import { accounts } from '../../accounts/tables.ts';
import { auditEvents } from '../../audit/tables.ts';
import { mails } from '../../mail/tables.ts';
import type { Tx } from '../../platform/database/database.ts';
import { privacyRequests } from '../tables.ts';

const DAY = 24 * 3_600_000;

let portal: TestPortal;
let headers: Record<string, string>;
let here: { id: number };
let account: Awaited<ReturnType<typeof buildAccount>>;

beforeAll(async () => {
  portal = await openTestPortal({ STAFF_SECOND_FACTOR: 'optional' });
  here = await buildOrganization(portal.db);
  headers = (await enterAs(portal.db, grant('officer', here.id))).headers;
});
afterAll(() => portal.close());
beforeEach(async () => {
  portal.clock.now = NOW;
  await portal.db.delete(privacyRequests);
  account = await buildAccount(portal.db, { organizationId: here.id, emailConfirmedAt: NOW });
});

const ask = <E extends Endpoint>(endpoint: E, sent: { id?: number; body?: unknown; query?: object } = {}) =>
  portal.call(endpoint, {
    headers,
    ...(sent.id !== undefined && { params: { id: String(sent.id) } }),
    ...(sent.query && { query: sent.query as Record<string, string> }),
    ...(sent.body !== undefined && { body: sent.body }),
  });

const form = (over: object = {}) => ({
  ...{ number: account.account, kind: 'access', requestedOn: '2026-12-01', note: '報名紀錄' },
  ...over,
});

const record = async (over: object = {}): Promise<contract.PrivacyRequest> => {
  const { status, answer } = await ask(contract.recordRequest, { body: form(over) });
  expect(status).toBe(200);
  return (await ask(contract.privacyRequest, { id: answer.id })).answer;
};

const lettersTo = async () =>
  (
    await portal.db
      .select({ template: mails.template })
      .from(mails)
      .where(eq(mails.accountId, account.id))
      .orderBy(mails.createdAt)
  ).map(({ template }) => template);

describe('a request that staff record', () => {
  test('has the period of the law from the day on which it arrived, and is confirmed by mail', async () => {
    const request = await record({ requestedOn: '2026-11-20' });
    expect(request).toMatchObject({
      ...{ kind: 'access', state: 'requested', isRecorded: true, note: '報名紀錄' },
      ...{ dueOn: '2026-12-05', daysLeft: 4, isExtended: false, mailbox: account.email },
      can: { extend: true, decline: true, answer: true, withdraw: true, erase: false },
    });
    const sent = await portal.db.select().from(mails).where(eq(mails.accountId, account.id));
    expect(sent).toMatchObject([{ template: 'privacy_recorded', data: { name: account.chineseName } }]);
  });

  test.each([
    ['today counts from now', '2026-12-01', '2026-12-01T10:00:00+08:00'],
    ['before today counts from the beginning of the day', '2026-11-30', '2026-11-30T00:00:00+08:00'],
    ['a year ago is the oldest', '2025-12-01', '2025-12-01T00:00:00+08:00'],
  ])('that arrived %s', async (_, requestedOn, requestedAt) => {
    expect((await record({ requestedOn })).requestedAt).toBe(requestedAt);
  });

  test.each([
    [() => ({ number: 'A100000001' }), 'privacy_person_unknown'],
    [() => ({ requestedOn: '2026-12-02' }), 'privacy_requested_later'],
    [() => ({ requestedOn: '2025-11-30' }), 'privacy_requested_later'],
  ] as const)('is refused: %#', async (over, code) => {
    const answer = await ask(contract.recordRequest, { body: form(over()) });
    expect(answer.code).toBe(code);
  });

  test('is refused for a person of another organisation like for nobody', async () => {
    const there = await buildOrganization(portal.db, { code: 'KHH', name: '高雄市分會' });
    const { account: number } = await buildAccount(portal.db, { organizationId: there.id });
    const answer = await ask(contract.recordRequest, { body: form({ number }) });
    expect(answer.code).toBe('privacy_person_unknown');
  });

  test('is one of its kind, also if two record it at once', async () => {
    const codes = await Promise.all(
      [1, 2, 3].map(async () => {
        const { status, code } = await ask(contract.recordRequest, { body: form() });
        return status === 200 ? 'done' : code;
      }),
    );
    expect(codes.toSorted()).toEqual(['done', 'privacy_request_open', 'privacy_request_open']);
    expect((await record({ kind: 'correction' })).kind).toBe('correction');
  });

  test('may follow one of its kind that is closed', async () => {
    const { id, version } = await record();
    await ask(contract.withdrawRequest, { id, body: { version } });
    expect((await record()).state).toBe('requested');
  });

  const recordDuring = async (work: (tx: Tx) => Promise<unknown>, number = account.account) =>
    (await actDuring(portal.db, work, () => ask(contract.recordRequest, { body: form({ number }) }))).code;

  test('is refused while another of its kind is stored, also by the number of a merged record', async () => {
    const merged = await buildAccount(portal.db, { mergedIntoId: account.id, suspendedAt: NOW });
    for (const number of [account.account, merged.account]) {
      await portal.db.delete(privacyRequests);
      const storing = async (tx: Tx) => {
        await lockAccount(tx, account.id);
        const row = { accountId: account.id, kind: 'access', requestedAt: NOW } as const;
        await tx.insert(privacyRequests).values(row);
      };
      expect(await recordDuring(storing, number)).toBe('privacy_request_open');
    }
  });

  test('is refused if the person gets another number meanwhile', async () => {
    const idNumber = nationalId(81_000_000);
    const correcting = (tx: Tx) => tx.update(accounts).set({ idNumber }).where(eq(accounts.id, account.id));
    expect(await recordDuring(correcting)).toBe('privacy_person_unknown');
  });
});

describe('the queue', () => {
  test('has open requests first, the oldest at the top, and counts them', async () => {
    const first = await record({ requestedOn: '2026-11-01', kind: 'correction' });
    const done = await record({ requestedOn: '2026-10-01', kind: 'access' });
    await ask(contract.declineRequest, { id: done.id, body: { reason: '非本人', version: done.version } });
    const own = await logIn(portal.db, account);
    expect((await portal.call(requestErasure, { token: own })).status).toBe(200);
    const { answer } = await ask(contract.privacyRequests);
    expect(answer.rows.map(({ kind, state, daysLeft }) => [kind, state, daysLeft])).toEqual([
      ['correction', 'requested', 0],
      ['erasure', 'requested', 30],
      ['access', 'declined', null],
    ]);
    expect(answer.rows[0]?.id).toBe(first.id);
    const there = await buildOrganization(portal.db, { code: 'KHH', name: '高雄市分會' });
    const elsewhere = await buildAccount(portal.db, { organizationId: there.id });
    await portal.db.insert(privacyRequests).values({ accountId: elsewhere.id, requestedAt: new Date(0) });
    const { answer: waiting } = await ask(waitingWork);
    expect(waiting.privacy).toEqual({ count: 2, oldestAt: '2026-11-01T00:00:00+08:00' });
    const closed = await ask(contract.privacyRequests, { query: { state: 'declined' } });
    expect(closed.answer.rows).toHaveLength(1);
  });
});

describe('a step', () => {
  test('extends the period once, with the reason in a mail', async () => {
    const request = await record();
    const body = { reason: '資料橫跨多年', version: request.version };
    const { answer } = await ask(contract.extendRequest, { id: request.id, body });
    expect(answer).toMatchObject({
      ...{ dueOn: '2026-12-31', isExtended: true, can: { extend: false, answer: true } },
      extension: { reason: '資料橫跨多年' },
    });
    const again = await ask(contract.extendRequest, {
      id: request.id,
      body: { ...body, version: answer.version },
    });
    expect(again.code).toBe('privacy_request_extended');
    expect(await lettersTo()).toEqual(['privacy_recorded', 'privacy_extended']);
  });

  test.each([
    [contract.declineRequest, { reason: '非本人' }, 'declined', 'privacy_declined'],
    [contract.answerRequest, { answer: '已交付複製本' }, 'answered', 'privacy_answered'],
    [contract.withdrawRequest, {}, 'withdrawn', 'privacy_withdrawn'],
  ] as const)(
    'closes the request once, and repeating it changes nothing: %#',
    async (endpoint, text, state, letter) => {
      const { id, version } = await record();
      for (const _ of [1, 2]) {
        const { status, answer } = await ask(endpoint as Endpoint, { id, body: { ...text, version } });
        expect([status, (answer as contract.PrivacyRequest).state]).toEqual([200, state]);
      }
      expect(await lettersTo()).toEqual(['privacy_recorded', letter]);
      const other = (await enterAs(portal.db, grant('admin'))).headers;
      const late = await portal.call(contract.declineRequest, {
        ...{ headers: other, params: { id: String(id) }, body: { reason: '重複', version } },
      });
      expect(late.code).toBe('changed_meanwhile');
    },
  );

  test('is an event of the organisation that names the states it changes', async () => {
    const { id, version } = await record();
    const { answer } = await ask(contract.extendRequest, { id, body: { reason: '資料橫跨多年', version } });
    await ask(contract.declineRequest, { id, body: { reason: '非本人', version: answer.version } });
    const { action, organizationId, before, after } = auditEvents;
    const events = await portal.db
      .select({ action, organizationId, before, after })
      .from(auditEvents)
      .where(and(eq(auditEvents.subject, 'privacy_request'), eq(auditEvents.subjectId, id)))
      .orderBy(auditEvents.id);
    const common = { organizationId: here.id, before: null, after: null };
    expect(events).toEqual([
      { ...common, action: 'privacy.record', after: { kind: 'access' } },
      { ...common, action: 'privacy.extend' },
      { ...common, action: 'privacy.decline', before: { state: 'requested' }, after: { state: 'declined' } },
    ]);
  });

  test('finds a request that the person withdrew meanwhile closed', async () => {
    const token = await logIn(portal.db, account);
    await portal.call(requestErasure, { token });
    const [row] = (await ask(contract.privacyRequests)).answer.rows;
    await portal.call(withdrawErasure, { token });
    const answer = await ask(contract.declineRequest, {
      id: row?.id ?? 0,
      body: { reason: '查無', version: 0 },
    });
    expect(answer.code).toBe('privacy_request_closed');
  });

  test('does not answer a request for erasure', async () => {
    const { id, version } = await record({ kind: 'erasure' });
    const { status } = await ask(contract.answerRequest, { id, body: { answer: '完成', version } });
    expect(status).toBe(422);
  });

  test('tells how many days the period is over', async () => {
    const { id } = await record();
    portal.clock.now = new Date(NOW.getTime() + 20 * DAY);
    const { staff } = await enterAs(portal.db, grant('admin'));
    const cookie = await enterOffice(portal.db, staff, { now: portal.clock.now });
    const { answer } = await portal.call(contract.privacyRequest, {
      ...{ headers: { cookie }, params: { id: String(id) } },
    });
    expect(answer.daysLeft).toBe(-5);
  });
});
