import { addDays, today } from '@portal/contract/dates';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { proveTrainee } from '../../src/accounts/actors.ts';
import { approveRenewal } from '../../src/certificates/approve-renewal.ts';
import { askRenewal } from '../../src/certificates/ask-renewal.ts';
import { rejectRenewal } from '../../src/certificates/reject-renewal.ts';
import { certificates, renewalRequests } from '../../src/certificates/tables.ts';
import { checkData } from '../../src/commands/check-data.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { Refusal } from '../../src/platform/errors.ts';
import type { Staff } from '../../src/staff/actors.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { buildCertificate, buildRenewalRequest } from '../factories/certificate.ts';
import { decidingStaff } from '../factories/staff.ts';
import { buildCrowd } from './crowd.ts';
import { deadlocksIn } from './deadlocks.ts';
import { connectPatiently, type Deed, inTurns, meet } from './meet.ts';

/** How often each race is repeated. */
const ROUNDS = 12;

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  db = connectPatiently(database.url);
});

afterAll(async () => {
  await db.$client.end();
  await database.drop();
});

const staff: Staff = decidingStaff();

interface Meeting {
  readonly certificateId: number;
  readonly code: string;
  readonly accountId: number;
  /** Id of the open request; 0 if there is none. */
  readonly requestId: number;
}

const ask: Deed<Meeting> = (tx, { code, accountId }, now) =>
  askRenewal(tx, { code, frontNote: null }, { actor: proveTrainee({ accountId }), now });
const approve: Deed<Meeting> = (tx, { requestId }, now) =>
  approveRenewal(tx, { requestId }, { actor: staff, now });
const refuse: Deed<Meeting> = (tx, { requestId }, now) =>
  rejectRenewal(tx, { requestId, backendNote: '未附複訓證明' }, { actor: staff, now });

/** So many people with a certificate that may be renewed today. */
const buildMeetings = async (size: number, asked: boolean): Promise<Meeting[]> => {
  const meetings: Meeting[] = [];
  for (const account of await buildCrowd(db, size)) {
    const certificate = await buildCertificate(db, { account, endTime: addDays(today(new Date()), 60) });
    const request = asked ? await buildRenewalRequest(db, { certificate, askedAt: new Date() }) : null;
    meetings.push({
      certificateId: certificate.id,
      code: certificate.number,
      accountId: account.id,
      requestId: request?.id ?? 0,
    });
  }
  return meetings;
};

/** Outcome of a certificate: results of its requests, replaced or not, number of the person's live certificates. */
const outcome = async ({ certificateId, accountId }: Meeting) => {
  const requests = await db
    .select()
    .from(renewalRequests)
    .where(eq(renewalRequests.certificateId, certificateId))
    .orderBy(renewalRequests.id);
  const held = await db.select().from(certificates).where(eq(certificates.accountId, accountId));
  return {
    results: requests.map(({ state }) => state),
    replaced: held.some(({ id, replacedById }) => id === certificateId && replacedById !== null),
    certificates: held.length,
  };
};

type Outcome = Awaited<ReturnType<typeof outcome>>;

const approved: Outcome = { results: ['approved'], replaced: true, certificates: 2 };
const refused: Outcome = { results: ['rejected'], replaced: false, certificates: 1 };

/** Allowed answers and outcomes, one for each order. */
const pairs: readonly [
  what: string,
  one: Deed<Meeting>,
  other: Deed<Meeting>,
  ends: readonly (readonly [heard: readonly string[], Outcome])[],
][] = [
  [
    'approve and reject: the first one decides, the other is refused',
    approve,
    refuse,
    [
      [['done', 'renewal_decided'], approved],
      [['renewal_decided', 'done'], refused],
    ],
  ],
  [
    'approve and request again: no request remains for a replaced certificate',
    approve,
    ask,
    [
      [['done', 'certificate_replaced'], approved],
      [['done', 'renewal_asked'], approved],
    ],
  ],
  [
    'reject and request again: the request is accepted or refused as pending',
    refuse,
    ask,
    [
      [['done', 'done'], { ...refused, results: ['rejected', 'open'] }],
      [['done', 'renewal_asked'], refused],
    ],
  ],
];

test('two simultaneous requests create one', async () => {
  await inTurns(await buildMeetings(ROUNDS, false), async (meeting, round) => {
    expect((await meet(db, [ask, ask], meeting, round)).toSorted()).toEqual(['done', 'renewal_asked']);
    expect(await outcome(meeting)).toEqual({ results: ['open'], replaced: false, certificates: 1 });
  });
});

test('two simultaneous approvals approve once', async () => {
  await inTurns(await buildMeetings(ROUNDS, true), async (meeting, round) => {
    expect(await meet(db, [approve, approve], meeting, round)).toEqual(['done', 'done']);
    expect(await outcome(meeting)).toEqual(approved);
  });
});

test.each(pairs)('%s', async (_, one, other, ends) => {
  const seen: (typeof ends)[number][] = [];
  await inTurns(await buildMeetings(ROUNDS, true), async (meeting, round) => {
    const heard = await meet(db, [one, other], meeting, round);
    const end = [heard, await outcome(meeting)] as const;
    expect(ends).toContainEqual(end);
    seen.push(end);
  });
  // Both orders must occur; otherwise it was no race.
  expect(seen).toEqual(expect.arrayContaining([...ends]));
});

test('the data are consistent afterwards, and no deadlock occurred', async () => {
  expect(await checkData(db)).toEqual([]);
  await db.$client.end();
  expect(await deadlocksIn(database.url)).toBe(0);
  db = connectPatiently(database.url);
});

/* The same races with steps that read first and then write: they must go wrong, or the tests above prove nothing. */
describe('control, without the guard', () => {
  const carelessAsk: Deed<Meeting> = async (tx, { certificateId }, now) => {
    const { rowCount } = await tx.execute(
      sql`select from renewal_requests where certificate_id = ${certificateId} and state = 'open'`,
    );
    if (rowCount !== 0) throw new Refusal('renewal_asked');
    await tx.insert(renewalRequests).values({ certificateId, askedAt: now });
  };

  const carelessly =
    (state: 'approved' | 'rejected'): Deed<Meeting> =>
    async (tx, { certificateId, requestId, accountId }, now) => {
      const [waiting] = await tx
        .select()
        .from(renewalRequests)
        .where(sql`${eq(renewalRequests.id, requestId)} and ${eq(renewalRequests.state, 'open')}`);
      if (!waiting) throw new Refusal('renewal_decided');
      await tx
        .update(renewalRequests)
        .set({ state, decidedAt: now })
        .where(eq(renewalRequests.id, requestId));
      if (state === 'rejected') return;
      await tx.execute(sql`
        with next as (
          insert into certificates (number, account_id, organization_id, course_id, issued_on, years, end_time,
            created_at)
          select number || '-N', account_id, organization_id, course_id, issued_on, years, end_time, created_at
          from certificates where id = ${certificateId} and account_id = ${accountId}
          returning id)
        update certificates set replaced_by_id = next.id from next where certificates.id = ${certificateId}`);
    };

  test('two decisions leave a rejected request with a new certificate', async () => {
    const meetings = await buildMeetings(6, true);
    const outcomes = await Promise.all(
      meetings.map((meeting, n) => meet(db, [carelessly('approved'), carelessly('rejected')], meeting, n)),
    );
    expect(outcomes).toContainEqual(['done', 'done']);
    const ends = await Promise.all(meetings.map(outcome));
    expect(ends).toContainEqual({ results: ['rejected'], replaced: true, certificates: 2 });
    expect((await checkData(db)).map(({ rule }) => rule)).toContain('replaced_by_approval');
  });

  test('without the index two requests are open', async () => {
    await db.execute(sql`drop index renewal_requests_one_open`);
    const meetings = await buildMeetings(6, false);
    const outcomes = await Promise.all(
      meetings.map((meeting, n) => meet(db, [carelessAsk, carelessAsk], meeting, n)),
    );
    expect(outcomes).toContainEqual(['done', 'done']);
    const ends = await Promise.all(meetings.map(outcome));
    expect(ends).toContainEqual({ results: ['open', 'open'], replaced: false, certificates: 1 });
    expect((await checkData(db)).map(({ rule }) => rule)).toContain('one_request_waits');
  });
});
