import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkData } from '../../src/commands/check-data.ts';
import { sumBalances } from '../../src/money/balance.ts';
import { balanceOf, heldOf } from '../../src/money/rules.ts';
import { balances } from '../../src/money/tables.ts';
import { Refusal } from '../../src/platform/errors.ts';
import { findDaySheet, sumsOf } from '../../src/statements/day-sheet.ts';
import { openTestPortal, type TestPortal } from '../app.ts';
import { buildAccount } from '../factories/account.ts';
import { buildClass } from '../factories/catalogue.ts';
import { buildDesk } from '../factories/desk.ts';
import { type Act, acts, type Choice, type Life } from './acts.ts';

/* Random lives of three people: whatever is done in whatever order, the ledger holds. */

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

/** Three people, and classes of one course with four fees, paid into one account of a new branch. */
const begin = async () => {
  const { db } = portal;
  const desk = await buildDesk(db, 1500);
  const { organizationId, account } = desk;
  const classes = [desk.trainingClass];
  for (const fee of [2000, 1000, 0])
    classes.push(await buildClass(db, { organizationId, bankAccountId: account.id, fee }));
  const people = [await buildAccount(db), await buildAccount(db), await buildAccount(db)];
  let made = 0;
  const line = async (amount: number) => {
    made += 1;
    const open = await desk.lines({ in: amount, digits: `${10_000 + made}`, memo: `第 ${made} 筆` });
    return open.at(-1)?.id ?? 0;
  };
  const life: Life = { db, classes, people, line };
  return { life, organizationId, accountId: account.id };
};

/** The registrations of the branch whose ledger does not fit their state. */
const findFaults = async (organizationId: number): Promise<string[]> => {
  const { rows } = await portal.db.execute<{ fault: string }>(sql`
    select r.state || ' ' || b.charged || ' ' || b.received || ' ' || b.refunded || ' ' || b.kept as fault
    from registrations r join balances b on b.registration_id = r.id
    where r.organization_id = ${organizationId}
      and (b.balance < 0 or b.received - b.refunded - b.kept < 0
        or (r.state in ('unpaid', 'reported')) <> (b.balance > 0))`);
  return rows.map(({ fault }) => fault);
};

/** The sums of the day sheet, of the lists and of the balances must agree to the dollar. */
const compareSums = async ({ organizationId, accountId }: { organizationId: number; accountId: number }) => {
  const { rows } = await portal.db.execute<{ payments: number; due: number; paid: number; owed: number }>(sql`
    select
      (select coalesce(sum(amount), 0)::int from payments
        where organization_id = ${organizationId} and ended_at is null) as payments,
      (select coalesce(sum(amount), 0)::int from refunds
        where organization_id = ${organizationId} and state = 'due') as due,
      (select coalesce(sum(amount), 0)::int from refunds
        where organization_id = ${organizationId} and state = 'paid') as paid,
      (select coalesce(sum(b.balance), 0)::int from registrations r join balances b on b.registration_id = r.id
        where r.organization_id = ${organizationId} and r.state in ('unpaid', 'reported')) as owed`);
  const lists = rows[0];
  const whole = await sumBalances(portal.db, sql`${balances.organizationId} = ${organizationId}`);
  const sheet = sumsOf(await findDaySheet(portal.db, accountId, { from: '2026-11-20', until: '2026-12-05' }));
  expect({
    payments: whole.received,
    refunds: whole.refunded,
    owed: balanceOf(whole),
    sheet: sheet.matched.sum + sheet.received.sum - sheet.refunded.sum,
  }).toEqual({
    payments: lists?.payments,
    refunds: (lists?.due ?? 0) + (lists?.paid ?? 0),
    owed: lists?.owed,
    sheet: heldOf(whole) + whole.kept + (lists?.due ?? 0),
  });
};

const number = (max: number) => fc.integer({ min: 0, max });
const choice: fc.Arbitrary<Choice> = fc.record({
  who: number(2),
  where: number(3),
  which: number(5),
  extra: fc.constantFrom(0, 0, 0, 100, -100, 500, -700),
});
const names = Object.keys(acts) as Act[];
/** The acts that lead to money are chosen more often. */
const act = fc.constantFrom<Act>(
  ...names,
  ...(['enrol', 'approve', 'approve', 'report', 'payByLine', 'payInCash', 'undo', 'move'] as const),
);
const steps = fc.array(fc.tuple(act, choice), { minLength: 12, maxLength: 30 });
const beginning = [0, 1, 2].flatMap((who): [Act, Choice][] => {
  const first = { who, where: 0, which: 0, extra: 0 };
  return [
    ['enrol', first],
    ['approve', first],
  ];
});

/** Whether it was not refused. */
const attempt = async (name: Act, life: Life, chosen: Choice): Promise<boolean> => {
  try {
    await acts[name](life, chosen);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
};

test('whatever is done with money in whatever order, the ledger holds and all sums agree', async () => {
  const done = new Set<Act>();
  const property = fc.asyncProperty(steps, async (random) => {
    const world = await begin();
    for (const [name, chosen] of [...beginning, ...random]) {
      if (!(await attempt(name, world.life, chosen))) continue;
      done.add(name);
      expect(await findFaults(world.organizationId)).toEqual([]);
    }
    await compareSums(world);
  });
  await fc.assert(property, { numRuns: 16, seed: 20261128, endOnFailure: true });
  expect(await checkData(portal.db)).toEqual([]);
  expect(names.filter((name) => !done.has(name))).toEqual([]);
});

test('control: an entry that is wrong is found', async () => {
  const { life, organizationId, accountId } = await begin();
  const first = { who: 0, where: 0, which: 0, extra: 0 };
  for (const name of ['enrol', 'approve', 'payInCash'] as const) await attempt(name, life, first);
  expect(await findFaults(organizationId)).toEqual([]);
  const broken = portal.db.transaction(async (tx) => {
    await tx.execute(sql`insert into charges (registration_id, kind, amount, reason, created_by, created_at)
      select id, 'move_difference', 100, '轉班', 'system', now() from registrations
      where organization_id = ${organizationId}`);
  });
  await broken;
  expect(await findFaults(organizationId)).toHaveLength(1);
  await expect(compareSums({ organizationId, accountId })).rejects.toThrow();
  await portal.db.execute(sql`insert into charges (registration_id, kind, amount, reason, created_by, created_at)
    select id, 'move_difference', -100, '更正', 'system', now() from registrations
    where organization_id = ${organizationId}`);
});
