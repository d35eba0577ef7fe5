import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkData } from '../../src/commands/check-data.ts';
import { paymentLines } from '../../src/money/tables.ts';
import { settlePayment } from '../../src/payment/settle-payment.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { importStatement } from '../../src/statements/import-statement.ts';
import { statementLines } from '../../src/statements/tables.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { buildAccount } from '../factories/account.ts';
import { buildBankAccount, buildClass } from '../factories/catalogue.ts';
import { buildRegistration } from '../factories/registration.ts';
import { decidingStaff } from '../factories/staff.ts';
import { findOpenLines, importLines, plainCsv, plainShape, readStatement } from '../factories/statement.ts';
import { concurrently, connectForRaces, type Operation } from './concurrently.ts';

/** How often each race is repeated. */
const ROUNDS = 6;

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

const staff = decidingStaff();
const by = { actor: staff, now: new Date() };

let serial = 0;

/** A line and two registrations that it could pay for. */
const buildScenario = async () => {
  serial += 1;
  const account = await buildBankAccount(db);
  const trainingClass = await buildClass(db, { bankAccountId: account.id, fee: 1500 });
  const ids: number[] = [];
  for (const _ of [0, 1]) {
    const person = await buildAccount(db);
    ids.push((await buildRegistration(db, { class: trainingClass, account: person, state: 'unpaid' })).id);
  }
  await importLines(db, account.id, [{ in: 1500, digits: String(10_000 + serial) }], by);
  const [line] = await findOpenLines(db, account.id);
  const [first = 0, second = 0] = ids;
  return { accountId: account.id, lineId: line?.id ?? 0, first, second };
};
type Scenario = Awaited<ReturnType<typeof buildScenario>>;

const settle =
  (which: 'first' | 'second'): Operation<Scenario> =>
  (tx, scenario, now) =>
    settlePayment(
      tx,
      {
        lineIds: [scenario.lineId],
        registrationIds: [scenario[which]],
        received: null,
        difference: 0,
        note: null,
      },
      { actor: staff, now },
    );

const usesOf = (lineId: number) => db.$count(paymentLines, eq(paymentLines.lineId, lineId));

test('a line that two cashiers confirm at once is used once', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const scenario = await buildScenario();
    const outcomes = await concurrently(db, [settle('first'), settle('second')], scenario, round);
    expect(outcomes.toSorted()).toEqual(['done', 'line_used']);
    expect(await usesOf(scenario.lineId)).toBe(1);
  }
  expect(await checkData(db)).toEqual([]);
});

test('control: without the unique index it is used twice', async () => {
  await db.execute(sql`drop index payment_lines_once`);
  // The insert of the server names the columns of the index and would fail without it, so the control inserts plainly.
  const use: Operation<Scenario & { payment: number }> = (tx, { lineId, payment }) =>
    tx.insert(paymentLines).values({ lineId, paymentId: payment });
  const scenario = await buildScenario();
  const { rows } = await db.execute<{ id: string }>(sql`select id from payments order by id limit 2`);
  const [one, other] = rows.map(({ id }) => Number(id));
  const given =
    (payment = 0): Operation<Scenario> =>
    (tx, each, now) =>
      use(tx, { ...each, payment }, now);
  expect(await concurrently(db, [given(one), given(other)], scenario, 0)).toEqual(['done', 'done']);
  expect(await usesOf(scenario.lineId)).toBe(2);
  await db.execute(sql`delete from payment_lines where line_id = ${scenario.lineId}`);
  await db.execute(sql`create unique index payment_lines_once on payment_lines (line_id) where not ended`);
});

const fileOf = async (accountId: number) => {
  const bytes = plainCsv([
    { in: 600, digits: '11111' },
    { in: 600, digits: '22222' },
  ]);
  return {
    ...(await readStatement(bytes)),
    accountId,
    fileName: '對帳單.csv',
    shape: plainShape,
    acceptProblems: true,
  };
};

const countLines = (accountId: number) =>
  db.$count(statementLines, eq(statementLines.bankAccountId, accountId));

test('a file that is imported twice at once is counted once', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id } = await buildBankAccount(db);
    const file = await fileOf(id);
    const bring: Operation<number> = (tx, _, now) => importStatement(tx, file, { actor: staff, now });
    const outcomes = await concurrently(db, [bring, bring], id, round);
    expect(outcomes.toSorted()).toEqual(['done', 'statement_known']);
    expect(await countLines(id)).toBe(2);
  }
});

test('control: without the fingerprints it is counted twice', async () => {
  await db.execute(sql`alter table statement_lines drop constraint statement_lines_once`);
  const { id } = await buildBankAccount(db);
  const { rows } = await db.execute<{ id: string }>(sql`select id from statements order by id limit 1`);
  const bring: Operation<number> = (tx, accountId) =>
    tx.insert(statementLines).values({
      ...{ statementId: Number(rows[0]?.id), bankAccountId: accountId, row: 1, day: '2026-11-30' },
      ...{ amount: 600, fingerprint: 'a'.repeat(64) },
    });
  expect(await concurrently(db, [bring, bring], id, 0)).toEqual(['done', 'done']);
  expect(await countLines(id)).toBe(2);
  await db.execute(sql`delete from statement_lines where bank_account_id = ${id}`);
  await db.execute(
    sql`alter table statement_lines add constraint statement_lines_once unique (bank_account_id, fingerprint)`,
  );
});
