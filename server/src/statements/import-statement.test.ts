import { and, asc, desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildDesk, byCashier, cashierOf, codeOf, settlement } from '../../test/factories/desk.ts';
import { plainContext } from '../../test/factories/statement.ts';
import { untilWaiting } from '../../test/locks.ts';
import { auditEvents } from '../audit/tables.ts';
import { settlePayment } from '../payment/settle-payment.ts';
import { undoPayment } from '../payment/undo-payment.ts';
import { inTransaction, type Tx } from '../platform/database/database.ts';
import { importStatement } from './import-statement.ts';
import { readForImport, readForPreview } from './reading/read-statement.ts';
import { statementLines, statements } from './tables.ts';
import { takeBackStatement } from './take-back-statement.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

type Desk = Awaited<ReturnType<typeof buildDesk>>;
const run = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => inTransaction(portal.db, work);

const WITH_BALANCE = '交易日期,摘要,支出金額,存入金額,餘額,對方帳號,戶名,備註';
const WITHOUT_BALANCE = '交易日期,摘要,支出金額,存入金額,對方帳號,戶名';

/** Imports the rows below the head in the shape that is guessed. */
const bring = async ({ account }: Desk, head: string, rows: readonly string[], acceptProblems = false) => {
  const bytes = Buffer.from([head, ...rows].join('\n'));
  const preview = await readForPreview({ bytes, given: undefined, remembered: [], ...plainContext });
  if ('fault' in preview) throw new Error(preview.fault);
  const read = await readForImport({ bytes, shape: preview.shape, ...plainContext });
  if ('fault' in read) throw new Error(read.fault);
  const input = {
    ...read,
    accountId: account.id,
    fileName: '對帳單.csv',
    shape: preview.shape,
    acceptProblems,
  };
  return run((tx) => importStatement(tx, input, byCashier));
};

const linesOf = ({ account }: Desk) =>
  portal.db
    .select()
    .from(statementLines)
    .where(eq(statementLines.bankAccountId, account.id))
    .orderBy(asc(statementLines.id));

const noon = [
  '115/11/26,跨行轉入,,600,"250,600",0081234567800042,林怡君,',
  '115/11/27,跨行轉入,,1500,"252,100",0081234567879336,,',
  '115/11/27,跨行轉入,,1200,"253,300",0081234567809573,,',
];

describe('a file that speaks against itself', () => {
  const broken = noon.toSpliced(1, 1);

  test('is imported only in spite of that, which is recorded', async () => {
    const desk = await buildDesk(portal.db);
    expect(await codeOf(bring(desk, WITH_BALANCE, broken))).toBe('statement_unproven');
    expect(await linesOf(desk)).toEqual([]);
    await bring(desk, WITH_BALANCE, broken, true);
    const [event] = await portal.db
      .select({ after: auditEvents.after })
      .from(auditEvents)
      .where(and(eq(auditEvents.action, 'statement.import'), eq(auditEvents.subjectId, desk.account.id)));
    expect(event?.after).toMatchObject({ added: 2, acceptedProblems: '餘額不符' });
  });

  test('has no certain pair, other than one whose balances agree', async () => {
    for (const [rows, certain] of [
      [broken, 0],
      [noon, 1],
    ] as const) {
      const desk = await buildDesk(portal.db, 1200);
      await desk.reported({ lastFive: '09573', paidTime: '2026-11-27' });
      await bring(desk, WITH_BALANCE, rows, true);
      expect((await desk.matches()).certain).toHaveLength(certain);
    }
  });
});

describe('a line of a later file', () => {
  test('is known by its balance, and completed by a longer text', async () => {
    const desk = await buildDesk(portal.db);
    await bring(desk, WITH_BALANCE, noon);
    const nextDay = [
      noon[0] ?? '',
      '115/11/27,跨行轉入,,1500,"252,100",0081234567879336,彭金龍,',
      '115/11/27,跨行轉入,,1200,"253,300",0081234567809573,劉彥廷,報名費',
    ];
    expect(await bring(desk, WITH_BALANCE, nextDay)).toMatchObject({ added: 0, known: 3, completed: 2 });
    expect((await linesOf(desk)).map(({ name, memo }) => [name, memo])).toEqual([
      ['林怡君', '跨行轉入'],
      ['彭金龍', '跨行轉入'],
      ['劉彥廷', '跨行轉入 報名費'],
    ]);
    const shorter = noon.toSpliced(2, 1, '115/11/27,跨行轉入,,1200,"253,300",0081234567809573,劉,');
    expect(await bring(desk, WITH_BALANCE, shorter)).toMatchObject({ known: 3, completed: 0 });
  });

  test('of another format is a probable double, and not added in silence', async () => {
    const desk = await buildDesk(portal.db);
    await bring(desk, WITH_BALANCE, noon);
    const other = ['115/11/27,跨行轉入,,1500,0081234567879336,彭金龍'];
    expect(await codeOf(bring(desk, WITHOUT_BALANCE, other))).toBe('statement_unproven');
    // The same day and amount of another payer is another line.
    const stranger = ['115/11/27,跨行轉入,,1500,0081234567811111,某甲'];
    expect(await bring(desk, WITHOUT_BALANCE, stranger)).toMatchObject({ added: 1 });
  });

  test('without a balance is one of several equal ones', async () => {
    const desk = await buildDesk(portal.db);
    const line = '115/11/26,跨行轉入,,1500,0081234567812345,';
    await bring(desk, WITHOUT_BALANCE, [line]);
    expect(await bring(desk, WITHOUT_BALANCE, [line, line])).toMatchObject({ added: 1, known: 1 });
  });

  test('is completed only after a payment that holds it, without a deadlock', async () => {
    const desk = await buildDesk(portal.db);
    await bring(desk, WITH_BALANCE, noon);
    const [first] = await linesOf(desk);
    const named = noon.toSpliced(1, 1, '115/11/27,跨行轉入,,1500,"252,100",0081234567879336,彭金龍,');
    const { importing } = await run(async (tx) => {
      await tx.select().from(statementLines).orderBy(asc(statementLines.id)).for('no key update');
      const importing = bring(desk, WITH_BALANCE, [...named, '115/11/28,x,,5,"253,305",,,']);
      await untilWaiting(portal.db, importing);
      await tx
        .update(statementLines)
        .set({ memo: '已改' })
        .where(eq(statementLines.id, first?.id ?? 0));
      return { importing };
    });
    expect(await importing).toMatchObject({ added: 1, completed: 1 });
  });
});

describe('an import', () => {
  const takeBack = async (desk: Desk, by = byCashier) => {
    const [last] = await portal.db
      .select({ id: statements.id })
      .from(statements)
      .where(eq(statements.bankAccountId, desk.account.id))
      .orderBy(desc(statements.id));
    return codeOf(run((tx) => takeBackStatement(tx, { statementId: last?.id ?? 0 }, by)));
  };

  test('is taken back, and the file imported again with other columns', async () => {
    const desk = await buildDesk(portal.db);
    await bring(desk, WITH_BALANCE, noon);
    expect(await codeOf(bring(desk, WITH_BALANCE, noon))).toBe('statement_known');
    expect(await takeBack(desk)).toBeNull();
    expect(await linesOf(desk)).toEqual([]);
    const [event] = await portal.db
      .select({ before: auditEvents.before })
      .from(auditEvents)
      .where(and(eq(auditEvents.action, 'statement.take_back'), eq(auditEvents.subjectId, desk.account.id)));
    expect(event?.before).toEqual({ file: '對帳單.csv', added: 3 });
    expect(await bring(desk, WITH_BALANCE, noon)).toMatchObject({ added: 3 });
  });

  test('of which a line was used is not taken back, also after the payment is undone', async () => {
    const desk = await buildDesk(portal.db, 1200);
    const { id } = await desk.reported();
    await bring(desk, WITH_BALANCE, noon);
    const lineId = (await linesOf(desk)).at(-1)?.id ?? 0;
    const payment = await run((tx) => settlePayment(tx, settlement([lineId], [id]), byCashier));
    expect(await takeBack(desk)).toBe('statement_used');
    await run((tx) => undoPayment(tx, { paymentId: payment.id, reason: '對錯人' }, byCashier));
    expect(await takeBack(desk)).toBe('statement_used');
  });

  test('is taken back after the later ones, and opens what it had reversed', async () => {
    const desk = await buildDesk(portal.db);
    await bring(desk, WITHOUT_BALANCE, ['115/11/26,跨行轉入,,1500,0081234567812345,王小明']);
    await bring(desk, WITHOUT_BALANCE, ['115/11/27,退匯,1500,,0081234567812345,王小明']);
    const asideOf = async () => (await linesOf(desk)).map(({ aside }) => aside);
    expect(await asideOf()).toEqual(['reversed', 'reversal']);
    const [first] = await portal.db
      .select({ id: statements.id })
      .from(statements)
      .where(eq(statements.bankAccountId, desk.account.id))
      .orderBy(asc(statements.id));
    const former = run((tx) => takeBackStatement(tx, { statementId: first?.id ?? 0 }, byCashier));
    expect(await codeOf(former)).toBe('statement_not_last');
    expect(await takeBack(desk)).toBeNull();
    expect(await asideOf()).toEqual([null]);
    expect(await takeBack(desk)).toBeNull();
    expect(await asideOf()).toEqual([]);
  });

  test('does not exist for the cashier of another branch', async () => {
    const desk = await buildDesk(portal.db);
    await bring(desk, WITH_BALANCE, noon);
    expect(await takeBack(desk, cashierOf(999))).toBe('not_found');
  });
});
