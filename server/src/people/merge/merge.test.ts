import { login } from '@portal/contract/accounts';
import * as people from '@portal/contract/office/people';
import * as contract from '@portal/contract/office/person-merges';
import { ownSessions } from '@portal/contract/sessions';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount, logIn, PASSWORD } from '../../../test/factories/account.ts';
import { buildClass, buildOrganization } from '../../../test/factories/catalogue.ts';
import { buildCertificate, buildRenewalRequest } from '../../../test/factories/certificate.ts';
import { buildGroup, buildMembership } from '../../../test/factories/group.ts';
import { buildJob } from '../../../test/factories/job.ts';
import { buildRegistration } from '../../../test/factories/registration.ts';
import { asStaff, buildStaff, enterOffice, grant } from '../../../test/factories/staff.ts';
import { buildTracesOf } from '../../../test/factories/traces.ts';
import { proveTrainee } from '../../accounts/actors.ts';
import { accounts } from '../../accounts/tables.ts';
import { issueJob } from '../../certificates/desk/issue-job.ts';
import { certificates } from '../../certificates/tables.ts';
import { cancelRegistration } from '../../enrolment/seats/cancel-registration.ts';
import { registrations } from '../../enrolment/tables.ts';
import { memberships } from '../../groups/tables.ts';
import { mails } from '../../mail/tables.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { privacyRequests } from '../../privacy/tables.ts';
import { personMerges } from '../tables.ts';
import { countRows, TREATMENT } from './treatment.ts';

const DAY = 24 * 3_600_000;

let portal: TestPortal;
let branch: { id: number };
let headers: Record<string, string>;
beforeAll(async () => {
  portal = await openTestPortal({ STAFF_SECOND_FACTOR: 'optional' });
  branch = await buildOrganization(portal.db);
});
afterAll(() => portal.close());
beforeEach(() => enterAt(NOW));

const enterAt = async (now: Date) => {
  portal.clock.now = now;
  const staff = await buildStaff(portal.db, { grants: [grant('officer', branch.id)] });
  headers = { cookie: await enterOffice(portal.db, staff, { now }), 'sec-fetch-site': 'same-origin' };
};

type Account = Awaited<ReturnType<typeof buildAccount>>;
interface Pair {
  survivor: Account;
  removed: Account;
}

const own = (overrides: Parameters<typeof buildAccount>[1] = {}) =>
  buildAccount(portal.db, { organizationId: branch.id, ...overrides });
const buildPair = async (
  survivor: Parameters<typeof own>[0] = {},
  removed: Parameters<typeof own>[0] = {},
): Promise<Pair> => ({ survivor: await own(survivor), removed: await own(removed) });

const params = ({ survivor, removed }: Pair) => ({ id: `${survivor.id}`, removed: `${removed.id}` });
const preview = async (pair: Pair) =>
  (await portal.call(contract.previewMerge, { headers, params: params(pair) })).answer;
const merge = ({ survivor, removed }: Pair, as = headers) =>
  portal.call(contract.mergePeople, {
    headers: as,
    params: { id: `${survivor.id}` },
    body: { removedId: removed.id, reason: '同一人，證號登錄錯誤' },
  });
const findMerges = async ({ survivor }: Pair) =>
  (await portal.call(contract.personMerges, { headers, params: { id: `${survivor.id}` } })).answer;
const undo = async (pair: Pair, as = headers) => {
  const [row] = await portal.db
    .select({ id: personMerges.id })
    .from(personMerges)
    .where(eq(personMerges.removedId, pair.removed.id))
    .orderBy(sql`id desc`);
  return portal.call(contract.undoMerge, {
    headers: as,
    params: { id: `${row?.id}` },
    body: { reason: '不是同一人' },
  });
};

const rowsOf = async ({ id }: Account, how?: contract.Treatment) => {
  const parts = await countRows(portal.db, id);
  const shown = parts.filter(
    // A timer looks for twins whenever somebody changed.
    ({ table, ...part }) =>
      !table.startsWith('twin') && part.rows > 0 && (how === undefined || part.how === how),
  );
  return Object.fromEntries(shown.map(({ table, rows }) => [table, rows]));
};

const detail = async ({ id }: Account) =>
  (await portal.call(people.personDetail, { headers, params: { id: `${id}` } })).answer;
const history = async ({ id }: Account) =>
  (await portal.call(people.personHistory, { headers, params: { id: `${id}` } })).answer.map(
    ({ action }) => action,
  );
const signIn = ({ account }: Account) =>
  portal.call(login, { body: { account, password: PASSWORD, country: 'local' } });

describe('every table that points to a person', () => {
  test('has a treatment', async () => {
    const { rows } = await portal.db.execute<{ name: string }>(sql`
      with recursive owned(id) as (
        select 'accounts'::regclass::oid
        union select conrelid from pg_constraint join owned on confrelid = owned.id where contype = 'f')
      select id::regclass::text as name from owned order by 1`);
    expect(Object.keys(TREATMENT).toSorted()).toEqual(rows.map(({ name }) => name));
  });

  test('is treated by a merge and brought back by undoing it', async () => {
    const pair = await buildPair();
    await buildTracesOf(portal, pair.removed);
    const before = { removed: await rowsOf(pair.removed), survivor: await rowsOf(pair.survivor) };
    const shown = await preview(pair);
    expect(shown.obstacles).toEqual([]);
    expect(Object.fromEntries(shown.parts.map(({ table, rows }) => [table, rows]))).toMatchObject({
      ...{ registrations: 1, certificates: 1, payment_reports: 1, identity_changes: 1, memberships: 1 },
      ...{ allocations: 2, scores: 1, attendance: 1, renewal_inquiries: 1, sessions: 1, erasure_requests: 1 },
    });
    expect(await rowsOf(pair.removed)).toEqual(before.removed);

    expect((await merge(pair)).status).toBe(200);
    const left = await rowsOf(pair.removed);
    for (const [table, how] of Object.entries(TREATMENT)) {
      if (['moved', 'followed', 'ended'].includes(how))
        expect([table, left[table]]).toEqual([table, undefined]);
    }
    expect(await rowsOf(pair.survivor, 'followed')).toEqual(
      Object.fromEntries(Object.entries(before.removed).filter(([table]) => TREATMENT[table] === 'followed')),
    );
    const moved = shown.parts.filter(({ how }) => how === 'moved').map(({ table, rows }) => [table, rows]);
    // The survivor also gets the mail about it, which still waits.
    expect(await rowsOf(pair.survivor, 'moved')).toEqual(Object.fromEntries(moved));

    const undone = await undo(pair);
    expect(undone.answer.kept).toEqual([]);
    const { sessions: _, ...lasting } = before.removed;
    expect(await rowsOf(pair.removed)).toEqual({ ...lasting, person_merges: 1 });
    // A former membership stays, because nothing deletes memberships.
    expect(await rowsOf(pair.survivor)).toEqual({ ...before.survivor, memberships: 1, person_merges: 1 });
  });
});

describe('after a merge', () => {
  test('the removed number says where to log in, and its sessions are over', async () => {
    const pair = await buildPair({ emailConfirmedAt: NOW });
    const token = await logIn(portal.db, pair.removed);
    const { answer } = await merge(pair);
    expect(answer.id).toBe(pair.survivor.id);
    expect((await portal.call(ownSessions, { token })).status).toBe(401);
    const refused = await signIn(pair.removed);
    expect(refused.code).toBe('account_merged');
    expect(refused.refusal.message).toContain(`${pair.survivor.account.slice(0, 3)}*****`);
    expect((await signIn(pair.survivor)).status).toBe(200);
    const sent = await portal.db.select().from(mails).where(eq(mails.accountId, pair.survivor.id));
    expect(sent.map(({ template }) => template)).toEqual(['accounts_merged']);
  });

  test('both histories say so, and the removed record leads to the survivor', async () => {
    const pair = await buildPair();
    await merge(pair);
    // A repeat changes nothing.
    expect((await merge(pair)).status).toBe(200);
    expect(await detail(pair.removed)).toMatchObject({
      mergedInto: { id: pair.survivor.id },
      can: { merge: false, resume: false },
    });
    const resumed = await portal.call(people.resumePerson, {
      ...{ headers, params: { id: `${pair.removed.id}` }, body: { reason: '恢復' } },
    });
    expect(resumed.code).toBe('person_merged');
    expect(await history(pair.removed)).toEqual(['person.become_part']);
    expect(await history(pair.survivor)).toEqual(['person.merge']);
    const [row] = await findMerges(pair);
    expect(row).toMatchObject({
      removed: { id: pair.removed.id },
      reason: '同一人，證號登錄錯誤',
      undone: null,
      undoUntil: '2026-12-08T10:00:00+08:00',
    });
    await undo(pair);
    expect(await history(pair.removed)).toEqual(['person.leave', 'person.become_part']);
    expect((await signIn(pair.removed)).status).toBe(200);
  });

  test('what was empty is filled, and emptied by undoing it unless it changed', async () => {
    const pair = await buildPair({ employer: null, school: null }, { employer: '海洋公司', school: '臺大' });
    expect((await preview(pair)).filled).toEqual(['employer', 'school']);
    await merge(pair);
    const find = async () =>
      (await portal.db.select().from(accounts).where(eq(accounts.id, pair.survivor.id)))[0];
    expect(await find()).toMatchObject({ employer: '海洋公司', school: '臺大' });
    await portal.db.update(accounts).set({ school: '政大' }).where(eq(accounts.id, pair.survivor.id));
    expect((await undo(pair)).answer.kept).toEqual([{ kind: 'profile', name: 'school' }]);
    expect(await find()).toMatchObject({ employer: null, school: '政大' });
  });

  test('somebody who was suspended before is suspended again', async () => {
    const pair = await buildPair({}, { suspendedAt: NOW });
    await merge(pair);
    await undo(pair);
    expect(await detail(pair.removed)).toMatchObject({ can: { resume: true, suspend: false } });
  });
});

describe('memberships', () => {
  const join = async (pair: Pair, of: { survivor?: 'manager' | 'member'; removed: 'manager' | 'member' }) => {
    const group = await buildGroup(portal.db);
    if (of.survivor) await buildMembership(portal.db, { group, account: pair.survivor, role: of.survivor });
    await buildMembership(portal.db, { group, account: pair.removed, role: of.removed });
    return group;
  };
  const find = async ({ id }: { id: number }, account: Account) => {
    const rows = await portal.db.select().from(memberships).where(eq(memberships.groupId, id));
    const row = rows.find(({ accountId }) => accountId === account.id);
    return row && [row.role, row.leftAt === null];
  };

  test.each([
    [{ removed: 'manager' }, ['member', false]],
    [{ survivor: 'member', removed: 'manager' }, ['member', true]],
    [{ survivor: 'manager', removed: 'member' }, ['manager', true]],
  ] as const)('%j: the survivor is a manager, and is again what they were', async (roles, former) => {
    const pair = await buildPair();
    const group = await join(pair, roles);
    await merge(pair);
    expect(await find(group, pair.survivor)).toEqual(['manager', true]);
    expect(await find(group, pair.removed)).toEqual(['member', false]);
    await undo(pair);
    expect(await find(group, pair.survivor)).toEqual(former);
    expect(await find(group, pair.removed)).toEqual([roles.removed, true]);
  });

  test('a registration for the group moves with them', async () => {
    const pair = await buildPair();
    const group = await join(pair, { removed: 'member' });
    const trainingClass = await buildClass(portal.db);
    await buildRegistration(portal.db, { class: trainingClass, account: pair.removed, group });
    expect((await merge(pair)).status).toBe(200);
    expect((await undo(pair)).answer.kept).toEqual([]);
    expect(await rowsOf(pair.removed, 'moved')).toEqual({ registrations: 1 });
  });

  test('one that changed since stays', async () => {
    const pair = await buildPair();
    const group = await join(pair, { removed: 'member' });
    await merge(pair);
    await portal.db
      .update(memberships)
      .set({ role: 'manager' })
      .where(eq(memberships.accountId, pair.survivor.id));
    expect((await undo(pair)).answer.kept).toEqual([{ kind: 'membership', name: group.name }]);
    expect(await find(group, pair.survivor)).toEqual(['manager', true]);
  });
});

describe('certificates of one kind', () => {
  const issue = (account: Account, endTime: string) =>
    buildCertificate(portal.db, { account, issuedOn: '2024-01-01', endTime });
  const stateOf = async ({ id }: { id: number }) =>
    (await portal.db.select().from(certificates).where(eq(certificates.id, id)))[0]?.state;

  test('two that are valid today stop the merge', async () => {
    const pair = await buildPair();
    for (const account of [pair.survivor, pair.removed]) await issue(account, '2027-01-01');
    expect((await preview(pair)).obstacles).toEqual([{ code: 'same_kind', details: [expect.any(String)] }]);
    expect((await merge(pair)).code).toBe('merge_obstacle');
  });

  test.each([
    ['2025-01-01', '2027-01-01', ['lapsed', 'valid']],
    ['2027-01-01', '2025-01-01', ['valid', 'lapsed']],
    ['2025-01-01', '2025-06-01', ['lapsed', 'valid']],
    ['2025-06-01', '2025-06-01', ['lapsed', 'valid']],
  ])(
    'of the survivor until %s and of the other until %s, the expired one lapses',
    async (one, two, states) => {
      const pair = await buildPair();
      const held = [await issue(pair.survivor, one), await issue(pair.removed, two)];
      expect((await merge(pair)).status).toBe(200);
      const found = await Promise.all(held.map(stateOf));
      expect(found.toSorted()).toEqual(states.toSorted());
      if (one !== two) expect(found).toEqual(states);
      await undo(pair);
      expect(await Promise.all(held.map(stateOf))).toEqual(['valid', 'valid']);
    },
  );

  test('a certificate and its successor move together', async () => {
    const pair = await buildPair();
    const former = await issue(pair.removed, '2027-01-01');
    const isFormer = eq(certificates.id, former.id);
    await portal.db.update(certificates).set({ state: 'lapsed', endedAt: NOW }).where(isFormer);
    const { id: replacedById } = await issue(pair.removed, '2027-01-01');
    await portal.db.update(certificates).set({ state: 'corrected', replacedById }).where(isFormer);
    expect((await merge(pair)).status).toBe(200);
    expect(await rowsOf(pair.survivor, 'moved')).toEqual({ certificates: 2 });
    expect((await undo(pair)).answer.kept).toEqual([]);
    expect(await rowsOf(pair.removed, 'moved')).toEqual({ certificates: 2 });
  });

  test('one that somebody asked to renew since stays, with its registration', async () => {
    const pair = await buildPair();
    const trainingClass = await buildClass(portal.db);
    const registration = await buildRegistration(portal.db, {
      ...{ class: trainingClass, account: pair.removed, state: 'confirmed' },
    });
    const certificate = await buildCertificate(portal.db, {
      account: pair.removed,
      registrationId: registration.id,
    });
    await merge(pair);
    await enterAt(new Date(NOW.getTime() + DAY));
    await buildRenewalRequest(portal.db, { certificate, askedAt: portal.clock.now });
    expect((await undo(pair)).answer.kept).toEqual([
      { kind: 'registration', name: trainingClass.code },
      { kind: 'certificate', name: certificate.number },
    ]);
  });
});

describe('a merge is refused', () => {
  const obstaclesOf = async (pair: Pair) => {
    const { obstacles } = await preview(pair);
    expect((await merge(pair)).code).toBe(obstacles.length > 0 ? 'merge_obstacle' : undefined);
    return obstacles.map(({ code }) => code);
  };

  test.each([
    ['pending', 'pending', ['same_class']],
    ['pending', 'cancelled', []],
    ['rejected', 'confirmed', []],
  ] as const)('while both hold a seat in a class: %s and %s', async (one, two, codes) => {
    const pair = await buildPair();
    const trainingClass = await buildClass(portal.db);
    const of = { class: trainingClass };
    await buildRegistration(portal.db, { ...of, account: pair.survivor, state: one });
    await buildRegistration(portal.db, { ...of, account: pair.removed, state: two });
    expect(await obstaclesOf(pair)).toEqual(codes);
  });

  test.each(['survivor', 'removed'] as const)(
    'while a request about the data of the %s is open',
    async (who) => {
      const pair = await buildPair();
      await portal.db.insert(privacyRequests).values({ accountId: pair[who].id, requestedAt: NOW });
      expect(await obstaclesOf(pair)).toEqual(['open_request']);
    },
  );

  test('into a suspended account', async () => {
    expect(await obstaclesOf(await buildPair({ suspendedAt: NOW }))).toEqual(['suspended']);
  });

  test('of an account that is part of another already', async () => {
    const pair = await buildPair();
    await merge(pair);
    const third = await own();
    expect(await obstaclesOf({ survivor: third, removed: pair.removed })).toEqual(['closed']);
    expect(await obstaclesOf({ survivor: pair.removed, removed: third })).toEqual(['closed']);
  });

  test('while a job still has to issue a certificate to one of them', async () => {
    const pair = await buildPair();
    const trainingClass = await buildClass(portal.db);
    const { id } = await buildRegistration(portal.db, { class: trainingClass, account: pair.removed });
    const officer = asStaff(await buildStaff(portal.db), [grant('officer')]);
    const input = { classId: trainingClass.id };
    await buildJob(portal.db, officer, { kind: issueJob, input, keys: [String(id)] });
    expect(await obstaclesOf(pair)).toEqual(['job_running']);
  });

  test('with itself, and with somebody of another branch', async () => {
    const { survivor } = await buildPair();
    expect((await merge({ survivor, removed: survivor })).code).toBe('merge_unknown');
    const elsewhere = await buildAccount(portal.db, {
      organizationId: (await buildOrganization(portal.db, { code: 'ELSE', name: '離島分會' })).id,
    });
    expect((await merge({ survivor, removed: elsewhere })).code).toBe('merge_unknown');
    expect((await merge({ survivor: elsewhere, removed: survivor })).code).toBe('not_found');
  });
});

describe('undoing', () => {
  test('is refused after seven days, and the second time', async () => {
    const [late, twice] = [await buildPair(), await buildPair()];
    for (const pair of [late, twice]) await merge(pair);
    expect((await undo(twice)).status).toBe(200);
    expect((await undo(twice)).code).toBe('merge_undo_late');
    await enterAt(new Date(NOW.getTime() + 7 * DAY));
    expect(await findMerges(late)).toMatchObject([{ undoUntil: null }]);
    expect((await undo(late)).code).toBe('merge_undo_late');
  });

  test('begins with the later of two merges', async () => {
    const first = await buildPair();
    await merge(first);
    const second = { survivor: await own(), removed: first.survivor };
    await merge(second);
    expect((await undo(first)).code).toBe('merge_undo_order');
    expect((await undo(second)).status).toBe(200);
    expect((await undo(first)).status).toBe(200);
  });

  test('leaves a registration that somebody changed, and returns the others', async () => {
    const pair = await buildPair();
    const classes = [await buildClass(portal.db), await buildClass(portal.db)] as const;
    for (const each of classes)
      await buildRegistration(portal.db, { class: each, account: pair.removed, state: 'unpaid' });
    await merge(pair);
    const actor = proveTrainee({ accountId: pair.survivor.id });
    const { code } = classes[0];
    await inTransaction(portal.db, (tx) => cancelRegistration(tx, { code }, { actor, now: NOW }));
    expect((await undo(pair)).answer.kept).toEqual([{ kind: 'registration', name: classes[0].code }]);
    const rows = await portal.db
      .select()
      .from(registrations)
      .where(eq(registrations.accountId, pair.removed.id));
    expect(rows.map(({ classId }) => classId)).toEqual([classes[1].id]);
  });

  test('can be followed by another merge, the other way round', async () => {
    const pair = await buildPair();
    await buildTracesOf(portal, pair.removed);
    await merge(pair);
    await undo(pair);
    expect((await merge({ survivor: pair.removed, removed: pair.survivor })).status).toBe(200);
  });
});
