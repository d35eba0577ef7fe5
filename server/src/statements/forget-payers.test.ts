import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildDesk, byCashier, settlement } from '../../test/factories/desk.ts';
import { checkData } from '../commands/check-data.ts';
import { settlePayment } from '../payment/settle-payment.ts';
import { inTransaction } from '../platform/database/database.ts';
import { forgetPayers } from './forget-payers.ts';
import { setLineAside } from './set-line-aside.ts';
import { statementLines, statements } from './tables.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const DAY = 86_400_000;
/** Returns the time so many days after the seven years. */
const after = (days: number) =>
  new Date(
    new Date(NOW).setUTCFullYear(NOW.getUTCFullYear() + 7, NOW.getUTCMonth(), NOW.getUTCDate() + days),
  );

const payersIn = ({ id }: { id: number }) =>
  portal.db
    .select({
      digits: statementLines.digits,
      maybeDigits: statementLines.maybeDigits,
      name: statementLines.name,
      memo: statementLines.memo,
    })
    .from(statementLines)
    .where(eq(statementLines.bankAccountId, id))
    .orderBy(asc(statementLines.id));

/** A line that is used, one that is set aside and one that waits, all of the same payer. */
const buildStatement = async () => {
  const desk = await buildDesk(portal.db);
  const { id } = await desk.reported();
  const payer = { in: 1500, digits: '00042', name: '王小明', memo: '跨行轉入' };
  const [used, aside, open] = (await desk.lines(payer, payer, payer)).map((line) => line.id);
  await inTransaction(portal.db, async (tx) => {
    await settlePayment(tx, settlement([used ?? 0], [id]), byCashier);
    await setLineAside(tx, { lineId: aside ?? 0, reason: '利息' }, byCashier);
  });
  const payers = () => payersIn(desk.account);
  const forgottenAt = async () => {
    const [row] = await portal.db
      .select()
      .from(statements)
      .where(eq(statements.bankAccountId, desk.account.id));
    return row?.forgottenAt;
  };
  return { account: desk.account, open: open ?? 0, payers, forgottenAt };
};

const KEPT = { digits: '00042', maybeDigits: null, name: '王小明', memo: '跨行轉入' };
const GONE = { digits: null, maybeDigits: null, name: null, memo: null };

test('the payers of used lines and of those set aside are removed seven years after the import', async () => {
  const { payers, forgottenAt } = await buildStatement();
  await forgetPayers(portal.db, 7, after(0));
  expect(await payers()).toEqual([KEPT, KEPT, KEPT]);
  await forgetPayers(portal.db, 7, after(1));
  expect(await payers()).toEqual([GONE, GONE, KEPT]);
  expect(await forgottenAt()).toBeNull();
  expect(await checkData(portal.db)).toEqual([]);
});

test('digits, possible digits, a name or a remark alone are removed', async () => {
  const { account, lines } = await buildDesk(portal.db);
  for (const { id } of await lines(
    { in: 1, digits: '00042' },
    { in: 2, name: '王小明' },
    { in: 3, memo: '利息' },
    { in: 4, digits: '0081234*****954' },
  ))
    await inTransaction(portal.db, (tx) => setLineAside(tx, { lineId: id, reason: '利息' }, byCashier));
  await forgetPayers(portal.db, 7, after(1));
  expect(await payersIn(account)).toEqual([GONE, GONE, GONE, GONE]);
});

test('a younger statement keeps its payers', async () => {
  const [old, young] = [await buildStatement(), await buildStatement()];
  await inTransaction(portal.db, (tx) => setLineAside(tx, { lineId: young.open, reason: '捐款' }, byCashier));
  const importedAt = new Date(NOW.getTime() + 7 * DAY);
  await portal.db
    .update(statements)
    .set({ importedAt })
    .where(eq(statements.bankAccountId, young.account.id));
  await forgetPayers(portal.db, 7, after(1));
  expect([await old.payers(), await young.payers()]).toEqual([
    [GONE, GONE, KEPT],
    [KEPT, KEPT, KEPT],
  ]);
  expect(await young.forgottenAt()).toBeNull();
});

test('forgotten lines are not written again, nor is the day of a forgotten statement', async () => {
  const { account, open, forgottenAt } = await buildStatement();
  const versions = async () =>
    (
      await portal.db
        .select({ version: sql<string>`xmin::text` })
        .from(statementLines)
        .where(eq(statementLines.bankAccountId, account.id))
        .orderBy(asc(statementLines.id))
    ).map(({ version }) => version);
  await forgetPayers(portal.db, 7, after(1));
  const written = await versions();
  await forgetPayers(portal.db, 7, after(2));
  expect(await versions()).toEqual(written);
  await inTransaction(portal.db, (tx) => setLineAside(tx, { lineId: open, reason: '捐款' }, byCashier));
  for (const days of [3, 4]) await forgetPayers(portal.db, 7, after(days));
  expect(await forgottenAt()).toEqual(after(3));
});

test('the payer of a line that waited is removed once it was dealt with', async () => {
  const { open, payers, forgottenAt } = await buildStatement();
  await forgetPayers(portal.db, 7, after(1));
  await inTransaction(portal.db, (tx) => setLineAside(tx, { lineId: open, reason: '捐款' }, byCashier));
  await forgetPayers(portal.db, 7, after(2));
  expect(await payers()).toEqual([GONE, GONE, GONE]);
  expect(await forgottenAt()).toEqual(after(2));
});
