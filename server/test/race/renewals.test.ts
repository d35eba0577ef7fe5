import { addDays, today } from '@portal/contract/dates';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { proveTrainee } from '../../src/accounts/actors.ts';
import { approveRenewal } from '../../src/certificates/renewal/approve-renewal.ts';
import { askDocument } from '../../src/certificates/renewal/ask-document.ts';
import { askRenewal } from '../../src/certificates/renewal/ask-renewal.ts';
import { rejectRenewal } from '../../src/certificates/renewal/reject-renewal.ts';
import { certificates, renewalInquiries, renewalRequests } from '../../src/certificates/tables.ts';
import { checkData } from '../../src/commands/check-data.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { Refusal } from '../../src/platform/errors.ts';
import type { Staff } from '../../src/staff/actors.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { buildCertificate, buildRenewalRequest } from '../factories/certificate.ts';
import { decidingStaff } from '../factories/staff.ts';
import { concurrently, connectForRaces, inTurns, type Operation } from './concurrently.ts';
import { buildCrowd } from './crowd.ts';
import { deadlocksIn } from './deadlocks.ts';

/** How often each race is repeated. */
const ROUNDS = 12;

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  db = connectForRaces(database.url);
});

afterAll(async () => {
  await db.$client.end();
  await database.drop();
});

const staff: Staff = decidingStaff();
const colleague: Staff = decidingStaff(null, 2);

interface Scenario {
  readonly certificateId: number;
  readonly code: string;
  readonly accountId: number;
  /** Id of the open request; 0 if there is none. */
  readonly requestId: number;
}

const ask: Operation<Scenario> = (tx, { code, accountId }, now) =>
  askRenewal(tx, { code, frontNote: null }, { actor: proveTrainee({ accountId }), now });
const approve: Operation<Scenario> = (tx, { requestId }, now) =>
  approveRenewal(tx, { requestId }, { actor: staff, now });
const askForDocument: Operation<Scenario> = (tx, { requestId }, now) =>
  askDocument(tx, { requestId, text: '請上傳複訓時數證明', version: 0 }, { actor: colleague, now });
const approveSeen: Operation<Scenario> = (tx, { requestId }, now) =>
  approveRenewal(tx, { requestId, version: 0 }, { actor: staff, now });
const refuse: Operation<Scenario> = (tx, { requestId }, now) =>
  rejectRenewal(tx, { requestId, backendNote: '未附複訓證明' }, { actor: staff, now });

/** So many people with a certificate that may be renewed today. */
const buildScenarios = async (size: number, asked: boolean): Promise<Scenario[]> => {
  const scenarios: Scenario[] = [];
  for (const account of await buildCrowd(db, size)) {
    const certificate = await buildCertificate(db, { account, endTime: addDays(today(new Date()), 60) });
    const request = asked ? await buildRenewalRequest(db, { certificate, askedAt: new Date() }) : null;
    scenarios.push({
      certificateId: certificate.id,
      code: certificate.number,
      accountId: account.id,
      requestId: request?.id ?? 0,
    });
  }
  return scenarios;
};

/** Outcome of a certificate: results of its requests, replaced or not, number of the person's live certificates. */
const outcome = async ({ certificateId, accountId }: Scenario) => {
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
  one: Operation<Scenario>,
  other: Operation<Scenario>,
  ends: readonly (readonly [outcomes: readonly string[], Outcome])[],
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
  await inTurns(await buildScenarios(ROUNDS, false), async (scenario, round) => {
    expect((await concurrently(db, [ask, ask], scenario, round)).toSorted()).toEqual([
      'done',
      'renewal_asked',
    ]);
    expect(await outcome(scenario)).toEqual({ results: ['open'], replaced: false, certificates: 1 });
  });
});

test('two simultaneous approvals approve once', async () => {
  await inTurns(await buildScenarios(ROUNDS, true), async (scenario, round) => {
    expect(await concurrently(db, [approve, approve], scenario, round)).toEqual(['done', 'done']);
    expect(await outcome(scenario)).toEqual(approved);
  });
});

test('of an approval and a question about a document, the second is told of the first', async () => {
  const seen = new Set<string>();
  await inTurns(await buildScenarios(ROUNDS, true), async (scenario, round) => {
    const outcomes = await concurrently(db, [approveSeen, askForDocument], scenario, round);
    const inquiries = await db
      .select()
      .from(renewalInquiries)
      .where(eq(renewalInquiries.requestId, scenario.requestId));
    const end = [outcomes, (await outcome(scenario)).results, inquiries.length];
    expect([
      [['done', 'changed_meanwhile'], ['approved'], 0],
      [['changed_meanwhile', 'done'], ['open'], 1],
    ]).toContainEqual(end);
    seen.add(outcomes.join());
  });
  // Both orders must occur; otherwise it was no race.
  expect(seen.size).toBe(2);
});

test.each(pairs)('%s', async (_, one, other, ends) => {
  const seen: (typeof ends)[number][] = [];
  await inTurns(await buildScenarios(ROUNDS, true), async (scenario, round) => {
    const outcomes = await concurrently(db, [one, other], scenario, round);
    const end = [outcomes, await outcome(scenario)] as const;
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
  db = connectForRaces(database.url);
});

/* The same races with steps that read first and then write: they must go wrong, or the tests above prove nothing. */
describe('control, without the guard', () => {
  const carelessAsk: Operation<Scenario> = async (tx, { certificateId }, now) => {
    const { rowCount } = await tx.execute(
      sql`select from renewal_requests where certificate_id = ${certificateId} and state = 'open'`,
    );
    if (rowCount !== 0) throw new Refusal('renewal_asked');
    await tx.insert(renewalRequests).values({ certificateId, askedAt: now });
  };

  const carelessly =
    (state: 'approved' | 'rejected'): Operation<Scenario> =>
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
      await tx
        .update(certificates)
        .set({ state: 'renewed', endedAt: now })
        .where(eq(certificates.id, certificateId));
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
    const scenarios = await buildScenarios(6, true);
    const outcomes = await Promise.all(
      scenarios.map((scenario, n) =>
        concurrently(db, [carelessly('approved'), carelessly('rejected')], scenario, n),
      ),
    );
    expect(outcomes).toContainEqual(['done', 'done']);
    const ends = await Promise.all(scenarios.map(outcome));
    expect(ends).toContainEqual({ results: ['rejected'], replaced: true, certificates: 2 });
    expect((await checkData(db)).map(({ rule }) => rule)).toContain('replaced_by_approval');
  });

  test('a question is put about an approved request', async () => {
    const carelessQuestion: Operation<Scenario> = async (tx, { requestId }, now) => {
      const [waiting] = await tx
        .select()
        .from(renewalRequests)
        .where(sql`${eq(renewalRequests.id, requestId)} and ${eq(renewalRequests.state, 'open')}`);
      if (!waiting) throw new Refusal('renewal_decided');
      await tx.insert(renewalInquiries).values({ requestId, text: '請補件', askedAt: now });
    };
    const scenarios = await buildScenarios(6, true);
    const outcomes = await Promise.all(
      scenarios.map((scenario, n) =>
        concurrently(db, [carelessly('rejected'), carelessQuestion], scenario, n),
      ),
    );
    expect(outcomes).toContainEqual(['done', 'done']);
  });

  test('without the index two requests are open', async () => {
    await db.execute(sql`drop index renewal_requests_one_open`);
    const scenarios = await buildScenarios(6, false);
    const outcomes = await Promise.all(
      scenarios.map((scenario, n) => concurrently(db, [carelessAsk, carelessAsk], scenario, n)),
    );
    expect(outcomes).toContainEqual(['done', 'done']);
    const ends = await Promise.all(scenarios.map(outcome));
    expect(ends).toContainEqual({ results: ['open', 'open'], replaced: false, certificates: 1 });
    expect((await checkData(db)).map(({ rule }) => rule)).toContain('one_request_waits');
  });
});
