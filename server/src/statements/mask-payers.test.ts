import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildDesk, byCashier, settlement } from '../../test/factories/desk.ts';
import { settlePayment } from '../payment/settle-payment.ts';
import { inTransaction } from '../platform/database/database.ts';
import { maskPayers } from './mask-payers.ts';
import { statementLines } from './tables.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

test('a person is masked only in the lines that paid for them and name them', async () => {
  const desk = await buildDesk(portal.db);
  const { id } = await desk.reported();
  const [one, two] = await desk.lines(
    { in: 1000, name: '王小明', memo: '王小明 報名費' },
    { in: 500, name: '陳大同', memo: '報名費' },
    { in: 600, name: '王小明', memo: '捐款' },
  );
  const paying = settlement([one?.id ?? 0, two?.id ?? 0], [id]);
  await inTransaction(portal.db, (tx) => settlePayment(tx, paying, byCashier));
  const masked = await inTransaction(portal.db, (tx) =>
    maskPayers(tx, { registrationIds: [id], words: ['王小明'] }),
  );
  expect(masked).toEqual({ table: 'statement_lines', how: 'masked', rows: 1 });
  const lines = await portal.db
    .select({ name: statementLines.name, memo: statementLines.memo })
    .from(statementLines)
    .where(eq(statementLines.bankAccountId, desk.account.id))
    .orderBy(asc(statementLines.id));
  expect(lines.map(({ name, memo }) => `${name} ${memo}`)).toEqual([
    '（已刪除） （已刪除） 報名費',
    '陳大同 報名費',
    '王小明 捐款',
  ]);
});
