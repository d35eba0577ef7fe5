import { and, asc, desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildDesk, byCashier, cashierOf, codeOf, settlement } from '../../test/factories/desk.ts';
import { plainContext } from '../../test/factories/statement.ts';
import { actDuring, freeWhileWaiting, isWaiting, untilWaiting } from '../../test/locks.ts';
import { auditEvents } from '../audit/tables.ts';
import { settlePayment } from '../payment/settle-payment.ts';
import { undoPayment } from '../payment/undo-payment.ts';
import { inTransaction, type Tx } from '../platform/database/database.ts';
import { completeLines } from './complete-lines.ts';
import { importStatement } from './import-statement.ts';
import { previewStatement } from './preview-statement.ts';
import { findBankAccount } from './queries.ts';
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

const bytesOf = (head: string, rows: readonly string[]) => Buffer.from([head, ...rows].join('\n'));

/** Reads the rows below the head in the shape that is guessed. */
const read = async ({ account }: Desk, head: string, rows: readonly string[], acceptProblems = false) => {
  const bytes = bytesOf(head, rows);
  const preview = await readForPreview({ bytes, given: undefined, remembered: [], ...plainContext });
  if ('fault' in preview) throw new Error(preview.fault);
  const file = await readForImport({ bytes, shape: preview.shape, ...plainContext });
  if ('fault' in file) throw new Error(file.fault);
  return { ...file, accountId: account.id, fileName: '對帳單.csv', shape: preview.shape, acceptProblems };
};

/** Imports the rows below the head. */
const bring = async (...file: Parameters<typeof read>) => {
  const input = await read(...file);
  return run((tx) => importStatement(tx, input, byCashier));
};

const linesOf = ({ account }: Desk) =>
  portal.db
    .select()
    .from(statementLines)
    .where(eq(statementLines.bankAccountId, account.id))
    .orderBy(asc(statementLines.id));

const lockLine = (tx: Tx, id = 0) =>
  tx.select().from(statementLines).where(eq(statementLines.id, id)).for('no key update');

/** Changes the row, so that PostgreSQL finds it after the others. */
const moveToEnd = (id = 0) =>
  portal.db.update(statementLines).set({ name: '林怡君等' }).where(eq(statementLines.id, id));

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
    const sound = await buildDesk(portal.db);
    await bring(sound, WITH_BALANCE, noon);
    const recorded = async ({ account }: Desk) => {
      const [event] = await portal.db
        .select({ after: auditEvents.after })
        .from(auditEvents)
        .where(and(eq(auditEvents.action, 'statement.import'), eq(auditEvents.subjectId, account.id)));
      return event?.after;
    };
    const file = '對帳單.csv';
    expect(await recorded(desk)).toEqual({ file, added: 2, known: 0, acceptedProblems: '餘額不符' });
    expect(await recorded(sound)).toEqual({ file, added: 3, known: 0 });
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

  test.each([
    ['leaves', 'of a year ago', { importedAt: new Date('2025-12-01T02:00:00.000Z') }, 0],
    ['completes', 'of less than a year ago', { importedAt: new Date('2025-12-01T02:00:00.001Z') }, 1],
    ['leaves', 'whose payers were removed', { forgottenAt: NOW }, 0],
  ])('%s the lines of a statement %s', async (_, __, change, completed) => {
    const desk = await buildDesk(portal.db);
    await bring(desk, WITH_BALANCE, noon);
    await portal.db.update(statements).set(change).where(eq(statements.bankAccountId, desk.account.id));
    const named = noon.toSpliced(1, 1, '115/11/27,跨行轉入,,1500,"252,100",0081234567879336,彭金龍,');
    expect(await bring(desk, WITH_BALANCE, named)).toMatchObject({ known: 3, completed });
  });

  test('gets possible digits of a payer whose digits are unknown', async () => {
    const desk = await buildDesk(portal.db);
    const rows = (memo: string) => [
      `115/11/27,跨行轉入,,1500,"252,100",,,${memo}`,
      `115/11/27,跨行轉入,,1200,"253,300",0081234567809573,,${memo}`,
    ];
    await bring(desk, WITH_BALANCE, rows(''));
    expect(await bring(desk, WITH_BALANCE, rows('會費29089'))).toMatchObject({ known: 2, completed: 2 });
    expect((await linesOf(desk)).map(({ digits, maybeDigits }) => [digits, maybeDigits])).toEqual([
      [null, '29089'],
      ['09573', null],
    ]);
  });

  test('of another format is a probable double, and not added in silence', async () => {
    const desk = await buildDesk(portal.db);
    await bring(desk, WITH_BALANCE, noon);
    const account = await findBankAccount(portal.db, desk.account.id, byCashier.actor);
    const preview = (rows: readonly string[]) =>
      previewStatement(portal.db, account, { bytes: bytesOf(WITHOUT_BALANCE, rows), now: byCashier.now });
    const other = ['115/11/27,跨行轉入,,1500,0081234567879336,彭金龍'];
    expect(await preview(other)).toMatchObject({ counts: { doubles: 1 }, problems: ['doubles'] });
    expect(await codeOf(bring(desk, WITHOUT_BALANCE, other))).toBe('statement_unproven');
    // The same day and amount of another payer is another line.
    const stranger = ['115/11/27,跨行轉入,,1500,0081234567811111,某甲'];
    expect(await preview(stranger)).toMatchObject({ counts: { doubles: 0 }, problems: [] });
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

  test('is locked in the order of the ids, in whatever order the file has them', async () => {
    const desk = await buildDesk(portal.db);
    await bring(desk, WITH_BALANCE, noon);
    const lines = await linesOf(desk);
    const ids = lines.map(({ id }) => id);
    await moveToEnd(ids[0]);
    const completions = lines
      .map(({ id, digits, name }) => ({ id, digits, maybe_digits: null, name, memo: '報名費' }))
      .toReversed();
    const free = await freeWhileWaiting(
      portal.db,
      { table: statementLines, ids },
      (tx) => lockLine(tx, ids[0]),
      (tx) => completeLines(tx, completions),
    );
    expect(free).toEqual(ids.slice(1));
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
    await bring(await buildDesk(portal.db), WITH_BALANCE, noon);
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
    const [desk, other] = [await buildDesk(portal.db), await buildDesk(portal.db)];
    for (const each of [desk, other]) {
      await bring(each, WITHOUT_BALANCE, ['115/11/26,跨行轉入,,1500,0081234567812345,王小明']);
      await bring(each, WITHOUT_BALANCE, ['115/11/27,退匯,1500,,0081234567812345,王小明']);
    }
    const asideOf = async (of = desk) => (await linesOf(of)).map(({ aside }) => aside);
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
    expect(await asideOf(other)).toEqual(['reversed', 'reversal']);
  });

  test('is not taken back during the next import of the account', async () => {
    const desk = await buildDesk(portal.db);
    await bring(desk, WITH_BALANCE, noon);
    const next = await read(desk, WITH_BALANCE, ['115/11/28,x,,5,"253,305",,,']);
    const code = await actDuring(
      portal.db,
      (tx) => importStatement(tx, next, byCashier),
      () => takeBack(desk),
    );
    expect(code).toBe('statement_not_last');
  });

  test('is not taken back during a payment that uses a line', async () => {
    const desk = await buildDesk(portal.db, 1200);
    const { id } = await desk.reported();
    await bring(desk, WITH_BALANCE, noon);
    const lineId = (await linesOf(desk)).at(-1)?.id ?? 0;
    const code = await actDuring(
      portal.db,
      (tx) => settlePayment(tx, settlement([lineId], [id]), byCashier),
      () => takeBack(desk),
    );
    expect(code).toBe('statement_used');
  });

  test('locks its own lines in the order of their ids', async () => {
    const [desk, other] = [await buildDesk(portal.db), await buildDesk(portal.db)];
    const { id: statementId } = await bring(desk, WITH_BALANCE, noon);
    await bring(other, WITH_BALANCE, noon);
    const ids = (await linesOf(desk)).map(({ id }) => id);
    await moveToEnd(ids[0]);
    const free = await freeWhileWaiting(
      portal.db,
      { table: statementLines, ids },
      (tx) => lockLine(tx, ids[0]),
      (tx) => takeBackStatement(tx, { statementId }, byCashier),
    );
    expect(free).toEqual(ids.slice(1));
    await bring(desk, WITH_BALANCE, noon);
    const { waits } = await run(async (tx) => {
      await lockLine(tx, (await linesOf(other))[0]?.id);
      return { waits: await isWaiting(portal.db, takeBack(desk)) };
    });
    expect(waits).toBe(false);
  });

  test('does not exist for the cashier of another branch', async () => {
    const desk = await buildDesk(portal.db);
    await bring(desk, WITH_BALANCE, noon);
    expect(await takeBack(desk, cashierOf(999))).toBe('not_found');
  });
});
